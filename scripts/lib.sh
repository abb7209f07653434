# Functions shared by the scripts. Source it: . "$(dirname "$0")/lib.sh"
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export ROOT

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# Prints how this user can install packages: "" for root, "sudo" if no password is needed; otherwise fails.
installer() {
  have apt-get || return 1
  if [ "$(id -u)" = 0 ]; then echo ""; return 0; fi
  if have sudo && sudo -n true 2>/dev/null; then echo sudo; return 0; fi
  return 1
}

# install_packages WHY PACKAGE...: installs packages with apt if allowed, otherwise prints what to install and exits.
install_packages() {
  local why=$1 as; shift
  if ! as=$(installer); then
    die "$why. Install it, for example: sudo apt-get install $*"
  fi
  say "installing $* ($why)"
  # RUNLEVEL=1 prevents packages from starting services; apt waits up to ten minutes for its lock.
  local run=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=600 -qq -y)
  ${as:+$as} "${run[@]}" install --no-install-recommends "$@" >/dev/null 2>&1 && return 0
  ${as:+$as} "${run[@]}" update >/dev/null || warn "apt-get update failed; trying with the lists at hand"
  ${as:+$as} "${run[@]}" install --no-install-recommends "$@" >/dev/null || die "$why, and apt-get could not install: $*"
}

# Prints the browser of tests: the configured one; Chromium's headless shell, which takes two thirds of the time; or a full
# Chromium. Installs one if allowed.
browser() {
  local named=${MOTHERLODE_CHROMIUM:-} package
  if [ -n "$named" ]; then [ -x "$named" ] && echo "$named"; return; fi
  for package in chromium-headless-shell chromium; do
    if ! have "$package" && installer >/dev/null; then
      (install_packages "tests want a browser" "$package") >&2 || true
    fi
    command -v "$package" && return
  done
  command -v google-chrome
}

# free_ports N: prints N free loopback ports in one line.
free_ports() {
  node -e '
    const net = require("node:net");
    const servers = Array.from({ length: Number(process.argv[1]) }, () => net.createServer());
    Promise.all(servers.map((s) => new Promise((ok) => s.listen(0, "127.0.0.1", ok)))).then(() => {
      console.log(servers.map((s) => s.address().port).join(" "));
      servers.forEach((s) => s.close());
    });' "$1"
}

# wait_for SECONDS WHAT COMMAND...: waits until the command succeeds.
wait_for() {
  local tries=$(($1 * 10)) what=$2; shift 2
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || { warn "$what did not come up in time"; return 1; }
    sleep 0.1
  done
}

# version_at_least HAVE WANT
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" = "$2" ]; }

# Prints cargo's target directory.
target_dir() { echo "${CARGO_TARGET_DIR:-$ROOT/target}"; }

# responds URL: succeeds if a GET request has a status below 300. Node is there on every machine, curl is not.
responds() {
  node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "$1"
}
