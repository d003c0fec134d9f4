#!/usr/bin/env bash
# Makes ../grist_tools/draw/viewer.bundle.js, which is committed, so that users need no npm. Needs npm; the lock file says which versions.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
npm ci --no-audit --no-fund
npm run --silent bundle
