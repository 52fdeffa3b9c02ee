#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what minds add to a tick of a world that exists, in the shapes of four games: a server with
# a delta of its own, turns, ticks of 600 ms, and frames. Prints the time of the game alone, what the
# plugin adds without agents, and what a hundred agents add among 3,000 things, with Vision, danger
# and speech.
#
#   core/existing-world-benchmark.sh            about 7 minutes
#   core/existing-world-benchmark.sh --smoke    under a minute: only shows that the benchmark runs
#
# Measures each in three rounds; the goals apply to the median. Exits with code 1 if one is missed; a
# smoke run checks no goals.
set -euo pipefail

module=core
artifact=triune-core
# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/../llm/broker/benchmark-ratios.sh"

status=0
things=3000
for ((round = 1; round <= rounds; round++)); do
  measure "$round" ExistingWorldBenchmark existing-world
done

median() { # shape, agents: picoseconds for one tick, over the rounds
  local round
  for ((round = 1; round <= rounds; round++)); do
    echo "${score["$round tick $2,$1,$things"]}"
  done | sort -n | sed -n "$(((rounds + 1) / 2))p"
}

row() { # shape, what, picoseconds, goal in picoseconds
  local verdict=met
  if $smoke; then
    verdict='not judged'
  elif [ "$3" -gt "$4" ]; then
    verdict=MISSED
    status=1
  fi
  printf '%-8s %-14s %10s us   goal: at most %s   %s\n' "$1" "$2" "$(decimal "$(($3 / 1000))")" \
    "$(($4 / 1000000))" "$verdict"
}

# a measured tick of these is several calls of world.process()
declare -A frames=([server]=5 [turns]=1 [ticks]=1 [frames]=3)
for shape in server turns ticks frames; do
  alone=$(median "$shape" alone)
  printf '%-8s %-14s %10s us\n' "$shape" 'game alone' "$(decimal "$((alone / 1000))")"
  row "$shape" 'no agents' "$(($(median "$shape" 0) - alone))" $((frames[$shape] * (2000000 + things * 1000)))
  row "$shape" '100 agents' "$(($(median "$shape" 100) - alone))" 150000000
done
exit "$status"
