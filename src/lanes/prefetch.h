// Prefetching of memory, where a loop reads faster than processors predict.

#ifndef GRIST_LANES_PREFETCH_H
#define GRIST_LANES_PREFETCH_H

namespace grist {

// Any address is allowed; nothing is read from it. Not __builtin_prefetch: GCC removes calls of a
// function that does nothing else, as if it had no effect.
inline void prefetch([[maybe_unused]] const void *address)
{
#if defined(__GNUC__) && defined(__x86_64__)
  asm volatile("prefetcht0 %0" : : "m"(*static_cast<const char *>(address)));
#elif defined(__GNUC__) && defined(__aarch64__)
  asm volatile("prfm pldl1keep, %a0" : : "p"(address));
#elif defined(__GNUC__)
  __builtin_prefetch(address);
#endif
}

// The same into the cache of the second level: for memory that is used later than the first level
// keeps it.
inline void prefetch_far([[maybe_unused]] const void *address)
{
#if defined(__GNUC__) && defined(__x86_64__)
  asm volatile("prefetcht1 %0" : : "m"(*static_cast<const char *>(address)));
#elif defined(__GNUC__) && defined(__aarch64__)
  asm volatile("prfm pldl2keep, %a0" : : "p"(address));
#elif defined(__GNUC__)
  __builtin_prefetch(address, 0, 2);
#endif
}

}    // namespace grist

#endif
