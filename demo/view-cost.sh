#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of the view for the game thread. Runs the same simulated village at full speed,
# without a view and with a watched one, in pairs of alternating order; a viewer reads the stream of
# events with curl to its end. The fingerprints of both must be equal.
#
#   ./mvnw -q -DskipTests package
#   demo/view-cost.sh [ROUNDS [VILLAGERS [TICKS]]]    default: 8 pairs, 200 villagers, 12000 ticks
#
# Prints p50 and p99 of the tick of each run, then the quartiles of the paired ratios: 1.01 is one
# percent slower. Percentiles have buckets 2 % wide, so one pair cannot show one percent; the mean
# tick (seconds of the run per tick, including frames) is printed as well. Exits with code 1 if a
# run failed, was not watched, or has a different fingerprint.
set -euo pipefail

rounds=${1:-8}
villagers=${2:-200}
ticks=${3:-12000}
jar=$(cd "$(dirname "$0")" && pwd)/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }

work=$(mktemp -d)
game=
trap '[ -z "$game" ] || kill "$game" 2> /dev/null || true; rm -rf "$work"' EXIT
options=(--villagers "$villagers" --ticks "$ticks" --speed max --seed 7 --quiet)

figure() { # file, key: the first number or word of that key in the report
  sed -n "s/^ *\"$2\" : \"\{0,1\}\([^\",]*\).*/\1/p" "$1" | head -n 1
}

fail() { # words: ends it, with what the run printed last
  echo "$1" >&2
  tail -n 5 "$work/out" >&2
  exit 1
}

watch() { # reads all events; the address is in what the game prints first
  local url=
  while [ -z "$url" ]; do
    kill -0 "$game" 2> /dev/null || return 1
    url=$(sed -n 's/.*view: \(http:[^ ]*\).*/\1/p' "$work/out" | head -n 1)
    [ -n "$url" ] || sleep 0.05
  done
  curl -sN "$url/events" > "$work/events" || true # it is cut off at the end, which is no failure
}

run() { # label, options...
  local label=$1 report=$work/report.json
  shift
  rm -f "$report" "$work/events"
  java -jar "$jar" "${options[@]}" --report "$report" "$@" > "$work/out" 2>&1 &
  game=$!
  if [ "$label" = on ]; then
    watch || fail "no view"
  fi
  wait "$game" || fail "$label: the village failed"
  game=
  if [ "$label" = on ]; then
    [ "$(grep -c '^event: frame' "$work/events")" -gt 5 ] || fail "nobody watched"
  fi
  local print
  print=$(figure "$report" fingerprint)
  [ "${first:=$print}" = "$print" ] || fail "$label: fingerprint $print, and not $first"
  echo "$label $(figure "$report" p50Ms) $(figure "$report" p99Ms) $(figure "$report" wallSeconds)" \
    >> "$work/runs"
  tail -n 1 "$work/runs" | awk -v n="$ticks" \
    '{ printf "%-5s %9.3f %9.3f %9.3f %9.1f\n", $1, $2, $3, $4 * 1000 / n, $4 }'
}

printf '%-5s %9s %9s %9s %9s\n' view p50Ms p99Ms meanMs seconds
for ((round = 0; round < rounds; round++)); do
  if ((round % 2 == 0)); then
    run off
    run on --view 0
  else
    run on --view 0
    run off
  fi
done

echo
awk '
  function quartiles(name, values, n,    i, j, keep) {
    for (i = 2; i <= n; i++)
      for (j = i; j > 1 && values[j - 1] > values[j]; j--) {
        keep = values[j]; values[j] = values[j - 1]; values[j - 1] = keep
      }
    printf "%-5s with view / without: median %.4f, quartiles %.4f to %.4f (%d pairs)\n",
      name, at(values, n, 0.5), at(values, n, 0.25), at(values, n, 0.75), n
  }
  function at(values, n, share,    place, low) {
    place = 1 + (n - 1) * share
    low = int(place)
    return values[low] + (low < n ? (place - low) * (values[low + 1] - values[low]) : 0)
  }
  { k[$1]++; for (i = 2; i <= 4; i++) value[$1, i, k[$1]] = $i }
  END {
    names[2] = "p50"; names[3] = "p99"; names[4] = "mean"
    for (i = 2; i <= 4; i++) {
      for (n = 1; n <= k["off"]; n++) ratio[n] = value["on", i, n] / value["off", i, n]
      quartiles(names[i], ratio, k["off"])
    }
  }' "$work/runs"
