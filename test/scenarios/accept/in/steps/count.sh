wc -c < "${snakemake_input[0]}" > "${snakemake_output[0]}"
