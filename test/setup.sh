#!/usr/bin/env bash
# What the tests need beyond `npm ci`: a Chromium to drive. Where it is missing, Debian's is installed if we may.
set -euo pipefail

for browser in "${CHROMIUM_PATH:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
  if [ -x "$browser" ]; then exit 0; fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "There is no Chromium here: installing the distribution's."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq </dev/null
  apt-get install -y -qq --no-install-recommends chromium </dev/null
  exit 0
fi

cat >&2 <<'MESSAGE'
The browser tests need Chromium or Chrome, and there is none here. Install it, on Debian for example with
    sudo apt-get install chromium
or say where it is with the variable CHROMIUM_PATH.
MESSAGE
exit 1
