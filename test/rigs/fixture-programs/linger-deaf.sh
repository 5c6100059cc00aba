# linger-deaf.sh PID_FILE: says who it is, and stays, even when asked to go.
trap '' TERM INT HUP
echo $$ > "$1.part"
mv "$1.part" "$1"
while :; do sleep 600; done
