test "${snakemake_resources[tmpdir]}" = "$TMPDIR" && echo same > "${snakemake_output[0]}"
