import json

with open(snakemake.output[0], "w") as result:
    json.dump(snakemake.params.point, result)
