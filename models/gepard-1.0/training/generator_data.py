"""generator_data.py CHECKPOINT NAME RECORDINGS DATA FMIN FMAX - what the generator learns from: DATA/NAME.train.waveforms.npz, of the
utterances that the acoustic model is trained on, and DATA/NAME.test.waveforms.npz, of those held out.

Of each: samples, pulses at the glottal closures and their phase; F0, envelope and aperiodicity of the recording; and envelope,
aperiodicity and bursts as the acoustic model of the checkpoint says them with the recording's own prosody, so that the generator
learns what to make of those too. All speakers get the same polarity, that of closures upwards: how a microphone was wired is nothing
to learn. OTHERS of them come again as other people might have said them: slower or faster, so that pitch and
formants are lower or higher. These are made of the whole band of the recording, so that nothing is missing at the top."""
import glob
import json
import random
import sys
from multiprocessing import Pool

import numpy as np
import torch

import checkpoint
from clean import mapped
from dataset import Corpus
from denoise import denoised, pauses
from features import HOP, SR, analyse
from glottal import closures, skewness
from model import LANGUAGES
from prep import load
from recorded import divide, set_styles
from speakers import SPEAKERS

OTHERS = 300
SPEEDS = (.66, .74, .82, .9, 1.12, 1.25)
POLARITY_UTTERANCES = 40                    # that a speaker's polarity is taken from


def other(a):
    """A recording at another speed -> as `one`, without what the acoustic model says."""
    path, speed, silent, polarity, fmin, fmax, maps = a
    x = load(path, speed)[0]
    at = (np.arange(len(x) // HOP) * speed).astype(int)         # the frame of the recording that each is of
    x = polarity * denoised(x, silent[np.minimum(at, len(silent) - 1)])
    _, f0, env, ap = analyse(x, SR, fmin * speed, fmax * speed)
    n = len(f0)
    return dict(one((x[:n * HOP], f0)), f0=f0, env=env.astype(np.float16), ap=(mapped(ap, maps) * 255).astype(np.uint8))


def one(a):
    x, f0 = a
    pulses, phase = closures(x.astype(np.float32) / 32768, f0)
    return dict(x=x, pulses=pulses.astype(np.float16), phase=(phase * 65535).astype(np.uint16))


def main(path, name, recordings, data, fmin, fmax):
    torch.set_num_threads(1)
    ck = checkpoint.read(path)
    net, corpus, voice = checkpoint.acoustic(ck), Corpus([f"{data}/{name}.npz"]), ck["voices"].index(name)
    shard = corpus.shards[0]
    for u in corpus.utterances:
        u.voice = 0
    training, held_out = divide(corpus, 0, name, data)
    set_styles(shard, training, held_out)
    s = ck["weights"]["spk.weight"][voice] + ck["weights"]["language.weight"][LANGUAGES.index(SPEAKERS[name].language)]
    sets = {}
    skewnesses = [skewness(shard["audio"][u.first * HOP:u.end * HOP], shard["f0"][u.first:u.end]) for u in training[:POLARITY_UTTERANCES]]
    polarity = 1 if np.mean(skewnesses) > 0 else -1
    with open(f"{data}/{name}.json", encoding="utf-8") as f:
        ids = [r["id"] for r in json.load(f)]
    with Pool(2) as pool:
        for which, us in (("train", training), ("test", held_out)):
            parts = [slice(u.first, u.end) for u in us]
            found = pool.map(one, [(polarity * shard["audio"][p.start * HOP:p.stop * HOP], shard["f0"][p]) for p in parts], 8)
            for u, p, item in zip(us, parts, found):
                b = corpus.batch([u])
                with torch.no_grad():
                    speaker = s + b["style"] @ ck["style"]
                    x = net.encode(b["ids"], None, speaker)
                    starts, t = torch.cumsum(b["dur"], 1) - b["dur"], torch.arange(len(u), dtype=torch.float)
                    _, _, env, ap = net.decode(x, b["ids"], b["plan"], b["idx"], t, starts, b["dur"], None, speaker)
                    bursts = net.bursts(x, b["ids"], b["plan"], b["idx"], t, starts, b["dur"])
                item.update(f0=shard["f0"][p], env=shard["env"][p], ap=shard["ap"][p], said_env=env[0].numpy().astype(np.float16),
                            said_ap=(torch.sigmoid(ap[0]).numpy() * 255).astype(np.uint8), bursts=bursts[0].numpy().astype(np.float16),
                            id=ids[u.number])
            sets[which] = found
        frames = np.diff(shard["off"])
        dice = random.Random(2)
        chosen = dice.sample(training, min(OTHERS, len(training) // 2))
        sets["train"] += pool.map(other, [(glob.glob(f"{glob.escape(recordings)}/{ids[u.number]}.*")[0], dice.choice(SPEEDS),
                                           pauses(str(shard["phones"][u.number]), frames[u.number]), polarity, fmin, fmax, shard["maps"])
                                          for u in chosen], 4)
    for which, found in sets.items():
        np.savez(f"{data}/{name}.{which}.waveforms.npz", utterances=np.array(found, dtype=object))
        print(name, which, len(found), "utterances", round(sum(len(u["x"]) for u in found) / SR / 60, 1), "minutes", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:5], float(sys.argv[5]), float(sys.argv[6]))
