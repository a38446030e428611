"""mix.py SHARE A.pt B.pt OUT.pt - the average of two checkpoints' weights: 1 - SHARE of A, and SHARE of B, which may know more voices. All
else is B's."""
import sys

import checkpoint

share, b = float(sys.argv[1]), checkpoint.read(sys.argv[3])
a = checkpoint.grow(checkpoint.read(sys.argv[2]), b["voices"])


def between(one, other):
    return one * (1 - share) + other * share if one.is_floating_point() else one


b["weights"] = {k: between(v, b["weights"][k]) for k, v in a["weights"].items()}
if "style" in a:
    b["style"] = between(a["style"], b["style"])
checkpoint.write(sys.argv[4], b)
