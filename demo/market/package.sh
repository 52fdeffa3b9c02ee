#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Packs the market for players who have no Java: a folder with its own runtime, and an archive of it
# for the system on which this runs.
#
#   ./mvnw -q -DskipTests package
#   demo/market/package.sh [MODEL.gguf [SERVER]]
#
# With a model, the game answers with it, in its own process; with SERVER, a folder that contains
# llama-server for this platform, in a process of its own. Writes to demo/market/target/package.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
jar=$here/target/triune-market.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
model=${1:-}
server=${2:-}
[ -z "$model" ] || [ -f "$model" ] || { echo "$model: there is no such file" >&2; exit 2; }
[ -z "$server" ] || [ -d "$server" ] || { echo "$server: there is no such folder" >&2; exit 2; }
jpackage=${JAVA_HOME:+$JAVA_HOME/bin/}jpackage
command -v "$jpackage" > /dev/null || { echo "no jpackage: use a whole JDK, not a JRE" >&2; exit 2; }

out=$here/target/package
rm -rf "$out"
mkdir -p "$out/input"
cp "$jar" "$out/input/"
cp "$here/../../LICENSE" "$here/../../NOTICE" "$out/input/"
arguments=()
if [ -n "$model" ]; then
  mkdir "$out/input/models"
  cp "$model" "$out/input/models/model.gguf"
  arguments+=(--arguments "--local \$APPDIR/models/model.gguf")
fi
if [ -n "$server" ]; then
  cp -R "$server" "$out/input/bin"
  arguments+=(--arguments "--server \$APPDIR/bin")
fi

# The modules that the jar needs: those that its classes name, and zip files and TLS at run time.
"$jpackage" --type app-image --name triune-market --dest "$out" --input "$out/input" \
  --main-jar triune-market.jar --java-options --enable-native-access=ALL-UNNAMED \
  --add-modules java.base,java.desktop,java.logging,java.management,java.naming,java.sql,jdk.crypto.ec,jdk.unsupported,jdk.zipfs \
  --jlink-options "--strip-debug --no-header-files --no-man-pages --compress=2" \
  "${arguments[@]}"
rm -rf "$out/input"
tar -C "$out" -czf "$out/triune-market.tar.gz" triune-market
du -sh "$out/triune-market" "$out/triune-market.tar.gz"
