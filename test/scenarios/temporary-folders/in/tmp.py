import os
import tempfile

tmpdir = snakemake.resources.tmpdir
with open(snakemake.output[0], "w") as out, tempfile.NamedTemporaryFile(delete=False) as file:
    print(tmpdir == os.environ["TMPDIR"], os.path.dirname(file.name) == tmpdir, file=out)
