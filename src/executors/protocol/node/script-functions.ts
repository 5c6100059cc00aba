/**
 * The parts of a node's script that are the same for every job. They use `dash`, coreutils, `grep`
 * and, where it is there, `setsid`; a job that runs well costs five processes of these.
 */

/** Claims a number for this start, and defines what prepare is made of. */
export const BEFORE_COMMAND: string = String.raw`
start=0
while ! (set -C; : >"$marks.begin.$start") 2>/dev/null; do
  if [ ! -e "$marks.begin.$start" ]; then echo "flow: cannot write $marks.begin.$start" >&2; exit 1; fi
  start=$((start + 1))
done
begun=$(date +%s.%N)
if ! { read -r host </proc/sys/kernel/hostname; } 2>/dev/null; then host=$(uname -n); fi
host=\${SLURMD_NODENAME:-$host}
printf 'flow-begin 1\nhost %s\npid %s\nbegin %s\n' "$host" "$$" "$begun" >"$marks.begin.$start"

newline='
'
seen=
kept=
asked=
timed_out=
child=

# Writes the exit record: tell WHAT-LINE
tell() {
  try=0
  until write_record "$1"; do
    try=$((try + 1))
    if [ "$try" -ge 5 ]; then return 1; fi
    sleep 1
  done 2>/dev/null
}

write_record() {
  {
    printf 'flow-exit 1\ntoken %s\nstart %s\nhost %s\npid %s\n' "$token" "$start" "$host" "$$" &&
      printf 'begin %s\nend %s\n%s\n' "$begun" "$(date +%s.%N)" "$1" &&
      printf %s "$asked$kept$seen" &&
      printf 'complete %s\n' "$token"
  } >"$marks.exit.$start.tmp" && mv -f -- "$marks.exit.$start.tmp" "$marks.exit.$start"
}

# An earlier start that came to an end by itself is the attempt's end: nothing runs again.
earlier=$start
while [ "$earlier" -gt 0 ]; do
  earlier=$((earlier - 1))
  if [ -e "$marks.exit.$earlier" ] && ! grep -q '^interrupted ' "$marks.exit.$earlier"; then
    mv -f -- "$marks.begin.$start" "$marks.begun-again.$start"
    exit 0
  fi
done

exists() { [ -e "$1" ] || [ -L "$1" ]; }

remove() {
  rm -rf -- "$1" 2>/dev/null || { chmod -R u+w -- "$1"; rm -rf -- "$1"; } 2>/dev/null
}

there() { [ -e "$1" ] || missing="$missing $2"; }

# A network file system may hide what another node has made a moment ago.
wait_for() {
  "$1"
  while [ -n "$missing" ] && [ "$latency" -gt 0 ]; do
    latency=$((latency - 1))
    sleep 1
    "$1"
  done
}

not_ready() {
  put_back
  line=$(printf %s "$1" | head -n 1)
  tell "not-prepared $line"
  exit 1
}

folder() {
  [ -d "$1" ] || said=$(mkdir -p -- "$1" 2>&1) || not_ready "$said"
}

file() {
  { printf %s "$2" >"$1.$start.tmp" && mv -f -- "$1.$start.tmp" "$1"; } 2>/dev/null ||
    not_ready "cannot write $1"
}

# What was not there at the launch was made by an earlier start.
fresh() {
  if [ "$start" -gt 0 ] && exists "$1"; then remove "$1"; fi
}

# If it lies aside already, an earlier start moved it, and what is in its place is partial.
aside() {
  if exists "$2"; then
    if exists "$1"; then remove "$1"; fi
  elif exists "$1"; then
    said=$(mv -- "$1" "$2" 2>&1) || not_ready "$said"
  fi
}

back() {
  if exists "$2"; then
    if exists "$1"; then remove "$1"; fi
    mv -- "$2" "$1" 2>/dev/null
  fi
}

drop() { if exists "$1"; then remove "$1"; fi; }

keep() {
  if exists "$1"; then
    case $2 in */*) mkdir -p -- "\${2%/*}" ;; esac
    if mv -- "$1" "$2"; then kept="kept true$newline"; fi
  fi
}

put_back() { :; }

not_started() {
  put_back
  tell "not-started $1"
  exit 1
}

# needs bash|program NAME
needs() {
  if ! { true >>"$log"; } 2>/dev/null; then not_started log; fi
  case $2 in
    */*)
      if [ ! -e "$2" ]; then not_started absent; fi
      if [ ! -x "$2" ] || [ -d "$2" ]; then not_started not-executable; fi
      ;;
    *)
      if ! command -v "$2" >/dev/null; then
        if [ "$1" = bash ]; then not_started bash; else not_started not-found; fi
      fi
      ;;
  esac
}

# Ends the job's group, and kills it after a while; on a signal, and when its time is over.
stop() {
  [ -n "$child" ] || return
  kill -s TERM -- "$group$child" 2>/dev/null
  kill -s CONT -- "$group$child" 2>/dev/null
  if [ -n "$killer" ]; then return; fi
  $setsid sh -c "sleep $grace; kill -s KILL -- $group$child" >/dev/null 2>&1 &
  killer=$!
}

setsid=
group=
if command -v setsid >/dev/null; then
  setsid=setsid
  group=-
fi
killer=
timer=
trap 'asked="interrupted TERM$newline"; stop' TERM INT HUP USR2
trap 'timed_out=yes; stop' USR1

# Prints the environments of the attempt's processes that have not ended.
left() { grep -lzsE -- "$pattern" /proc/[0-9]*/environ 2>/dev/null; }

# Ends what is left of the job, wherever it went: end_left GENTLE-LOOKS
end_left() {
  looks=0
  while found=$(left); [ -n "$found" ]; do
    for process in $found; do
      process=\${process#/proc/}
      process=\${process%/environ}
      if [ "$looks" -ge "$1" ]; then
        kill -s KILL "$process"
      elif [ "$looks" -eq 0 ]; then
        kill -s TERM "$process"
        kill -s CONT "$process"
      fi
    done 2>/dev/null
    looks=$((looks + 1))
    if [ "$looks" -gt $(($1 + 100)) ]; then return 1; fi
    sleep 0.1
  done
}`
  .replaceAll(String.raw`\${`, '${')
  .trim();

