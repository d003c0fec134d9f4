// The largest ball in a body of convex parts, however it is cut into parts.

#ifndef GRIST_COMPOUNDS_INSCRIBED_BALL_H
#define GRIST_COMPOUNDS_INSCRIBED_BALL_H

#include "compounds/body_surface.h"

namespace grist {

// Its radius, from below: a ball of this radius is in the body, and hardly a larger one (1 % in
// bodies of a few parts, cut at hollow edges). In one of many hollows another place may be thicker.
double inscribed_radius(const Division &parts, const BodySurface &surface);

}    // namespace grist

#endif
