import os

from helper import joined

with open(snakemake.output.table, "w") as out:
    print(snakemake.rule, snakemake.wildcards.name, snakemake.wildcards[0], file=out)
    print(joined(snakemake.input.images), snakemake.input.mask, snakemake.input[1], len(snakemake.input), file=out)
    print(snakemake.params.sigma * 2, joined(snakemake.params["labels"]), snakemake.config["unit"], file=out)
    print(snakemake.threads, snakemake.resources.cpus_per_task, snakemake.resources.mem_mb, file=out)
    print(os.path.basename(snakemake.scriptdir), os.path.basename(__file__), file=out)
with open(snakemake.log[0], "w") as log:
    print("measured", file=log)