/** Waits for the command; ends what it left, and settles, where it did not succeed. */
export const AFTER_COMMAND: string = String.raw`
if [ -n "$asked$timed_out" ]; then stop; fi
if [ -n "$limit" ]; then
  $setsid sh -c "sleep $limit; kill -s USR1 $$" >/dev/null 2>&1 &
  timer=$!
fi
wait "$child"
code=$?
while [ "$code" -gt 128 ] && kill -s 0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
for helper in $timer $killer; do
  kill -s KILL -- "$group$helper" 2>/dev/null
done

# Outputs that a process of the job has open for writing, by their places.
written() {
  for process in $(left); do
    process=\${process%/environ}
    for entry in "$process"/fdinfo/*; do
      flags=
      while read -r name value; do
        if [ "$name" = flags: ]; then flags=$value; fi
      done <"$entry"
      case $flags in *[12]) ;; *) continue ;; esac
      place=$(readlink "$process/fd/\${entry##*/}") && is_output "$place"
    done
  done 2>/dev/null
}

line="code $code"
if [ "$code" -eq 0 ] && [ -z "$asked$timed_out" ] && [ -n "$group" ]; then
  looks=0
  while [ "$looks" -lt "$grace_looks" ] && kill -s 0 -- "-$child" 2>/dev/null && [ -z "$asked" ]; do
    looks=$((looks + 1))
    sleep 0.1
  done
  if kill -s 0 -- "-$child" 2>/dev/null; then
    open_outputs=
    here=$(pwd -P)
    written
    end_left 0
    if [ -n "$open_outputs" ]; then line="unfinished$open_outputs"; fi
  fi
fi
if [ "$code" -eq 127 ] && [ -n "$program" ]; then
  first=
  { read -r first <"$program"; } 2>/dev/null
  case $first in
    '#!'*)
      set -- \${first#'#!'}
      if [ ! -e "$1" ]; then line='not-started interpreter'; fi
      ;;
  esac
fi
if [ -n "$timed_out" ] && [ -z "$asked" ]; then line='timed-out true'; fi
if [ "$line" != 'code 0' ] || [ -n "$asked" ]; then
  end_left "$grace_looks"
  settle
  tell "$line"
  if [ "$code" -eq 0 ]; then exit 1; fi
  exit "$code"
fi

touched() { exists "$1" || printf %s "$2" >"$1"; }

# Notes an output if it is there: output PATH PLACE; the arguments are gathered for one look.
places=
set --`
  .replaceAll(String.raw`\${`, '${')
  .trim();

/** One look at all outputs that are there. */
export const LOOK_AT_OUTPUTS: string = String.raw`
if [ "$#" -gt 0 ]; then
  facts=$(stat -L -c 'output %s %.9Y' -- "$@" 2>/dev/null)
  seen="places$places$newline$facts$newline"
fi`.trim();
