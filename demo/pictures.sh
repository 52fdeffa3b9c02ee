#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Draws the pictures of docs/village.md from a run of the village in Chromium. Needs pngquant.
set -euo pipefail
cd "$(dirname "$0")/.."
.ci/install-browser
./mvnw -q -Pbrowser -pl llm/testsupport/browser -am test -Dtest=VillagePictures
for picture in village-wolf village-scenes village-phone village-deeds village-by-hand; do
  pngquant --force --speed 1 --output "docs/$picture.png" 128 "llm/testsupport/browser/target/$picture.png"
done
ls -l docs/village-*.png
