"""align.py NAME REFERENCE DIR VITERBI.so - phone times for recordings, from a synthesizer's speech of the same sentences.

In: DIR/NAME.raw, .json (prep.py) and DIR/REFERENCE.raw, .tsv (teach.c, with exact phone times), or, where REFERENCE is
`flat`, only DIR/NAME.phones (phones.py).
1. Dynamic time warping on mean-normalised MFCCs carries the synthesizer's boundaries over (rough); a flat start instead
   divides the utterance among its phones by their usual lengths, and takes more rounds of the second step.
2. From these a hidden Markov model of the recorded voice itself (3 states a phone, one full-covariance Gaussian each) is
   trained by rounds of Viterbi alignment; a silence may come, or not, between any two words.
Out: DIR/NAME.tsv in teach.c's format, with pauses only where the speaker made them, and DIR/NAME.align.json, for each
utterance {score: mean log likelihood of a frame, worst: of the worst run of four phones}."""
import ctypes
import json
import sys
import time
from multiprocessing import Pool

import numpy as np
from scipy.fft import dct
from scipy.signal import resample_poly

from features import SR, mel, mel_to_hz
from tokens import ID, items

HOP, STATES = 128, 3                                        # 5.8 ms
ROUNDS, ROUNDS_FLAT = 6, 12
NO_PAUSE = .05, .08                                         # s; shorter pauses, the synthesizer's and others, are none


def pointer(a):
    return a.ctypes.data_as(ctypes.c_void_p)


def filter_bank():
    edges, hz = mel_to_hz(np.linspace(mel(80), mel(7600), 42)), np.arange(513) * SR / 1024
    return np.stack([np.interp(hz, edges[i:i + 3], [0, 1, 0]) for i in range(40)], 1)


FILTERS = filter_bank()


def mfcc(x):
    n, size = len(x) // HOP, 440
    start = np.arange(n)[:, None] * HOP + HOP // 2 + 512 - size // 2
    fr = np.pad(x, 512)[start + np.arange(size)[None]] * np.hanning(size)
    return dct(np.log(np.abs(np.fft.rfft(fr, 1024)) ** 2 @ FILTERS + 1e-6), norm="ortho")[:, :13].astype(np.float32)


def with_deltas(c):
    """Mean-normalised MFCCs with first and second differences over 6 frames, [n, 39]."""

    def delta(a, k=3):
        return np.pad(a, ((0, k), (0, 0)), "edge")[k:] - np.pad(a, ((k, 0), (0, 0)), "edge")[:len(a)]

    c = c - c.mean(0)
    first = delta(c)
    return np.concatenate([c, first, delta(first)], 1).astype(np.float32)


def active(c):
    """The frames between the silences at both ends, with some margin."""
    e = np.convolve(c[:, 0], np.ones(5) / 5, "same")
    on = np.nonzero(e > np.percentile(e, 5) * .65 + np.percentile(e, 95) * .35)[0]
    return max(on[0] - 12, 0), min(on[-1] + 25, len(c))


def for_warping(c):
    z = (c - c.mean(0)) / c.std(0)
    weights = np.r_[1.5, np.ones(12)]
    return np.concatenate([z * weights, 2.1 * np.gradient(z, axis=0) * weights], 1).astype(np.float32)


def rough(i):
    """-> features of recording i, for each frame the index of the synthesizer's phone, cost of the warping."""
    u, (offset, n, phones) = UTTERANCES[i], REFERENCE[i]
    x = RAW[u["offset"]:u["offset"] + u["samples"]].astype(np.float32) / 32768
    y = resample_poly(REFERENCE_RAW[int(offset):int(offset) + int(n)].astype(np.float32) / 32768, 441, 320)
    ends = [float(p[1]) for p in items(phones)]
    a, b = mfcc(x), mfcc(y)
    (a0, a1), (b0, b1) = active(a), active(b)
    A, B = for_warping(a[a0:a1]), for_warping(b[b0:b1])
    distance = np.ascontiguousarray(np.sqrt(np.maximum((A ** 2).sum(1)[:, None] + (B ** 2).sum(1)[None] - 2 * A @ B.T, 0)), np.float32)
    path = np.zeros(len(A), np.int32)
    band = int(max(.25 * len(B), abs(len(A) - len(B)) + 40))
    cost = LIBRARY.dtw(pointer(distance), len(A), len(B), band, pointer(path))
    label = np.zeros(len(a), np.int32)
    label[a0:a1] = np.searchsorted(ends, (path + b0 + .5) * HOP / SR).clip(0, len(ends) - 1)
    label[a1:] = len(ends) - 1
    return with_deltas(a), label, cost


