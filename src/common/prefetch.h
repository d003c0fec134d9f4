// Asking for memory ahead of its use, where a loop reads faster than processors guess.

#ifndef GRIST_COMMON_PREFETCH_H
#define GRIST_COMMON_PREFETCH_H

namespace grist {

// Any address will do; nothing is read from it.
inline void prefetch([[maybe_unused]] const void *address)
{
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif
}

}    // namespace grist

#endif
