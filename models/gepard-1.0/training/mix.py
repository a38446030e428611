"""mix.py SHARE A.pt B.pt OUT.pt - the average of two checkpoints' weights: 1 - SHARE of A and SHARE of B."""
import sys

import checkpoint

share, a, b = float(sys.argv[1]), checkpoint.read(sys.argv[2]), checkpoint.read(sys.argv[3])
a["weights"] = {k: v * (1 - share) + b["weights"][k] * share if v.is_floating_point() else v for k, v in a["weights"].items()}
checkpoint.write(sys.argv[4], a)
