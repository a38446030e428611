"""voices.py CHECKPOINT OUT - what of the checkpoint's speakers the voices are made of: OUT/speakers.json, every speaker's
embedding and mean log F0, and the directions of the styles; into the catalogue OUT/voices.json those of the voices that it names (ids, names, gains and
speeds stay); and into OUT/average-speaker.json those of the speaker that cloning starts from."""
import json
import sys

import numpy as np

import checkpoint
from speakers import SPEAKERS

# Name -> voice of the checkpoint and its style: pitch range, rate and brightness in standard deviations of the recordings
VOICES = {
    "Kathleen": ("kathleen", (0, 0, 0)),
    "Kathleen Lively": ("kathleen", (1, 0, 0)),
    "Kathleen Calm": ("kathleen", (-1, -.5, 0)),
    "Kerstin": ("kerstin", (0, 0, 0)),
    "Nathalie": ("nathalie", (0, 0, 0)),
    "Joris": ("joris", (0, 0, 0)),
    "Sally": ("slt", None),
    "Richard": ("rms", None),
    "Angus": ("awb", None),
    "Karl": ("kal16", None),
}
STYLES = ("range", "rate", "brightness")
# What clones start from, and voices between the speakers: shares of their embeddings. How high they speak and all else is the catalogue's.
AVERAGE = {"Kathleen": .5, "Richard": .35, "Sally": .15}
MIXES = {
    "Grace": {"Kathleen": .5, "Nathalie": .25, "Sally": .25},
    "Felix": {"Kathleen": .4, "Kerstin": .2, "Joris": .4},
    "Walter": AVERAGE,
    "Iris": {"Kathleen": .5, "Kerstin": .1, "Nathalie": .25, "Richard": .15},
    "Owen": {"Kathleen": .45, "Joris": .35, "Angus": .2},
    "Milo": {"Kathleen": .45, "Kerstin": .1, "Nathalie": .1, "Richard": .15, "Angus": .2},
}


def described(embedding, log_f0):
    return dict(embedding=[round(float(v), 5) for v in embedding], logF0=round(float(log_f0), 5))


def put(path, change):
    with open(path, encoding="utf-8") as f:
        content = json.load(f)
    change(content)
    write(path, content)


def write(path, content):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(content, f, indent=2, ensure_ascii=False)
        f.write("\n")


if __name__ == "__main__":
    ck, out = checkpoint.read(sys.argv[1]), sys.argv[2]
    vectors = {name: checkpoint.speaker_vector(ck, *voice) for name, voice in VOICES.items()}
    speakers = [dict(name=name, speaker=speaker, language=SPEAKERS[speaker].language, style=style, **described(*vectors[name]))
                for name, (speaker, style) in VOICES.items()]
    styles = {name: [round(float(v), 5) for v in row] for name, row in zip(STYLES, ck["style"])}
    write(out + "/speakers.json", dict(speakers=speakers, styles=styles))

    def mixed(shares):
        return [sum(share * np.array(vectors[name][i]) for name, share in shares.items()) for i in (0, 1)]

    def into_catalogue(catalogue):
        for voice in catalogue:
            if voice["name"] in MIXES:
                voice["speaker"]["embedding"] = described(*mixed(MIXES[voice["name"]]))["embedding"]
            else:
                voice["speaker"].update(described(*vectors[voice["name"]]))

    put(out + "/voices.json", into_catalogue)
    put(out + "/average-speaker.json", lambda average: average.update(described(*mixed(AVERAGE))))
