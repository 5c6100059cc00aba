# wait-for-file.sh FILE: ends once it is there, or fails after 15 seconds.
i=0
while [ ! -e "$1" ]; do
  i=$((i + 1))
  [ "$i" -lt 1500 ] || exit 1
  sleep 0.01
done