def usual(item):
    """Length of a phone against others', for a flat start."""
    phone, _, stress, *_ = item
    return .3 if phone == "pau" else .5 if phone in "əɐ" else .7 if phone in ID else (1.3 if "ː" in phone or len(phone) > 1 else .9) + .3 * (stress == "1")


def flat(i):
    """As `rough`, but with the phones' usual lengths alone; no cost."""
    u, line = UTTERANCES[i], items(REFERENCE[i][2])
    a = mfcc(RAW[u["offset"]:u["offset"] + u["samples"]].astype(np.float32) / 32768)
    a0, a1 = active(a)
    lengths = np.array([usual(item) for item in line])
    lengths[0] = lengths[-1] = .2
    label = np.full(len(a), len(line) - 1, np.int32)
    label[:a0] = 0
    ends = np.cumsum(lengths) / lengths.sum()
    label[a0:a1] = np.searchsorted(ends, (np.arange(a1 - a0) + .5) / (a1 - a0)).clip(0, len(ends) - 1)
    return with_deltas(a), label, 0.


def sound(item):
    """The phone of the hidden Markov model."""
    return "sil" if item[0] == "pau" else item[0]


def chain(phones):
    """[(phone, index of the item or -1 for a silence that may come, punctuation)] of an utterance."""
    out = []
    for k, item in enumerate(items(phones)):
        if item[0] != "pau" and item[3] == "1" and out and out[-1][0] != "sil":
            out.append(("sil", -1, "0"))
        out.append((sound(item), k, item[4] if item[0] == "pau" else "0"))
    if out[0][0] != "sil":
        out.insert(0, ("sil", -1, "0"))
    if out[-1][0] != "sil":
        out.append(("sil", -1, "."))
    return out


def columns(i):
    """The model's states that the states of utterance i's chain are."""
    return np.array([STATE[p] * STATES + s for p, *_ in CHAINS[i] for s in range(STATES)])


def force(i):
    """-> the chain's state of each frame, mean log likelihood, log likelihood of each frame."""
    x, links = FEATURES[i], CHAINS[i]
    n = len(links) * STATES
    skip, enter = np.full(n, -1, np.int32), np.full(n, .5, np.float32)
    for k, (p, item, _) in enumerate(links):
        if p == "sil" and 0 < k < len(links) - 1:
            skip[(k + 1) * STATES] = k * STATES - 1
            enter[k * STATES] = 12 if item < 0 else 2       # a pause of the synthesizer's is likelier than another
    needed, which = np.unique(columns(i), return_inverse=True)
    likelihood = np.empty((len(x), len(needed)), np.float32)
    for c, q in enumerate(needed):
        z = (x - MEAN[q]) @ WHITEN[q]
        likelihood[:, c] = -.5 * (z * z).sum(1) + LOG_DET[q]
    likelihood = np.ascontiguousarray(likelihood[:, which])
    path = np.zeros(len(x), np.int32)
    score = LIBRARY.viterbi(pointer(likelihood), len(x), n, pointer(skip), pointer(enter), 0, n - 1, pointer(path))
    return path, score, likelihood[np.arange(len(x)), path]


def gaussians(x, labels, count, diagonal):
    """Means, whitening matrices and log determinants of `count` states; labels of count or more are left out."""
    d = x.shape[1]
    mean, whiten, log_det = np.zeros((count, d), np.float32), np.zeros((count, d, d), np.float32), np.zeros(count, np.float32)
    pooled = np.cov(x.T) * .5
    order = np.argsort(labels, kind="stable")
    cut = np.searchsorted(labels[order], np.arange(count + 1))
    for q in range(count):
        z = x[order[cut[q]:cut[q + 1]]]
        n = len(z)
        if n < 2:                                           # a state that no frame fell to
            z, n = x[:2000], 1
        mean[q] = z.mean(0)
        cov = (np.cov(z.T) * n + pooled * 60) / (n + 60)
        w, v = np.linalg.eigh(np.diag(np.diag(cov)) if diagonal else cov)
        whiten[q], log_det[q] = v / np.sqrt(w), -.5 * np.log(w).sum()
    return mean, whiten, log_det


