"""recorded.py SECONDS SECONDS_ALONE RATE START.pt OUT.pt DATA - goes on from START.pt with the voices of speakers.py; after
SECONDS_ALONE, against a discriminator of the recorded voices' envelopes as well.

Shards are DATA/NAME.npz; a recorded voice also has its held-out set and list of recordings, DATA/NAME.sets.json and .json.
Every voice gets its share of the batches. What START.pt does not know (voices, tokens, languages) begins as something
that it knows, see checkpoint.grow. OUT.pt is the average of the weights at the last measurement,
OUT.csv the losses of every measurement, and OUT.state what an interrupted run goes on from.

Each recorded utterance is described by three measured numbers (pitch range, rate, brightness, each in deviations of its
speaker), which enter the speaker vector through a 3 x 16 matrix that all share: the same numbers give styles afterwards.
What else differs between takes, pitch and loudness, is drawn: see `Acoustic.prosody`."""
import json
import math
import random
import sys

import numpy as np
import torch
import torch.nn as nn

import checkpoint
from dataset import Corpus, batches, hours
from losses import Adversary, acoustic_losses
from model import EMB, LANGUAGES, Acoustic
from speakers import SPEAKERS
from tokens import SILENT
from trainer import Trainer, validation_batches

STYLES, OLD_HELD_OUT = 3, 12
# German has one speaker here, so what is the language's and what the speaker's cannot be told apart.
# Slower learning leaves most of it to the speaker: another speaker of that language then keeps his own voice.
LANGUAGE_RATE = .3
# what training minimises
WEIGHTS = dict(prosody=1, f0=3, v=.3, env=2, ap=.5, bursts=.3, contrast=1, adversary=.4)


def style_numbers(shard, u, typical):
    """Spread of log F0, log rate against typical token lengths, brightness of an utterance."""
    f0, env = shard["f0"][u.first:u.end], shard["env"][u.first:u.end].astype(np.float32)
    voiced = f0 > 0
    log_f0 = np.log(f0[voiced])
    log_f0 = log_f0[abs(log_f0 - np.median(log_f0)) < .6]               # without octave errors
    spoken = [(n, typical.get(t, n)) for t, n in zip(u.ids, u.frames) if t not in SILENT]
    rate = math.log(sum(usual for _, usual in spoken) / sum(n for n, _ in spoken))
    bright = env[voiced][:, 40:54].mean() - env[voiced][:, 4:20].mean()
    return [log_f0.std(), rate, bright]


def set_styles(shard, training, held_out):
    """Puts the three numbers, in standard deviations of the training utterances, on all. -> mean, deviation [3]."""
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


def divide(corpus, voice, name, data):
    """A voice's utterances -> those to train on, those held out."""
    mine = [u for u in corpus.utterances if u.voice == voice]
    if not SPEAKERS[name].recorded:
        random.Random(0).shuffle(mine)
        n = min(OLD_HELD_OUT, len(mine) // 5)
        return mine[n:], mine[:n]
    with open(f"{data}/{name}.sets.json") as f:
        sets = json.load(f)
    with open(f"{data}/{name}.json", encoding="utf-8") as f:
        text_of = [r["text"] for r in json.load(f)]
    bad, test_texts = set(sets["bad"]), {text_of[i] for i in sets["test"]}
    mine = [u for u in mine if u.number not in bad and u.sounded(corpus)]
    return [u for u in mine if text_of[u.number] not in test_texts], [u for u in mine if u.number in sets["test"]]


def main(seconds, alone, rate, start, out, data):
    torch.set_num_threads(2)
    torch.manual_seed(0)
    random.seed(0)
    names = list(SPEAKERS)
    corpus = Corpus([f"{data}/{name}.npz" for name in names])
    training, held_out, means, deviations = {}, {}, {}, {}
    for voice, name in enumerate(names):
        training[name], held_out[name] = divide(corpus, voice, name, data)
        print(f"{name}: {len(training[name])} utterances, {hours(training[name]):.2f} h, held out {len(held_out[name])}, mean F0 "
              f"{math.exp(corpus.log_f0[voice]):.0f} Hz", flush=True)
        if SPEAKERS[name].recorded:
            mean, deviation = set_styles(corpus.shards[voice], training[name], held_out[name])
            means[name], deviations[name] = mean.tolist(), deviation.tolist()
        else:
            for u in training[name] + held_out[name]:
                u.style = [0.] * STYLES

    ck = checkpoint.grow(checkpoint.read(start), names)
    net, log_f0 = Acoustic(len(names), drop=.15), torch.tensor(corpus.log_f0)      # an hour is over-learned in 4 minutes without it
    net.load_state_dict(ck["weights"])
    net.style = nn.Linear(STYLES, EMB, bias=False)
    nn.init.zeros_(net.style.weight)
    if "style" in ck:
        net.style.weight.data.copy_(ck["style"].T)
    adversary, recorded = Adversary(), torch.tensor([SPEAKERS[name].recorded for name in names])
    language = torch.tensor([LANGUAGES.index(SPEAKERS[name].language) for name in names])

    def losses(batch):
        style = batch["style"]
        if net.training:                                                # now and then none, so that zero is a voice too
            style = style * (torch.rand(len(style), 1) > .1)
        s = net.spk(batch["voice"]) + net.language(language[batch["voice"]]) + net.style(style)
        if net.training:
            s = s + .1 * torch.randn_like(s)
        found, (voiced, env, _) = acoustic_losses(net, batch, s, log_f0)
        total = sum(weight * found[k] for k, weight in WEIGHTS.items() if k in found)
        if net.training and trainer.spent > alone and recorded[batch["voice"]].all():
            said, wanted = ((z - net.env_mean) / net.env_std for z in (env, batch["env"]))
            found["adversary"], found["told"] = adversary.losses(said, wanted, voiced, batch["mask"])
            total = total + WEIGHTS["adversary"] * found["adversary"]
        return total, found

    def stream():
        streams = [batches(training[name]) for name in names]
        while True:
            yield corpus.batch(next(random.choices(streams, [SPEAKERS[name].share for name in names])[0]))

    def keep(average):
        weights = {k: v for k, v in average.items() if k != "style.weight"}
        checkpoint.write(out, dict(weights=weights, voices=names, log_f0=corpus.log_f0, style=average["style.weight"].T.contiguous(),
                                   style_mean=means, style_std=deviations))

    trainer = Trainer(net, losses, {name + " ": validation_batches(corpus, held_out[name]) for name in names})
    trainer.run(stream(), seconds, rate, warm_up=60, decay=.03, files=(out[:-3] + ".csv", out[:-3] + ".state"), keep=keep,
                slower={"language.weight": LANGUAGE_RATE}, others=(adversary, adversary.learner))


if __name__ == "__main__":
    main(*(float(a) for a in sys.argv[1:4]), *sys.argv[4:7])
