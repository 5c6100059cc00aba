echo "${snakemake_config[title]}" > "${snakemake_output[0]}"
