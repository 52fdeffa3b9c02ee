#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Four games with one key: starts a gateway with an offline mind that accepts 120 requests a minute,
# and four villages in real time that share it; shows the gateway's activity, and at the end the
# share of each village. Needs no key and no network; everything stays on this machine.
#
#   ./mvnw -q -DskipTests package
#   demo/four-villages.sh [SECONDS]      default: 60
set -euo pipefail

seconds=${1:-60}
[[ $seconds =~ ^[1-9][0-9]{0,3}$ ]] || { echo "SECONDS $seconds (expected 1 to 9999)" >&2; exit 2; }
cd "$(dirname "$0")/.."
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
village=demo/target/triune-village.jar
gateway=llm/gateway/target/triune-gateway.jar
for jar in "$village" "$gateway"; do
  [ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
done

work=$(mktemp -d)
started=()
finish() {
  local process
  for process in "${started[@]}"; do kill "$process" 2> /dev/null || true; done
  for process in "${started[@]}"; do wait "$process" 2> /dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

"$java" -jar "$gateway" serve --offline --port 0 > "$work/gateway" 2>&1 &
started+=("$!")
for ((i = 0; i < 100; i++)); do
  url=$(sed -n 's/.*listens at \([^,;]*\).*/\1/p' "$work/gateway")
  [ -n "$url" ] && break
  sleep 0.1
done
[ -n "$url" ] || { cat "$work/gateway" >&2; echo "the gateway did not start" >&2; exit 1; }
echo "gateway at $url, dashboard: $url/"

for game in 1 2 3 4; do
  "$java" -jar "$village" --gateway "$url" --game "village-$game" --seed "$game" \
    --ticks $((seconds * 20)) --quiet > "$work/village-$game" 2>&1 &
  started+=("$!")
done
for ((elapsed = 0; elapsed + 10 <= seconds; elapsed += 10)); do
  sleep 10
  "$java" -jar "$gateway" stats --url "$url"
done
for process in "${started[@]:1}"; do wait "$process"; done
for game in 1 2 3 4; do
  echo "== village-$game"
  cat "$work/village-$game"
done
