# What the scripts that make toolchains for other targets have in common: they source this. Such a script is called with a folder, makes in it
# what it says, and does nothing where it has succeeded before. What is missing is said, with exit status 1: nothing is left out silently.
#
# On Debian (12 or later) a Rust compiler comes from the archive and is unpacked in the folder: unlike the system's it may be given standard
# libraries of more targets. Elsewhere rustup has them.
# shellcheck shell=bash
set -euo pipefail

name=$(basename "$0")
folder=$(realpath -m "${1:?usage: $name FOLDER}")
if [ -e "$folder/complete" ]; then
  exit 0
fi

fail() {
  echo "$name: $*" >&2
  exit 1
}

[ "$(uname -sm)" = "Linux x86_64" ] || fail "this is made for Linux on x86-64, and the system is $(uname -sm)"
ID=unknown VERSION_ID=0
if [ -r /etc/os-release ]; then
  # shellcheck source=/dev/null
  . /etc/os-release
fi
mkdir -p "$folder"

on_debian() {
  [ "$ID" = debian ] && [ "${VERSION_ID%%.*}" -ge 12 ]
}

# Installs packages in the system, which must know them.
install_packages() {
  local as_root
  as_root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  $as_root apt-get update -q
  $as_root apt-get install -y -q --no-install-recommends "$@"
}

# Has apt use lists in the folder: the system's sources and this release's backports, for these architectures.
use_own_lists() {
  local sources="$folder/sources" mirror architectures
  mkdir -p "$folder/lists/partial" "$folder/packages" "$folder/root"
  rm -rf "$sources"
  mkdir -p "$sources"
  if [ -d /etc/apt/sources.list.d ]; then
    find /etc/apt/sources.list.d -name 'debian*' -exec cp {} "$sources" \;
  fi
  if [ -f /etc/apt/sources.list ]; then
    cp /etc/apt/sources.list "$sources/system.list"
  fi
  mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -E '/debian/?$' | head -n 1)
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $VERSION_CODENAME-backports main" \
    >"$sources/backports.list"
  architectures=$(printf '"%s"; ' "$@")
  cat >"$folder/apt.conf" <<EOF
APT::Architectures { $architectures };
Dir::State::lists "$folder/lists";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$sources";
EOF
  export APT_CONFIG="$folder/apt.conf"
  # A source without a foreign architecture is no reason to stop; what is missing shows below.
  apt-get update -q || true
}

version_of() {
  apt-cache policy "$1" | awk '/Candidate/ { print $2 }'
}

# Unpacks the compiler in the folder, with packages of the same version: sets `rust`, that version, and `compiler`, a command.
unpack_compiler() {
  local branch llvm package extra=()
  rust=$(version_of rustc-web)
  branch=$(echo "$rust" | cut -d. -f1,2)
  llvm=$(apt-cache depends "libstd-rust-web-$branch" | awk '/libllvm/ { print $2; exit }')
  for package in "$@"; do
    extra+=("$package=$rust")
  done
  (
    cd "$folder/packages"
    apt-get download -q "rustc-web=$rust" "libstd-rust-web-$branch=$rust" "libstd-rust-web-dev=$rust" "$llvm" "${extra[@]}"
    for package in *.deb; do
      # Of a source package, the library alone is of use.
      case "$package" in
        rust-web-src_*) dpkg --fsys-tarfile "$package" | tar -x -C "$folder/root" --wildcards './usr/src/rustc-*/library' ;;
        *) dpkg -x "$package" "$folder/root" ;;
      esac
    done
    rm -f -- *.deb
  )
  compiler="LD_LIBRARY_PATH=\"$folder/root/usr/lib/x86_64-linux-gnu\" exec \"$folder/root/usr/bin/rustc\""
}

# The compiler of the system, given the standard libraries of these targets by rustup.
add_by_rustup() {
  command -v rustup >/dev/null || fail "this system lacks rustup, for the standard libraries of $*"
  rustup target add "$@"
  compiler="exec \"$(rustup which rustc)\""
}

# Fails if something is missing, naming each. Elsewhere than on Debian what cannot be fetched must be there.
need() {
  [ "$#" -eq 0 ] && return
  printf "$name: this system lacks %s\n" "$@" >&2
  fail "only Debian 12 or later is set up without help; elsewhere, install these first"
}

# A program in the folder with this text in the shell's language. Not in that of any `sh`: some drop variables with hyphens, by which Cargo tells tests
# where programs such as `holloway-lua` are.
script() {
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$folder/$1"
  chmod +x "$folder/$1"
}
