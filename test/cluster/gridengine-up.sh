#!/bin/sh
# gridengine-up.sh DIR: a private Grid Engine on loopback, one host, four slots; all of it below DIR.
# Wants root, and Debian's gridengine-master, gridengine-exec and gridengine-client.
# Then: `. DIR/env.sh`, and qsub, qstat, qdel and qacct talk to it.
set -eu
dir=${1:?usage: gridengine-up.sh DIR}
port=${GRIDENGINE_TEST_PORT:-29400}
here=$(cd "$(dirname "$0")" && pwd)
fail() {
  echo "gridengine-up: $*" >&2
  exit 1
}
for program in /usr/sbin/sge_qmaster /usr/sbin/sge_execd /usr/bin/qsub; do
  [ -x "$program" ] || {
    echo "gridengine-up: no $program: apt-get install gridengine-master gridengine-exec gridengine-client" >&2
    exit 2
  }
done
"$here/gridengine-down.sh" "$dir"

export SGE_ROOT="$dir/root" SGE_CELL=default SGE_QMASTER_PORT="$port" SGE_EXECD_PORT=$((port + 1))
common="$SGE_ROOT/default/common"
mkdir -p "$common" "$dir/qmaster/job_scripts" "$dir/execd" "$dir/spool"
for name in bin lib util utilbin; do ln -s "/var/lib/gridengine/$name" "$SGE_ROOT/$name"; done
# Daemons know themselves by the name that loopback has, whatever the host calls itself.
host=$(hostname)
echo "$host localhost" > "$common/host_aliases"
echo "$host" > "$common/act_qmaster"
sed -e 's/^admin_user .*/admin_user none/' -e 's/^ignore_fqdn .*/ignore_fqdn true/' \
  -e "s|^spooling_params .*|spooling_params $dir/spool|" \
  -e "s|^qmaster_spool_dir .*|qmaster_spool_dir $dir/qmaster|" \
  /usr/share/gridengine/default-bootstrap > "$common/bootstrap"
sed -e "s|^execd_spool_dir .*|execd_spool_dir $dir/execd|" -e 's/^min_uid .*/min_uid 0/' \
  -e 's/^min_gid .*/min_gid 0/' -e 's/^load_report_time .*/load_report_time 00:00:02/' \
  -e 's/flush_time=00:00:15/flush_time=00:00:01/' -e 's/^mailer .*/mailer \/bin\/true/' \
  /usr/share/gridengine/default-configuration > "$dir/configuration"
programs=/usr/lib/gridengine
{
  "$programs/spoolinit" berkeleydb libspoolb "$dir/spool" init
  "$programs/spooldefaults" configuration "$dir/configuration"
  "$programs/spooldefaults" complexes /usr/share/gridengine/util/resources/centry
  "$programs/spooldefaults" usersets /usr/share/gridengine/util/resources/usersets
  "$programs/spooldefaults" managers "$(id -un)"
} > "$dir/init.log" 2>&1 || fail "no spool: $(tail -n 3 "$dir/init.log")"

cat > "$dir/env.sh" << END
export SGE_ROOT=$SGE_ROOT SGE_CELL=default SGE_QMASTER_PORT=$port SGE_EXECD_PORT=$((port + 1))
END
SGE_ND=1 setsid /usr/sbin/sge_qmaster > "$dir/qmaster.log" 2>&1 < /dev/null &
echo $! > "$dir/qmaster.pid"
wait_for() {
  count=0
  until "$@" > "$dir/last.log" 2>&1; do
    count=$((count + 1))
    [ "$count" -lt 150 ] || fail "waited in vain for \`$*\`: $(tail -n 3 "$dir/last.log" "$dir"/*.log "$dir"/qmaster/messages)"
    sleep 0.1
  done
}
wait_for qconf -sconf
qconf -as "$host" > /dev/null
qconf -ah "$host" > /dev/null 2>&1 || true
cat > "$dir/pe" << END
pe_name smp
slots 999
user_lists NONE
xuser_lists NONE
start_proc_args NONE
stop_proc_args NONE
allocation_rule \$pe_slots
control_slaves FALSE
job_is_first_task TRUE
urgency_slots min
accounting_summary FALSE
qsort_args NONE
END
qconf -Ap "$dir/pe" > /dev/null
SGE_ND=1 setsid /usr/sbin/sge_execd > "$dir/execd.log" 2>&1 < /dev/null &
echo $! > "$dir/execd.pid"
wait_for qconf -se "$host"
qconf -ssconf | sed -e 's/^schedule_interval .*/schedule_interval 0:0:1/' \
  -e 's/^flush_submit_sec .*/flush_submit_sec 1/' -e 's/^flush_finish_sec .*/flush_finish_sec 1/' > "$dir/sconf"
qconf -Msconf "$dir/sconf" > /dev/null
qconf -sq > "$dir/queue.template"
sed -e 's/^qname .*/qname all.q/' -e "s/^hostlist .*/hostlist $host/" -e 's/^slots .*/slots 4/' \
  -e 's/^pe_list .*/pe_list smp/' -e 's/^shell .*/shell \/bin\/sh/' \
  -e 's/^load_thresholds .*/load_thresholds NONE/' "$dir/queue.template" > "$dir/queue"
qconf -Aq "$dir/queue" > /dev/null
is_ready() { qstat -f | grep -q '^all.q@.*lx-amd64 *$'; }
wait_for is_ready
