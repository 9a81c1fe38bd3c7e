#!/usr/bin/env bash
# Runs a command with a Secret Service of its own: a real gnome-keyring, unlocked, on a bus of its own, keeping
# its files in a folder that is removed afterwards.   test/helpers/with-keyring.sh COMMAND [ARGUMENT...]
set -euo pipefail
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p -m 700 "$home/data/keyrings" "$home/run"
export XDG_DATA_HOME=$home/data XDG_RUNTIME_DIR=$home/run
dbus-run-session -- bash -c '
  printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
  "$@"' bash "$@"
