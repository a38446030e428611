"""prosody.py CHECKPOINT DATA SPEAKER r,t,b ... - melody and pace of a recorded speaker at each style (see voices.py) on the
held-out texts, beside the recordings of them. Figures are of the model's own frames, at speed and pitch 1."""
import sys

import numpy as np
import torch

import checkpoint
from dataset import Corpus
from export import drawn_plan
from losses import noise
from model import LANGUAGES
from recorded import divide
from speakers import SPEAKERS
from tokens import TOKENS


def described(name, curves, seconds):
    """curves: log F0 of each utterance's voiced frames."""
    semitones = [12 / np.log(2) * (c[abs(c - np.median(c)) < .7]) for c in curves if len(c) > 10]
    means = [s.mean() for s in semitones]
    return (f"{name}: mean F0 {np.exp(np.mean(means) * np.log(2) / 12):.0f} Hz, spread in an utterance {np.mean([s.std() for s in semitones]):.2f} "
            f"semitones, between utterances {np.std(means):.2f}, {sum(seconds):.1f} s")


def spoken(net, ck, name, style, utterances):
    vector, mean = checkpoint.speaker_vector(ck, name, style)
    s = (vector + net.language.weight[LANGUAGES.index(SPEAKERS[name].language)])[None]
    curves, frames = [], []
    for u in utterances:
        ids = torch.tensor([u.ids])
        with torch.no_grad():
            x = net.encode(ids, None, s)
            plan = drawn_plan(net, x, ids, torch.zeros(1, ids.shape[1]), noise(1, ids.shape[1]), s, torch.ones(1))
            starts, ends = net.times(ids, plan)
            t = torch.arange(int(ends[0, -1])).float()
            idx = (t[None, :, None] >= ends[:, None, :]).long().sum(2)
            voicing, pitch, *_ = net.decode(x, ids, plan, idx, t, starts, ends - starts, None, s)
        curves.append((pitch + mean)[voicing > 0].numpy())
        frames.append((ends - starts)[0].numpy())
    return curves, frames


if __name__ == "__main__":
    path, data, name = sys.argv[1:4]
    torch.set_num_threads(2)
    torch.manual_seed(0)
    ck, names = checkpoint.read(path), list(SPEAKERS)
    net, corpus = checkpoint.acoustic(ck), Corpus([f"{data}/{n}.npz" for n in names if n == name])
    _, held_out = divide(corpus, 0, name, data)
    shard = corpus.shards[0]
    f0 = [shard["f0"][u.first:u.end] for u in held_out]
    true = np.array([len(u) for u in held_out]) * 256 / 22050
    print(described("recordings", [np.log(f[f > 0]) for f in f0], true))
    phones = sum(TOKENS[t] not in "_^ ,;:.?!" for u in held_out for t in u.ids)
    for text in sys.argv[4:]:
        curves, frames = spoken(net, ck, name, [float(v) for v in text.split(",")], held_out)
        seconds = np.array([f.sum() for f in frames]) * 256 / 22050
        print(described(text, curves, seconds) + f", time {seconds.sum() / true.sum():.3f} of the recordings' "
              f"(correlation {np.corrcoef(seconds, true)[0, 1]:.2f}), {phones / seconds.sum():.1f} phones/s against {phones / true.sum():.1f}")
