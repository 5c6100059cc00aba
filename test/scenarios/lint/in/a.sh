echo ${snakemake_config[depth]} > a.txt
