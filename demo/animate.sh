#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Draws docs/village.gif, the animation of the README, from a run of the village in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
.ci/install-browser
./mvnw -q -Pbrowser -pl llm/testsupport/browser -am test -Dtest=VillageAnimation
cp llm/testsupport/browser/target/village.gif docs/village.gif
ls -l docs/village.gif
