#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the time until the two runnable jars print, with and without a class data archive, and
# the cost of the first ten seconds of a village in real time for the game loop with the offline
# mind, compared with --no-llm. Runs alternate; figures are medians.
#
#   ./mvnw -q -DskipTests package
#   demo/start-check.sh [ROUNDS]      default: 5; --smoke for one
#
# Exits with code 1 if the village prints its headline after more than 2 s, or if, with an archive,
# it starts running after more than 1 s. Both goals apply to a quiet machine.
set -euo pipefail

rounds=${1:-5}
[ "$rounds" != --smoke ] || rounds=1
cd "$(dirname "$0")/.."
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
village=demo/target/triune-village.jar
gateway=llm/gateway/target/triune-gateway.jar
for jar in "$village" "$gateway"; do
  [ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

archive() { # name, jar, options...: lives a little and archives the classes
  "$java" -XX:ArchiveClassesAtExit="$work/$1.jsa" -Xlog:disable -Xlog:all=error -jar "${@:2}" > /dev/null &
  local process=$!
  [ "$1" = village ] || { sleep 5; kill "$process"; }
  wait "$process" || true
}

seconds() { echo "$EPOCHREALTIME $1" | awk '{ printf "%.2f", $1 - $2 }'; }

start() { # label, options of java...: writes when the first two lines came, then ends the program
  local label=$1 began=$EPOCHREALTIME first=- second=-
  coproc program { exec "$java" "${@:2}" 2> /dev/null; }
  local process=$program_PID
  read -r -u "${program[0]}" _ && first=$(seconds "$began")
  [ "${label%%-*}" = gateway ] || { read -r -u "${program[0]}" _ && second=$(seconds "$began"); }
  kill "$process"
  wait "$process" 2> /dev/null || true
  echo "$label $first $second" >> "$work/starts"
}

tick() { # label, options...
  "$java" -jar "$village" --ticks 200 --seed 7 --quiet --report "$work/r.json" "${@:2}" > /dev/null
  echo "$1 $(sed -n 's/^ *"p99Ms" : \([0-9.]*\).*/\1/p' "$work/r.json" | head -n 1)" >> "$work/ticks"
}

median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

archive village "$village" --ticks 200 --quiet
archive gateway "$gateway" serve --offline --port 0
for ((round = 0; round < rounds; round++)); do
  start village -jar "$village" --seed 7
  start village-archive -XX:SharedArchiveFile="$work/village.jsa" -jar "$village" --seed 7
  start gateway -jar "$gateway" serve --offline --port 0
  start gateway-archive -XX:SharedArchiveFile="$work/gateway.jsa" -jar "$gateway" serve --offline --port 0
  tick no-llm --no-llm
  tick offline
done

printf '%-16s %12s %12s\n' seconds 'first line' 'first event'
for label in village village-archive gateway gateway-archive; do
  printf '%-16s %12s %12s\n' "$label" "$(awk -v l=$label '$1 == l { print $2 }' "$work/starts" | median)" \
    "$(awk -v l=$label '$1 == l { print $3 }' "$work/starts" | median)"
done
for label in no-llm offline; do
  printf '%-16s p99 of a tick %s ms\n' "$label" "$(awk -v l=$label '$1 == l { print $2 }' "$work/ticks" | median)"
done
late() { # label, column, seconds: whether most starts took longer, or printed nothing
  awk -v l="$1" -v c="$2" -v s="$3" '$1 == l { n++; late += $c == "-" || $c > s } END { exit late * 2 <= n }' "$work/starts"
}
if late village 2 2 || late village-archive 3 1; then exit 1; fi
