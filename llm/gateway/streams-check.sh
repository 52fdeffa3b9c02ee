#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks the gateway under load. Keeps 1,000 streams open through it for a minute and checks each
# token of each stream, for the last two thirds together with clients that stop reading; monitors
# its threads and memory meanwhile. Then terminates it with SIGTERM while streams are open, and once
# more while its upstream hangs.
#
#   llm/gateway/streams-check.sh            about 3 minutes
#   llm/gateway/streams-check.sh --smoke    20 seconds: 100 streams for 5 seconds, no hung upstream
#
# Needs Linux, a JDK and the gateway's jar. The upstream is a mock that counts, and the client knows
# the expected answer; both share the CPUs with the gateway, on the loopback interface.
#
# Exits with code 1 if a check fails, with code 2 if a requirement is missing.
set -euo pipefail

streams=1000 seconds=60 tokens=50 slow=20 draining=200 drain_tokens=50 smoke=false
case "$#:${1:-}" in
  0:) ;;
  1:--smoke) streams=100 seconds=5 tokens=15 slow=5 draining=20 drain_tokens=20 smoke=true ;;
  *)
    echo "unknown: $* (expected nothing or --smoke)" >&2
    exit 2
    ;;
esac
permits=1024 pause=100 drain=30

cd "$(dirname "$0")/../.."
bench=$PWD/llm/gateway/target/bench
jar=$PWD/llm/gateway/target/triune-gateway.jar
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
program=("$java" -XX:+UseSerialGC -Xmx512m -cp "$bench/classes" dev.triune.gateway.bench.Bench)
temporary=$(mktemp -d)
declare -a started=()

finish() {
  local status=$? process
  trap '' INT TERM
  for process in "${started[@]}"; do kill -KILL "$process" 2> /dev/null || true; done
  for process in "${started[@]}"; do wait "$process" 2> /dev/null || true; done
  rm -rf "$temporary"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  echo "$*" >&2
  exit 2
}

# Runs a server in the background until the script exits, with its output in a separate file.
start() { # name, port, command
  local log=$bench/$1.log port=$2 i
  shift 2
  "$@" > "$log" 2>&1 < /dev/null &
  pid=$!
  started+=("$pid")
  for ((i = 0; i < 300; i++)); do
    kill -0 "$pid" 2> /dev/null || break
    if (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then return; fi
    sleep 0.1
  done
  fail "it did not start, see $log"
}

start_gateway() {
  start streams-gateway "$gateway" \
    "$java" -Xmx256m -jar "$jar" serve --config "$temporary/gateway.yaml" --port "$gateway"
}

# In the background, so that signals are handled at once.
check() { # command, options
  local checking
  "${program[@]}" "$@" --port "$gateway" --pid "$pid" --token-ms "$pause" &
  checking=$!
  started+=("$checking")
  if ! wait "$checking"; then
    status=1
    # otherwise wait would wait for processes that have not ended
    [ "$1" = streams ] || kill -KILL "$pid" 2> /dev/null || true
  fi
  unset 'started[-1]'
}

# 143 is the exit code of a JVM after SIGTERM.
check_exit() {
  local code=0
  wait "$pid" || code=$?
  unset 'started[-1]'
  if [ "$code" = 143 ] || [ "$code" = 0 ]; then
    echo "exit code              $code   held"
  else
    echo "exit code              $code (goal: 143 or 0)   MISSED"
    status=1
  fi
}

[ -r /proc/self/status ] || fail "no /proc with the status of processes: this needs Linux"
command -v "${java}c" > /dev/null || fail "no javac: install a JDK 17 or newer, or set JAVA_HOME"
[ -f "$jar" ] || fail "no $jar; to build it: ./mvnw -pl llm/gateway -am package"
# Each stream needs a few open files here, at the mock and at the gateway.
ulimit -n "$(ulimit -Hn)"

status=0
mkdir -p "$bench/classes"
"${java}c" --release 17 -d "$bench/classes" \
  llm/gateway/src/bench/java/dev/triune/gateway/bench/*.java
mapfile -t free < <("${program[@]}" ports --count 2)
mock=${free[0]} gateway=${free[1]}
cat > "$temporary/gateway.yaml" << CONFIG
default-model: mock-model
providers:
  mock:
    url: "http://127.0.0.1:$mock/v1"
    permits: $permits
    queue: 2000
    gap-timeout: 2m
session: {call-timeout: 2m}
CONFIG
start streams-mock "$mock" "${program[@]}" mock --port "$mock"

start_gateway
echo "$streams streams for $seconds s, each of $tokens tokens $pause ms apart"
check streams --streams "$streams" --seconds "$seconds" --tokens "$tokens" --slow "$slow" \
  --permits "$permits"

echo
echo "SIGTERM while $draining streams are under way"
check drain --streams "$draining" --seconds "$drain" --tokens "$drain_tokens"
check_exit

if ! $smoke; then
  echo
  echo "SIGTERM while the upstream hangs"
  start_gateway
  pause=60000
  check drain --streams "$draining" --seconds "$drain" --tokens 2 --hung
  check_exit
fi
exit "$status"
