"""voices.py CHECKPOINT VOICES.json - puts the checkpoint's speakers into the catalogue: the embedding and mean log F0 of
each voice named in SPEAKERS. What else the catalogue holds (ids, names, gains, speeds) stays."""
import json
import sys

import checkpoint

# Catalogue name -> voice of the checkpoint and its style: pitch, range, rate, level and brightness in standard
# deviations of the recordings. With (0, 4, -2.8, 0, 0) the spread of F0 and the speaking rate measure as the recordings'.
SPEAKERS = {
    "Kathleen": ("kathleen", (0, 4, -2.8, 0, 0)),
    "Kathleen Lively": ("kathleen", (.5, 8, -2.8, 0, 0)),
    "Kathleen Calm": ("kathleen", (-.5, 0, -4.3, 0, 0)),
    "Sally": ("slt", None),
    "Richard": ("rms", None),
    "Angus": ("awb", None),
    "Karl": ("kal16", None),
}

ck = checkpoint.read(sys.argv[1])
with open(sys.argv[2]) as f:
    catalogue = json.load(f)
for voice in catalogue:
    embedding, log_f0 = checkpoint.speaker_vector(ck, *SPEAKERS[voice["name"]])
    voice["speaker"].update(embedding=[round(float(v), 5) for v in embedding], logF0=round(log_f0, 5))
with open(sys.argv[2], "w") as f:
    json.dump(catalogue, f, indent=2)
    f.write("\n")
