#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what a slow model costs the villagers. Runs the same villages with an offline mind whose
# answers begin after at most 0.2, 1, 2, 5 and 10 seconds of simulated time, so the figures do not
# depend on the machine.
#
#   ./mvnw -q -DskipTests package
#   demo/compare-latency.sh [DAYS [SEED...]]      default: 3 days, seeds 401 to 406
#
# Prints a line for each latency: the steps done (the median of the seeds, and the least and the
# most), their share of the steps queued, the requests of which nothing was used, the stories that
# ended well, and the villagers alive. Writes the curve of the steps to docs/latency.svg.
# Exits with code 1 if somebody died.
set -euo pipefail

days=${1:-3}
shift || true
[ $# -gt 0 ] || set -- 401 402 403 404 405 406
[[ $days =~ ^[1-9][0-9]{0,3}$ ]] || { echo "DAYS $days (expected 1 to 9999)" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
jar=$here/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

section() { # name: the numbers of that object of the report, as lines of "key number"
  sed -n "/^  \"$1\" : {/,/}/p" "$work/report.json" | sed -n 's/^ *"\([a-z]*\)" : \([0-9]*\).*/\1 \2/p'
}

for latency in 200 1000 2000 5000 10000; do
  for seed in "$@"; do
    "$java" -jar "$jar" --days "$days" --speed max --seed "$seed" --latency "$latency" --quiet \
      --report "$work/report.json" > "$work/out" 2>&1 || { tail -n 5 "$work/out" >&2; exit 1; }
    requests=$(sed -n 's/^  "requests" : \([0-9]*\).*/\1/p' "$work/report.json")
    { echo "$latency $requests"; section steps; section outcomes; section answers
      echo "alive $(grep -c '"alive" : true' "$work/report.json" || true)"
      echo "all $(grep -c '"alive" : ' "$work/report.json" || true)"
      echo "well $(grep -cE '^  [a-z]+ +yes: ' "$work/out" || true)"
    } | awk '
      NR == 1 { latency = $1; requests = $2; next }
      $1 == "queued" || $1 == "done" || $1 == "alive" || $1 == "all" || $1 == "well" { of[$1] = $2 }
      $1 == "expired" || $1 == "cancelled" || $1 == "superseded" || $1 == "orphaned" { unused += $2 }
      END { print latency, of["done"], of["queued"], unused, requests, of["well"], of["alive"], of["all"] }
    ' >> "$work/runs"
  done
done

printf '%-9s %-22s %8s %8s %8s %8s\n' latency 'steps done' 'of all' unused stories alive
sort -n -k1,1 -k2,2 "$work/runs" | awk -v svg="$work/latency.svg" '
  function flush() {
    if (n == 0) return
    middle = n % 2 ? steps[(n + 1) / 2] : (steps[n / 2] + steps[n / 2 + 1]) / 2
    printf "%5.1f s   %-22s %6.0f %% %6.1f %% %8s %8s\n", at / 1000,
      middle " (" steps[1] " to " steps[n] ")", 100 * done / queued, 100 * unused / requests,
      well, alive "/" all
    points++
    x[points] = at / 1000; least[points] = steps[1]; mid[points] = middle; most[points] = steps[n]
    if (steps[n] > top) top = steps[n]
    n = done = queued = unused = requests = well = alive = all = 0
  }
  $1 != at { flush(); at = $1 }
  { steps[++n] = $2; done += $2; queued += $3; unused += $4; requests += $5; well += $6
    alive += $7; all += $8; if ($7 < $8) died = 1 }
  function left(seconds) { return 50 + 36 * seconds }
  function height(value) { return 190 - 160 * value / top }
  END {
    flush()
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 440 230\" font-family=\"sans-serif\" font-size=\"11\">" > svg
    print "<title>Steps done, by the latency of the model</title>" > svg
    print "<rect width=\"440\" height=\"230\" fill=\"#fff\"/>" > svg
    print "<text x=\"50\" y=\"18\" font-weight=\"bold\">Steps done, by the longest time until an answer begins</text>" > svg
    unit = 50
    while (top / unit > 6) unit *= 2
    for (value = 0; value <= top; value += unit) {
      printf "<path d=\"M50 %.1fH420\" stroke=\"#ddd\"/><text x=\"44\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n", height(value), height(value) + 4, value > svg
    }
    band = line = ""
    for (i = 1; i <= points; i++) {
      band = band (i == 1 ? "M" : "L") left(x[i]) " " height(most[i])
      line = line (i == 1 ? "M" : "L") left(x[i]) " " height(mid[i])
      printf "<text x=\"%.1f\" y=\"206\" text-anchor=\"middle\">%s s</text>\n", left(x[i]), x[i] > svg
    }
    for (i = points; i >= 1; i--) band = band "L" left(x[i]) " " height(least[i])
    print "<path d=\"" band "Z\" fill=\"#9ecae1\" opacity=\".5\"/><path d=\"" line "\" fill=\"none\" stroke=\"#08519c\" stroke-width=\"2\"/>" > svg
    print "<text x=\"50\" y=\"224\" fill=\"#555\">line: the median of the seeds; area: from the least to the most</text>" > svg
    print "</svg>" > svg
    exit died
  }' || status=$?
cp "$work/latency.svg" "$here/../docs/latency.svg"
exit "${status:-0}"
