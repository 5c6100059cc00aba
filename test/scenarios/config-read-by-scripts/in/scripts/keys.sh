for key in "${!snakemake_config[@]}"; do echo "$key"; done | sort > "${snakemake_output[0]}"
