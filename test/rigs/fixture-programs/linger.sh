# linger.sh PID_FILE: says who it is, and stays.
echo $$ > "$1.part"
mv "$1.part" "$1"
exec sleep 600
