#!/bin/sh
# gridengine-down.sh DIR: ends what gridengine-up.sh started there, and removes DIR.
set -eu
dir=${1:?usage: gridengine-down.sh DIR}
is_alive() {
  case $(cut -d ')' -f 2 "/proc/$1/stat" 2> /dev/null) in '' | ' Z'*) return 1 ;; esac
}
for name in execd qmaster; do
  [ -s "$dir/$name.pid" ] || continue
  pid=$(cat "$dir/$name.pid")
  is_alive "$pid" || continue
  kill "$pid"
  count=0
  while is_alive "$pid"; do
    count=$((count + 1))
    [ "$count" -lt 50 ] || kill -9 "$pid" 2> /dev/null || true
    sleep 0.1
  done
done
rm -rf "$dir"
