/* Access to a private member of a class of LAMMPS, for the files lammps_access alone: C++ does not
   check access in an explicit instantiation ([temp.explicit]), so that one may hand out a pointer
   to the member. Protected members need it not: a derived class may name them.
*/

#ifndef LMP_LAMMPS_ACCESS_MEMBER_H
#define LMP_LAMMPS_ACCESS_MEMBER_H

namespace LAMMPS_NS::lammps_access {

template <class Name, typename Name::Member MEMBER> struct OpenedMember {
  friend typename Name::Member member(Name) { return MEMBER; }
};

}    // namespace LAMMPS_NS::lammps_access

// For use in namespace lammps_access. Afterwards object->*member(Name()) is Class::name, which has
// type Type.
#define GRIST_OPEN_MEMBER(Name, Class, Type, name) \
  struct Name {                                    \
    using Member = Type Class::*;                  \
    friend Member member(Name);                    \
  };                                               \
  template struct OpenedMember<Name, &Class::name>

#endif
