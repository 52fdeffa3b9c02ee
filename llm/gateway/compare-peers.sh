#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares what eight games get that share one small account: directly, through nginx, through the
# npm package @portkey-ai/gateway, and through ours. All at once, each with a mock of a model's server
# of its own that allows 60 requests a minute, 6 a second, and fails one in twenty; the games want
# about twice as much. All games have the same client, which sends again what was refused.
#
#   llm/gateway/compare-peers.sh            five minutes
#   llm/gateway/compare-peers.sh --smoke    20 seconds: direct and ours
#
# Needs Linux, nginx, node with npm (the package is fetched once), and the gateway's jar. Prints for
# each target: refusals (429) that games and the server saw, plans answered and failed, how many of the
# players' lines were answered within 15 s, their median and p99 (a line without an answer counts as
# 15 s), and Jain's index of the plans that the games got (1: all the same). Compares no CPU. Without
# --smoke it draws docs/peers.svg.
set -euo pipefail

seconds=300
wanted=(direct nginx portkey triune)
case "$#:${1:-}" in
  0:) ;;
  1:--smoke)
    seconds=20
    wanted=(direct triune)
    ;;
  *)
    echo "unknown: $* (expected nothing or --smoke)" >&2
    exit 2
    ;;
esac

# shellcheck source=llm/gateway/benchmark-targets.sh
source "$(dirname "$0")/benchmark-targets.sh"
[ -f "$jar" ] || fail "no $jar: run ./mvnw -pl llm/gateway -am -DskipTests package first"

for target in "${wanted[@]}"; do "prepare_$target"; done
build
mapfile -t mocks < <("${program[@]}" ports --count "${#wanted[@]}")
declare -A mock
for i in "${!wanted[@]}"; do
  name=mock-${wanted[i]}
  port[$name]=${mocks[i]}
  mock[${wanted[i]}]=${mocks[i]}
  start "$name" "${program[@]}" limited --port "${mocks[i]}" --per-minute 60 --errors 5
done

declare -a players=()
for target in "${wanted[@]}"; do
  # the targets' functions send to the port of "direct"
  port[direct]=${mock[$target]}
  options=(--seconds "$seconds" --counts "http://127.0.0.1:${mock[$target]}/counts")
  if [ "$target" = portkey ]; then
    options+=(
      --header 'x-portkey-provider: openai'
      --header "x-portkey-custom-host: http://127.0.0.1:${mock[portkey]}/v1"
      --header 'Authorization: Bearer none')
  fi
  case $target in
    direct) ;;
    triune)
      cat > "$temporary/triune.yaml" << CONFIG
default-model: mock-model
providers:
  mock: {url: "http://127.0.0.1:${port[direct]}/v1", rpm: 60, permits: 32}
CONFIG
      start triune "$java" -jar "$jar" serve --config "$temporary/triune.yaml" \
        --port "${port[triune]}"
      ;;
    *) "start_$target" ;;
  esac
  options+=(--target "http://127.0.0.1:${port[$target]}/v1/chat/completions")
  "${program[@]}" games "${options[@]}" > "$temporary/$target.result" 2> "$bench/games-$target.log" &
  players+=("$!")
  started+=("$!")
done
for player in "${players[@]}"; do wait "$player" || fail "a game ended, see $bench/games-*.log"; done

for target in "${wanted[@]}"; do
  echo "target=$target $(< "$temporary/$target.result")"
done | tee "$bench/peers.txt" | awk '
  BEGIN { printf "%-8s %9s %9s %7s %7s %9s %8s %8s %6s %7s\n", "target", "429 seen", "429 sent", "plans",
    "failed", "lines", "median", "p99", "Jain", "greedy" }
  {
    for (i = 1; i <= NF; i++) { split($i, pair, "="); of[pair[1]] = pair[2] }
    printf "%-8s %9d %9d %7s %7d %9s %6.1f s %6.1f s %6.3f %7s\n", of["target"], of["refusals"],
      of["server-refusals"], of["plans"], of["failed"], of["urgent-answered"] "/" of["urgent"],
      of["urgent-p50-ms"] / 1000, of["urgent-p99-ms"] / 1000, of["jain"], of["greedy"] "/" of["others"]
  }'

[ "$seconds" -ge 60 ] || exit 0
awk '
  function bar(row, label, share, words) {
    printf "<text x=\"104\" y=\"%d\" text-anchor=\"end\">%s</text>", row + 11, label
    printf "<rect x=\"110\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>", row,
      1 + 220 * share, label == "triune" ? "#2a6f97" : "#a9bcc9"
    printf "<text x=\"%.1f\" y=\"%d\">%s</text>\n", 116 + 220 * share, row + 11, words
  }
  { for (i = 1; i <= NF; i++) { split($i, pair, "="); of[NR, pair[1]] = pair[2] }
    if (of[NR, "refusals"] > top) top = of[NR, "refusals"] }
  END {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 440 300\" font-family=\"sans-serif\" font-size=\"11\">"
    print "<title>Eight games that share 60 requests a minute</title>"
    print "<rect width=\"440\" height=\"300\" fill=\"#fff\"/>"
    print "<text x=\"10\" y=\"18\" font-weight=\"bold\">Players answered within 15 s</text>"
    print "<text x=\"10\" y=\"114\" font-weight=\"bold\">Refusals (429) that games saw</text>"
    print "<text x=\"10\" y=\"210\" font-weight=\"bold\">Fairness: Jain index of the plans of eight games</text>"
    for (i = 1; i <= NR; i++) {
      answered = of[i, "urgent-answered"] / of[i, "urgent"]
      bar(8 + 18 * i, of[i, "target"], answered, sprintf("%.0f %%", 100 * answered))
      bar(104 + 18 * i, of[i, "target"], of[i, "refusals"] / (top ? top : 1), of[i, "refusals"])
      bar(200 + 18 * i, of[i, "target"], of[i, "jain"], of[i, "jain"])
    }
    print "</svg>"
  }' "$bench/peers.txt" > docs/peers.svg
