# die-of.sh SIGNAL: is ended by this signal.
ulimit -c 0
kill -"$1" $$
