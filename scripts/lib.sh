# Shared by the scripts beside this file: `source "$(dirname "$0")/lib.sh"`.
# Not a program of its own.
# shellcheck shell=bash

# Where the project lies. Scripts change into it, so that they work from any folder.
# shellcheck disable=SC2034
HOB_ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

# One word in bold before a line, on a terminal only.
say() {
  if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
    printf '\033[1m==>\033[0m %s\n' "$*"
  else
    printf '==> %s\n' "$*"
  fi
}

# A remark under the line before it.
note() { printf '    %s\n' "$*"; }

# Says what went wrong and what to do, and ends the script.
fail() {
  printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
  shift
  local line
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

# Says that the command line is wrong, and ends the script with the customary code for that.
wrong_usage() {
  printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
  printf '  See %s --help\n' "$0" >&2
  exit 64
}

# Prints the comment at the head of the running script: its help.
print_help() {
  awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
}

# Prints the help and ends the script where the arguments ask for it.
help_if_asked() {
  local argument
  for argument in "$@"; do
    case $argument in
      -h | --help) print_help; exit 0 ;;
      --) return 0 ;;
    esac
  done
}

# Ends the script where the option that comes first has no value after it.
need_value() {
  if (($# < 2)) || [[ -z $2 ]]; then wrong_usage "$1 needs a value"; fi
}

# How many compiler processes at once; HOB_JOBS overrides what the machine has.
jobs_wanted() { printf '%s' "${HOB_JOBS:-$(nproc 2>/dev/null || echo 2)}"; }

# Ends the script where there is no Swift that can build Hob.
need_swift() {
  command -v swift >/dev/null 2>&1 || fail "Swift was not found." \
    "Install Swift 6.3 or later from swift.org/install/linux and put it on the PATH."
}
