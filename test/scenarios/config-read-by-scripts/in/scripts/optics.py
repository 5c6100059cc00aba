config = snakemake.config
with open(snakemake.output[0], "w") as out:
    print(round(config["optics"]["na"], snakemake.params.digits), config.get("medium"), file=out)
