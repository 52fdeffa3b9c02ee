#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks that broker and core work in an Android game, with two tools from Maven Central: the class
# library of the API level contains what they use, and D8 converts their byte code, and that of
# their libraries, to dex. Usage:
#   core/android-check.sh        downloads about 21 MB the first time
set -euo pipefail
cd "$(dirname "$0")/.."
r8=9.5.28     # of com.android.tools:r8, which contains D8
level=35      # the minimum supported, see docs/platforms.md
work=core/target/android

echo "== the class library of Android"
./mvnw -B -ntp -q -Pandroid -Dmaven.test.skip -pl llm/testsupport,llm/broker,core,core/memory,core/habits,core/talk package

echo "== D8, for level $level"
rm -rf "$work" && mkdir -p "$work/dex"
./mvnw -B -ntp -q dependency:copy -N -Dartifact="com.android.tools:r8:$r8" -DoutputDirectory="$PWD/$work"
./mvnw -B -ntp -q -Dmaven.test.skip -pl llm/testsupport,llm/broker,core,core/memory,core/habits,core/talk package dependency:copy-dependencies \
  -DincludeScope=runtime -DexcludeGroupIds=dev.triune -DoutputDirectory="$PWD/$work/libraries"
ours() { find "$(dirname "$1")" -maxdepth 1 -name "$(basename "$1")-[0-9]*.jar" ! -name "*sources*" ! -name "*javadoc*" | sort | tail -n 1; }
home=$(dirname "$(dirname "$(readlink -f "$(command -v "${JAVA_HOME:+$JAVA_HOME/bin/}java")")")")
java -Xmx1g -cp "$work/r8-$r8.jar" com.android.tools.r8.D8 --release --min-api "$level" \
  --lib "$home" --output "$work/dex" "$work"/libraries/*.jar \
  "$(ours llm/broker/target/triune-llm)" "$(ours core/target/triune-core)" 2>&1 | tee "$work/d8.log"
if [ -s "$work/d8.log" ]; then echo "D8 had something to say" >&2; exit 1; fi
ls -l "$work/dex"