def times(i, path, likelihood, counts):
    """-> utterance i's line of phones, worst mean log likelihood of four phones in a row."""
    links, segment, parts = CHAINS[i], path // STATES, []
    line = items(REFERENCE[i][2])
    for k, (p, item, mark) in enumerate(links):
        here = np.nonzero(segment == k)[0]
        end = (here[-1] + 1) * HOP / SR if len(here) else None
        if p == "sil" and 0 < k < len(links) - 1:
            if len(here) * HOP / SR < NO_PAUSE[item < 0]:   # its few frames go to the phone before
                counts["left out"] += item >= 0
                if end and parts:
                    parts[-1][1] = end
                continue
            counts["kept" if item >= 0 else "put in"] += 1
            parts.append(["pau", end, "0", "0", mark if mark != "0" else ","])
        else:
            phone, _, stress, start, _ = line[item] if item >= 0 else ("pau", 0, "0", "0", mark)
            parts.append([phone, end, stress, start, mark])
    means = [likelihood[segment == k].mean() for k, (p, *_) in enumerate(links) if p != "sil"]
    worst = np.convolve(means, np.ones(4) / 4, "valid").min() if len(means) > 4 else min(means)
    return " ".join(f"{phone}:{end:.4f}:{stress}:{start}:{mark}" for phone, end, stress, start, mark in parts), float(worst)


if __name__ == "__main__":
    name, reference, folder, library = sys.argv[1:]
    began = time.time()
    LIBRARY = ctypes.CDLL(library)
    LIBRARY.dtw.restype = LIBRARY.viterbi.restype = ctypes.c_double
    with open(f"{folder}/{name}.json") as f:
        UTTERANCES = json.load(f)
    RAW = np.memmap(f"{folder}/{name}.raw", np.int16, "r")
    if reference == "flat":
        with open(f"{folder}/{name}.phones", encoding="utf-8") as f:
            REFERENCE = [(0, 0, line.rstrip("\n")) for line in f]
        start, rounds = flat, ROUNDS_FLAT
    else:
        with open(f"{folder}/{reference}.tsv", encoding="utf-8") as f:
            REFERENCE = [line.rstrip("\n").split("\t") for line in f]
        REFERENCE_RAW = np.memmap(f"{folder}/{reference}.raw", np.int16, "r")
        start, rounds = rough, ROUNDS
    n = len(UTTERANCES)
    CHAINS = [chain(phones) for *_, phones in REFERENCE]
    STATE = {p: k for k, p in enumerate(sorted({p for c in CHAINS for p, *_ in c}))}
    with Pool(2) as pool:
        found = pool.map(start, range(n), 20)
    cost = np.array([c for *_, c in found])
    print(f"first boundaries {time.time() - began:.0f} s, cost 5/50/95 %", np.percentile(cost, [5, 50, 95]).round(2), flush=True)
    every = np.concatenate([f for f, *_ in found])
    mean, deviation = every.mean(0), every.std(0)
    FEATURES = [(f - mean) / deviation for f, *_ in found]
    every = (every - mean) / deviation
    states = []                                             # at first each phone's stretch is cut into three
    for (_, label, _), (*_, phones) in zip(found, REFERENCE):
        line, state = items(phones), np.zeros(len(label), np.int32)
        for k in np.unique(label):
            w = np.nonzero(label == k)[0]
            state[w] = STATE[sound(line[k])] * STATES + np.arange(len(w)) * STATES // len(w)
        states.append(state)
    good = cost <= np.percentile(cost, 97)
    for turn in range(rounds):
        labels = np.concatenate(states)
        trusted = np.repeat(good, [len(f) for f in FEATURES])
        count = len(STATE) * STATES
        # the rough boundaries do not deserve full covariances yet
        MEAN, WHITEN, LOG_DET = gaussians(every, np.where(trusted, labels, count), count, diagonal=turn == 0)
        with Pool(2) as pool:
            aligned = pool.map(force, range(n), 20)
        states = [columns(i)[path] for i, (path, *_) in enumerate(aligned)]
        moved = np.mean(np.concatenate(states) != labels)
        scores = np.array([score for _, score, _ in aligned])
        good = scores >= np.percentile(scores, 2)
        print(f"round {turn} {time.time() - began:.0f} s: score {np.median(scores):.2f}, frames in another state {100 * moved:.1f} %", flush=True)
    counts, quality = {"kept": 0, "left out": 0, "put in": 0}, []
    with open(f"{folder}/{name}.tsv", "w", encoding="utf-8") as tsv:
        for i, (path, score, likelihood) in enumerate(aligned):
            line, worst = times(i, path, likelihood, counts)
            quality.append(dict(score=score, worst=worst))
            tsv.write(f"{UTTERANCES[i]['offset']}\t{UTTERANCES[i]['samples']}\t{line}\n")
    with open(f"{folder}/{name}.align.json", "w") as f:
        json.dump(quality, f)
    print("pauses", counts, "score 1/5/50 %", np.percentile(scores, [1, 5, 50]).round(1),
          "worst four phones 1/5/50 %", np.percentile([q["worst"] for q in quality], [1, 5, 50]).round(1))
