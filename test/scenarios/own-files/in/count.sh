echo 1 > count.sh
