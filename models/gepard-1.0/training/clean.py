"""clean.py NAME DIR - recordings' features, cleaned: DIR/NAME.npz from DIR/NAME.features.npz.

1. The noise floor is subtracted from the envelopes. An utterance's floor is the mean power of its own silences; at most
   13 dB are taken off, and speech is untouched. Envelopes are smooth, so there is no musical noise.
2. Aperiodicity is corrected for what analysis and vocoder add of their own: some utterances are synthesized from their
   features, analysed again, and the targets moved until the measured values are the recording's.
3. DIR/NAME.sets.json: {"bad": badly aligned utterances, "test": utterances held out, one of each sentence}. Which these
   are stands in held-out.json; of a speaker who is not in it, sentences are added to it: those that are held out of others who read
   them too, so that nobody's are learnt from another, and as many more as are drawn."""
import json
import os
import sys

import numpy as np
import torch

from features import HOP, NAP, SILENCE, SR, aperiodicity
from tokens import items
from vocoder import Vocoder

WORST = 2.5                             # per cent of the utterances by log likelihood of all frames, and again of a run of four phones
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "held-out.json")
HELD_OUT, CALIBRATION = 40, 24          # utterances
KNOTS = np.linspace(0, 1, 41)


def noise_floor(env, phones):
    """Log amplitude [64] of the quieter half of an utterance's silent frames (without breath and tails)."""
    silent, begin = np.zeros(len(env), bool), 0
    for phone, end, *_ in items(phones):
        end = round(float(end) * SR / HOP)
        if phone == "pau" and end - begin > 6:
            silent[begin + 3:end - 3] = True
        begin = end
    if silent.sum() < 4:
        silent = env.mean(1) <= np.percentile(env.mean(1), 8)
    quiet = env[silent]
    quiet = quiet[quiet.mean(1) <= np.median(quiet.mean(1))]
    return .5 * np.log(np.exp(2 * quiet).mean(0))


def without_noise(env, floor):
    return np.maximum(env + .5 * np.log(np.maximum(1 - 1.2 * np.exp(2 * (floor - env)), .05)), SILENCE)


def mapped(ap, maps):
    return np.stack([np.interp(ap[:, b], KNOTS, maps[b]) for b in range(NAP)], 1).astype(np.float32)


def calibrate(f0s, envs, aps):
    """-> for each band, the aperiodicity to synthesize with (at KNOTS) so that it measures as the recording's."""
    vocoder = Vocoder()

    def measure(maps):
        found = []
        for f0, env, ap in zip(f0s, envs, aps):
            f = torch.tensor(f0)[None]
            voiced = (f > 0).float()
            y = vocoder(torch.where(f > 0, f, torch.tensor(150.)), voiced, torch.tensor(env)[None],
                        torch.tensor(mapped(ap, maps))[None], torch.ones(1), torch.randn(1, f.shape[1] + 1, HOP))
            found.append(aperiodicity(y[0].numpy(), f0))
        return np.concatenate(found)[voiced_frames]

    voiced_frames = np.concatenate(f0s) > 0
    wanted, maps = np.concatenate(aps)[voiced_frames], np.stack([KNOTS] * NAP)
    print("aperiodicity: recording", wanted.mean(0).round(3))
    for _ in range(3):
        got = measure(maps)
        print("  synthesized again", got.mean(0).round(3))
        for b in range(NAP):
            for k, q in enumerate(KNOTS):
                w = np.exp(-.5 * ((wanted[:, b] - q) / .04) ** 2)
                if w.sum() > 20:
                    maps[b, k] += .8 * (w * (wanted[:, b] - got[:, b])).sum() / w.sum()
            maps[b] = np.maximum.accumulate(np.clip(maps[b], .005, 1))
            maps[b, -1] = 1
    return maps


def choose_sets(name, recordings, quality, dice):
    scores, runs = (np.array([q[k] for q in quality]) for k in ("score", "worst"))
    ok = (scores > np.percentile(scores, WORST)) & (runs > np.percentile(runs, WORST))
    with open(LIST, encoding="utf-8") as f:
        lists = json.load(f)
    if name not in lists:
        takes = {}
        for i, r in enumerate(recordings):
            takes.setdefault(r["text"], []).append(i)
        # sentences of ordinary length that were read once: holding one out costs one utterance
        candidates = sorted(i for i_s in takes.values() for i in i_s if len(i_s) == 1 and ok[i] and 6 <= len(recordings[i]["text"].split()) <= 14)
        of_others = {r["text"] for others in lists.values() for r in others}
        chosen = [i for i in candidates if recordings[i]["text"] in of_others][:HELD_OUT]
        drawn = [i for i in candidates if i not in chosen]
        chosen = sorted([*chosen, *dice.choice(drawn, min(HELD_OUT - len(chosen), len(drawn) // 4), replace=False)])
        lists[name] = [{k: recordings[i][k] for k in ("id", "text")} for i in chosen]
        write_lists(lists)
    ids = {r["id"] for r in lists[name]}
    return dict(bad=[i for i, good in enumerate(ok) if not good], test=[i for i, r in enumerate(recordings) if r["id"] in ids])


def write_lists(lists):
    """An utterance a line."""
    speakers = (f'  "{name}": [\n' + ",\n".join("    " + json.dumps(r, ensure_ascii=False) for r in rs) + "\n  ]" for name, rs in lists.items())
    with open(LIST, "w", encoding="utf-8") as f:
        f.write("{\n" + ",\n".join(speakers) + "\n}\n")


if __name__ == "__main__":
    name, folder = sys.argv[1:3]
    torch.manual_seed(0)
    dice = np.random.default_rng(1)
    z = np.load(f"{folder}/{name}.features.npz")
    shard = {k: z[k] for k in z.files}
    with open(f"{folder}/{name}.json", encoding="utf-8") as f:
        recordings = json.load(f)
    with open(f"{folder}/{name}.align.json") as f:
        quality = json.load(f)
    parts = [slice(a, b) for a, b in zip(shard["off"], shard["off"][1:])]
    env, ap = shard["env"].astype(np.float32), shard["ap"].astype(np.float32) / 255
    for part, phones in zip(parts, shard["phones"]):
        env[part] = without_noise(env[part], noise_floor(env[part], str(phones)))
    some = [parts[i] for i in dice.choice(len(parts), min(CALIBRATION, len(parts)), replace=False)]
    maps = calibrate([shard["f0"][p] for p in some], [env[p] for p in some], [ap[p] for p in some])
    np.savez(f"{folder}/{name}.npz", **dict(shard, env=env.astype(np.float16), ap=(mapped(ap, maps) * 255).astype(np.uint8), maps=maps))
    sets = choose_sets(name, recordings, quality, dice)
    print("dropped", len(sets["bad"]), "of", len(recordings), "and held out", len(sets["test"]))
    with open(f"{folder}/{name}.sets.json", "w") as f:
        json.dump(sets, f)
