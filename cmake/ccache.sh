#!/usr/bin/env bash
# Compiles by ccache, the first argument. A precompiled header is another file each time it is made, so that nothing compiled with it would ever be
# found again in another folder. Beside it goes a checksum of its text, which ccache takes instead (CCACHE_PCH_EXTSUM).
made='' command=()
for word in "${@:2}"; do
  if [ "$before" = -o ]; then made=$word
  elif [ "$word" = -emit-pch ]; then unset 'command[-1]' # clang's, with the -Xclang before it
  elif [ "$word" != -o ]; then command+=("$word")
  fi
  before=$word
done
if [[ $made == *.gch || $made == *.pch ]]; then
  rm -f "$made" # or it would be taken for the text
  "${command[@]}" -E -P 2>/dev/null | sha256sum >"$made.sum"
fi
exec "$@"
