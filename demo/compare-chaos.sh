#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what a misbehaving model costs the game loop. Runs the village in real time with each
# fault of the offline mind, with reference runs of --no-llm before, between and after them: the
# differences among these are the noise of the machine.
#
#   ./mvnw -q -DskipTests package
#   demo/compare-chaos.sh [TICKS [ROUNDS]]      default: 1200 ticks (a minute), 1 round
#
# Prints a table and exits with code 1 if a run failed, lost a request, or has a p99 more than 2.5
# ms (a twentieth of a tick) above the worst of --no-llm. Any p99 above the worst of --no-llm is
# marked with a star.
set -euo pipefail

ticks=${1:-1200}
rounds=${2:-1}
jar=$(cd "$(dirname "$0")" && pwd)/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

figure() { # file, key: the first number or word of that key in the report
  sed -n "s/^ *\"$2\" : \"\{0,1\}\([^\",]*\).*/\1/p" "$1" | head -n 1
}

run() { # label, options...
  local label=$1 report=$work/report.json
  shift
  if ! java -jar "$jar" --ticks "$ticks" --speed 1 --seed 7 --quiet --report "$report" "$@" \
      > "$work/out" 2>&1; then
    printf '%-12s failed:\n' "$label"
    tail -n 5 "$work/out"
    status=1
    return
  fi
  local requests ended=0 kind
  requests=$(figure "$report" requests)
  for kind in answered incomplete rejected failed expired cancelled superseded; do
    # outcomes precede answers, so the first match is the right one
    ended=$((ended + $(figure "$report" "$kind")))
  done
  [ "$requests" = "$ended" ] || status=1
  echo "$label $(figure "$report" p99Ms)" >> "$work/p99"
  printf '%-12s %8s %8s %8s %6s %9s %9s %8s\n' "$label" "$(figure "$report" p50Ms)" \
    "$(figure "$report" p99Ms)" "$(figure "$report" maxMs)" "$(figure "$report" over50Ms)" \
    "$requests" "$ended" "$(figure "$report" wallSeconds)"
}

printf '%-12s %8s %8s %8s %6s %9s %9s %8s\n' mode p50Ms p99Ms maxMs over50 requests outcomes seconds
for ((round = 1; round <= rounds; round++)); do
  run no-llm --no-llm
  for mode in none slow hang dead; do run "$mode" --chaos "$mode"; done
  run no-llm --no-llm
  for mode in garbage cut ratelimit all; do run "$mode" --chaos "$mode"; done
  run no-llm --no-llm
done

echo
awk '
  $1 == "no-llm" { if ($2 > worst) worst = $2; if (least == "" || $2 < least) least = $2; next }
  { label[++n] = $1; p99[n] = $2 }
  END {
    printf "p99 without a model: %.3f to %.3f ms, the noise of this machine\n", least, worst
    for (i = 1; i <= n; i++) {
      over = p99[i] - worst
      mark = over > 2.5 ? "TOO SLOW" : over > 0 ? "*" : "within"
      printf "%-12s %8.3f ms  %s\n", label[i], p99[i], mark
      if (over > 2.5) bad = 1
    }
    exit bad
  }' "$work/p99" || status=1
exit "$status"
