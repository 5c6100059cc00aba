# linger-polite.sh PID_FILE BYE_FILE: says who it is, and stays; when asked to go, says so.
trap 'echo bye > "$2"; exit 3' TERM
echo $$ > "$1.part"
mv "$1.part" "$1"
while :; do sleep 0.01; done
