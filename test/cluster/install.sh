#!/usr/bin/env bash
# Installs what `npm run cluster:up` needs from Debian's packages: `sudo test/cluster/install.sh`.
# Nothing of it is started or configured; the clusters have files and ports of their own.
set -euo pipefail

packages=(
  slurm-wlm slurmdbd mariadb-server-core mariadb-client-core
  python3-distributed
  gridengine-master gridengine-exec gridengine-client
)

missing=()
for package in "${packages[@]}"; do
  dpkg-query --show --showformat='${Status}' "$package" 2> /dev/null | grep --quiet 'ok installed' ||
    missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}"
