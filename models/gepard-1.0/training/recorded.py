"""recorded.py SECONDS RATE START.pt OUT.pt NAME DATA OLD=SHARD.npz ... - goes on from START.pt with a recorded voice.

NAME's shard, held-out set and recordings' list are DATA/NAME.npz, .sets.json and .json. A voice that START.pt does not
know begins as its first voice; one that it knows is trained further. SHARE of the batches are NAME, the rest the old
voices, which keep what the model knows.

Each utterance of NAME is described by five measured numbers (mean pitch, pitch range, rate, level, brightness), which
enter its speaker vector through a 5 x 16 matrix: differences between takes are explained, not averaged away, and the
same numbers give styles afterwards."""
import json
import math
import random
import sys

import numpy as np
import torch
import torch.nn as nn

import checkpoint
from dataset import Corpus, batches, hours
from losses import acoustic_losses
from model import EMB, Acoustic
from tokens import ID, PUNCTUATION
from trainer import Trainer, validation_batches

SHARE, STYLES = .6, 5
SILENT = {ID[t] for t in ["^", " ", "_"] + PUNCTUATION}


def style_numbers(shard, u, typical):
    """Mean and spread of log F0, log rate against typical token lengths, level, brightness of an utterance."""
    f0, env = shard["f0"][u.first:u.end], shard["env"][u.first:u.end].astype(np.float32)
    voiced = f0 > 0
    log_f0 = np.log(f0[voiced])
    log_f0 = log_f0[abs(log_f0 - np.median(log_f0)) < .6]               # without octave errors
    spoken = [(n, typical.get(t, n)) for t, n in zip(u.ids, u.frames) if t not in SILENT]
    rate = math.log(sum(usual for _, usual in spoken) / sum(n for n, _ in spoken))
    bright = env[voiced][:, 40:54].mean() - env[voiced][:, 4:20].mean()
    return [log_f0.mean(), log_f0.std(), rate, env[voiced].mean(), bright]


def set_styles(shard, training, held_out):
    """Puts the five numbers, in standard deviations of the training utterances, on all. -> mean, deviation [5]."""
    lengths = {}
    for u in training:
        for t, n in zip(u.ids, u.frames):
            lengths.setdefault(t, []).append(n)
    typical = {t: np.mean(n) for t, n in lengths.items()}
    raw = np.array([style_numbers(shard, u, typical) for u in training])
    mean, deviation = raw.mean(0), raw.std(0)
    for u in training + held_out:
        u.style = ((np.array(style_numbers(shard, u, typical)) - mean) / deviation).clip(-2.5, 2.5).tolist()
    return mean, deviation


def main(seconds, rate, start, out, name, data, shards):
    torch.set_num_threads(2)
    torch.manual_seed(0)
    random.seed(0)
    voices = [s.split("=")[0] for s in shards] + [name]
    corpus = Corpus([s.split("=")[1] for s in shards] + [f"{data}/{name}.npz"])
    with open(f"{data}/{name}.sets.json") as f:
        sets = json.load(f)
    with open(f"{data}/{name}.json") as f:
        text_of = [r["text"] for r in json.load(f)]
    bad, test_texts = set(sets["bad"]), {text_of[i] for i in sets["test"]}
    mine = [u for u in corpus.utterances if u.voice == len(voices) - 1 and u.number not in bad]
    held_out = [u for u in mine if u.number in sets["test"]]
    new = [u for u in mine if text_of[u.number] not in test_texts]      # no take of a held-out sentence
    old = [u for u in corpus.utterances if u.voice < len(voices) - 1]
    random.Random(0).shuffle(old)
    n = min(40, len(old) // 5)
    old_held_out, old = old[:n], old[n:]
    print(f"new {len(new)} utterances, {hours(new):.2f} h (held out {len(held_out)}), old {len(old)}, {hours(old):.2f} h, "
          f"mean F0 {[round(math.exp(m)) for m in corpus.log_f0]} Hz", flush=True)
    mean, deviation = set_styles(corpus.shards[-1], new, held_out)
    print("pitch, range, rate, level, brightness: mean", mean.round(3), "deviation", deviation.round(3), flush=True)
    for u in old + old_held_out:
        u.style = [0.] * STYLES

    ck = checkpoint.read(start)
    if ck["voices"] not in (voices, voices[:-1]):
        raise SystemExit(f"{start} has the voices {ck['voices']}; give a shard of each but {name}, in this order")
    if name not in ck["voices"]:
        ck["weights"]["spk.weight"] = torch.cat([ck["weights"]["spk.weight"], ck["weights"]["spk.weight"][:1]])
    net, log_f0 = Acoustic(len(voices), drop=.15), torch.tensor(corpus.log_f0)      # an hour is over-learned in 4 minutes without it
    net.load_state_dict(ck["weights"])
    net.style = nn.Linear(STYLES, EMB, bias=False)
    nn.init.zeros_(net.style.weight)
    if "style" in ck:
        net.style.weight.data.copy_(ck["style"].T)

    def losses(batch):
        style = batch["style"]
        if net.training:                                                # now and then none, so that zero is a voice too
            style = style * (torch.rand(len(style), 1) > .1)
        s = net.spk(batch["voice"]) + net.style(style)
        if net.training:
            s = s + .1 * torch.randn_like(s)
        found, _ = acoustic_losses(net, batch, s, log_f0)
        total = (found["dur"] + 3 * found["f0"] + .3 * found["v"] + 2 * found["env"] + .5 * found["ap"]
                 + .6 * found["f0sd"] + found["contrast"])
        return total, found

    def stream():
        of_new, of_old = batches(new), batches(old)
        while True:
            yield corpus.batch(next(of_new if random.random() < SHARE else of_old))

    trainer = Trainer(net, losses, {"": validation_batches(corpus, held_out), "old ": validation_batches(corpus, old_held_out)})
    trainer.run(stream(), seconds, rate, warm_up=100, decay=.03)
    weights = {k: v for k, v in trainer.average.items() if k != "style.weight"}
    checkpoint.write(out, dict(weights=weights, voices=voices, log_f0=corpus.log_f0, style=trainer.average["style.weight"].T.contiguous(),
                               style_mean=mean.tolist(), style_std=deviation.tolist()))


if __name__ == "__main__":
    main(float(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:7], sys.argv[7:])
