# SPDX-License-Identifier: Apache-2.0
#
# The targets of the gateway's benchmark: functions that prepare and start them, and put them under
# load. Sourced by gateway-benchmark.sh. Changes to the root; ends every process that it started
# when the script exits. Cannot be run directly.
# shellcheck shell=bash

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
bench=$PWD/llm/gateway/target/bench
jar=$PWD/llm/gateway/target/triune-gateway.jar
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
program=("$java" -XX:+UseSerialGC -cp "$bench/classes" dev.triune.gateway.bench.Bench)
temporary=$(mktemp -d)
declare -A port pid # of each target; direct is the mock itself
declare -a started=()

finish() {
  local status=$? process
  trap '' INT TERM
  for process in "${started[@]}"; do kill "$process" 2> /dev/null || true; done
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

build() {
  local free
  mkdir -p "$bench/classes"
  "${java}c" --release 17 -d "$bench/classes" \
    llm/gateway/src/bench/java/dev/triune/gateway/bench/*.java
  mapfile -t free < <("${program[@]}" ports --count 4)
  port=([direct]=${free[0]} [nginx]=${free[1]} [portkey]=${free[2]} [triune]=${free[3]})
}

# Runs a target in the background until the script exits, with its output in a separate file.
start() { # target, command
  local target=$1 log=$bench/$1.log i
  shift
  echo "starting $target" >&2
  "$@" > "$log" 2>&1 < /dev/null &
  pid[$target]=$!
  started+=("$!")
  for ((i = 0; i < 300; i++)); do
    kill -0 "${pid[$target]}" 2> /dev/null || break
    if (: < "/dev/tcp/127.0.0.1/${port[$target]}") 2> /dev/null; then return; fi
    sleep 0.1
  done
  fail "$target did not start, see $log"
}

prepare_direct() {
  [ -r /proc/self/task/self/children ] || [ -r "/proc/$$/task/$$/children" ] \
    || fail "no /proc with the CPU time of processes: this needs Linux"
  command -v "${java}c" > /dev/null || fail "no javac: install a JDK 17 or newer, or set JAVA_HOME"
}

start_direct() {
  start direct "${program[@]}" mock --port "${port[direct]}"
}

prepare_nginx() {
  nginx=$(PATH=$PATH:/usr/sbin command -v nginx) \
    || fail "no nginx: install it, on Debian by apt-get install nginx-light"
}

# Runs as the current user, with persistent connections on both sides, and without buffering or
# logging.
start_nginx() {
  cat > "$temporary/nginx.conf" << CONFIG
daemon off;
pid $temporary/nginx.pid;
worker_processes auto;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path $temporary/body;
  proxy_temp_path $temporary/proxy;
  fastcgi_temp_path $temporary/fastcgi;
  uwsgi_temp_path $temporary/uwsgi;
  scgi_temp_path $temporary/scgi;
  upstream model {
    server 127.0.0.1:${port[direct]};
    keepalive 256;
    keepalive_requests 100000000;
  }
  server {
    listen 127.0.0.1:${port[nginx]};
    keepalive_requests 100000000;
    location / {
      proxy_pass http://model;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
CONFIG
  start nginx "$nginx" -e stderr -c "$temporary/nginx.conf"
}

# With newer versions of hono and its server, this version of the gateway answers streams with 500.
prepare_portkey() {
  if ! command -v node > /dev/null || ! command -v npm > /dev/null; then
    fail "no node with npm: install node 20 or newer, with npm"
  fi
  mkdir -p "$bench/portkey"
  cat > "$bench/portkey/package.json" << 'PACKAGE'
{
  "private": true,
  "dependencies": {
    "@hono/node-server": "1.13.8",
    "@portkey-ai/gateway": "1.15.2",
    "hono": "4.9.7"
  },
  "overrides": { "@hono/node-server": "1.13.8", "hono": "4.9.7" }
}
PACKAGE
  [ -f "$bench/portkey/installed" ] && return
  echo 'fetching @portkey-ai/gateway with npm' >&2
  npm --prefix "$bench/portkey" install --no-audit --no-fund > "$bench/npm.log" 2>&1 \
    || fail "npm could not install @portkey-ai/gateway, see $bench/npm.log"
  touch "$bench/portkey/installed"
}

# It has no option for the interface and would listen on all of them.
start_portkey() {
  local loopback='import net from "node:net";
    const listen = net.Server.prototype.listen;
    net.Server.prototype.listen = function (port, host, ...rest) {
      return listen.call(this, port, "127.0.0.1", ...rest);
    };'
  NODE_ENV=production start portkey node --import "data:text/javascript,${loopback//$'\n'/ }" \
    "$bench/portkey/node_modules/@portkey-ai/gateway/build/start-server.js" \
    "--port=${port[portkey]}" --headless
}

prepare_triune() { :; }

start_triune() {
  cat > "$temporary/triune.yaml" << CONFIG
default-model: mock-model
providers:
  mock: {url: "http://127.0.0.1:${port[direct]}/v1", permits: 256, queue: 1000}
CONFIG
  start triune "$java" -jar "$jar" serve --config "$temporary/triune.yaml" --port "${port[triune]}"
}

# The CPU time of a process and its children, in milliseconds: the 14th and 15th fields of
# /proc/PID/stat; the second field, a name in parentheses, may contain spaces.
milliseconds() { # pid
  local process stat fields ticks=0
  for process in "$1" $(< "/proc/$1/task/$1/children"); do
    stat=$(< "/proc/$process/stat")
    read -ra fields <<< "${stat##*) }"
    ticks=$((ticks + fields[11] + fields[12]))
  done
  echo $((ticks * 1000 / $(getconf CLK_TCK)))
}

# Prints one line of name=value. The load runs in the background, so that signals are handled at
# once.
measure() { # target, plain or stream, connections, seconds to warm up, seconds to measure
  local target=$1 mode=$2 before line
  local options=(--connections "$3" --warmup "$4" --seconds "$5")
  [ "$mode" = plain ] || options+=(--stream)
  [ "$target" != portkey ] || options+=(
    --header 'x-portkey-provider: openai'
    --header "x-portkey-custom-host: http://127.0.0.1:${port[direct]}/v1"
    --header 'Authorization: Bearer none')
  options+=(--target "http://127.0.0.1:${port[$target]}/v1/chat/completions")
  before=$(milliseconds "${pid[$target]}") \
    || fail "$target is gone, see $bench/$target.log"
  "${program[@]}" load "${options[@]}" > "$temporary/load" 2> "$bench/load.log" &
  started+=("$!")
  wait "$!" || sed "s/^/$target, $mode, connections: $3: /" "$bench/load.log" >&2
  unset 'started[-1]'
  line=$(< "$temporary/load")
  [ -n "$line" ] || fail "$target could not be measured, see $bench/load.log"
  echo "target=$target mode=$mode connections=$3 $line" \
    "cpu-ms=$(($(milliseconds "${pid[$target]}") - before))"
}
