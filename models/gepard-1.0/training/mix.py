"""mix.py SHARE A.pt B.pt OUT.pt - the average of two checkpoints' weights: 1 - SHARE of A and SHARE of B. The vectors of voices that A does not
have are B's."""
import sys

import checkpoint


def mixed(share, a, b):
    known = len(a["voices"])
    a = checkpoint.grow(a, b["voices"])
    weights = {k: v * (1 - share) + b["weights"][k] * share if v.is_floating_point() else v for k, v in a["weights"].items()}
    weights["spk.weight"][known:] = b["weights"]["spk.weight"][known:]
    style = {"style": a["style"] * (1 - share) + b["style"] * share} if "style" in a and "style" in b else {}
    return dict(b, weights=weights, **style)


if __name__ == "__main__":
    checkpoint.write(sys.argv[4], mixed(float(sys.argv[1]), checkpoint.read(sys.argv[2]), checkpoint.read(sys.argv[3])))
