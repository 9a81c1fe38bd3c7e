#!/usr/bin/env bash
# A desktop session without a screen, until it is killed: a bus, an unlocked Secret Service, a display and a window
# manager. It writes its environment into the file that is its only argument.
set -euo pipefail
export SESSION_FILE=$1 XDG_RUNTIME_DIR=$HOME/run TMPDIR=$HOME/tmp
mkdir -p -m 700 "$XDG_RUNTIME_DIR" "$TMPDIR" "$HOME/.local/share/keyrings"
dbus-run-session -- bash -c '
  printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
  exec xvfb-run -a -s "-screen 0 1280x900x24" bash -c "
    openbox >/dev/null 2>&1 &
    env -0 >\$SESSION_FILE.part && mv \$SESSION_FILE.part \$SESSION_FILE
    wait"'
