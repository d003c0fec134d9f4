// The sizes of the pieces of a broken body: which share of its mass passes which size, from t10
// alone.
//
// Words: t_n is the share of the mass in pieces smaller than d/n, d being the size of the body; the
// *passing curve* Y(x) is the share smaller than x d, so that Y(1/n) = t_n and Y(1) = 1. Sizes are
// those of spheres of equal volume. Fractions, never percent.
//
//   BETA                t_n = I_t10(alpha_n, beta_n), the regularised incomplete beta function, for
//                       the n that are given; their alpha_n and beta_n are fitted to tests
//                       (Barrios, de Carvalho and Tavares, Miner. Process. Extr. Metall. 120 (2011)
//                       37; Carvalho and Tavares, Miner. Eng. 43-44 (2013) 91)
//   ROSIN_RAMMLER       t_n = 1 - (1 - t10)^((9/(n-1))^alpha), a Rosin-Rammler curve in x/(1-x),
//                       truncated at the size of the body (King, Modeling and Simulation of Mineral
//                       Processing Systems, 2001)
//   GAUDIN_SCHUHMANN    t_n = t10^(log10 n), the power law Y = x^m of Gaudin and Schuhmann with the
//                       size of the body as its modulus
//
// Between the n of BETA, n = 10 and n = 1, Y is a power of x (straight lines in a plot of log Y
// against log x); below the smallest the last power goes on to 0. Fitted t_n can cross where t10 is
// small or large: on the way from n = 10 to larger and to smaller sizes, an n where Y would not
// rise with size is left out.

#ifndef GRIST_BREAKAGE_PIECE_SIZES_H
#define GRIST_BREAKAGE_PIECE_SIZES_H

#include <vector>

namespace grist {

struct PieceSizeLaw {
  enum class Kind { BETA, ROSIN_RAMMLER, GAUDIN_SCHUHMANN };
  struct Ratio {
    double n;              // above 1, not 10
    double alpha, beta;    // of the incomplete beta function, positive
  };
  Kind kind = Kind::ROSIN_RAMMLER;
  double alpha = 1.0;                // of ROSIN_RAMMLER
  std::vector<Ratio> ratios = {};    // of BETA, n ascending; one or more above 10
};

// Throws std::invalid_argument, with the value in its text.
void check(const PieceSizeLaw &law);

// t_n as the law has it, without any correction. Of BETA: for n of `ratios`, 10 and 1 only, others
// give NaN.
double passing_share(const PieceSizeLaw &law, double n, double t10);

// Y of one broken body. It rises with x; t10 is kept exactly, within the limits below.
class PassingCurve {
 public:
  static constexpr double LEAST_T10 = 1e-9, MOST_T10 = 0.99;    // a t10 beyond is taken as these

  PassingCurve(const PieceSizeLaw &law, double t10);    // checked; t10 from 0 to 1

  double t10() const { return tenth; }
  double passing(double x) const;       // Y, 0 <= x
  double size(double passing) const;    // x, its inverse; 0 below 0, 1 above 1

 private:
  double tenth;
  PieceSizeLaw::Kind kind;
  double exponent;                     // of x/(1-x), or of x
  std::vector<double> log_x, log_y;    // of BETA: corners, ascending

  void make_corners(const PieceSizeLaw &law);
};

}    // namespace grist

#endif
