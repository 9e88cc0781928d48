#!/bin/sh
# Becomes the native program of this machine: no other process stays behind.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
folder=$(CDPATH='' cd -P -- "${self%/*}/.." && pwd -P) || exit 127

named=$(uname -sm)
case $named in
  Linux*) system=linux ;;
  Darwin*) system=darwin ;;
  MINGW* | MSYS* | CYGWIN*) system=windows ;;
  *) system=${named% *} ;;
esac
case $named in
  *x86_64 | *amd64) machine=x64 ;;
  *aarch64 | *arm64) machine=arm64 ;;
  *) machine=${named##* } ;;
esac

# Each platform's package in the order of preference; the installer picked those that fit the C library.
while :; do
  for kind in "$system-$machine" "$system-$machine-musl" "$system-$machine-baseline"; do
    for program in "$folder/node_modules/@agent-tools/$kind/agent-tools" "$folder/node_modules/@agent-tools/$kind/agent-tools.exe"; do
      [ -x "$program" ] && exec "$program" "$@"
    done
  done
  [ -z "$folder" ] && break
  folder=${folder%/*}
done

echo "agent-tools: Cannot find the program for $system-$machine: no package holds it, expected @agent-tools/$system-$machine beside agent-tools; install it by that name (optional dependencies may have been left out)" >&2
exit 127
