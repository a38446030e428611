"""recogniser.py NAME SECONDS DATA OUT - a small phone recogniser for `bun run bench:intelligibility`, trained on one
speaker's recordings only: OUT/onnx/model.onnx and OUT/phones.json.

Connectionist temporal classification (Graves et al. 2006) over log-mel bands; while it trains, a second output also learns
the aligner's phone of each frame, which gives it a start. An hour of one speaker is soon known by heart, so every
utterance is heard at another speed, pitch, tilt and noise each time, with bands and stretches of time masked (SpecAugment,
Park et al. 2019). The sentences of held-out.json are the test: neither they nor the badly aligned utterances are trained on, and
when to stop is decided by other sentences.

Input of the graph: samples [1, n] at 22050 Hz, any level; output: logits [1, frames of 20 ms, phones], where phone 0 is CTC's blank.
phones.json: {"phones": the inventory, without stress, its place being the id, "references": {id of a held-out recording: phones}}."""
import json
import math
import os
import random
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from scipy.signal import resample_poly

from export import halve
from features import SR, mel, mel_to_hz
from lts import read
from model import Dropout
from tokens import items
from wer import edits

WINDOW, HOP, BANDS, TOP = 512, 220, 80, 8000.       # samples, samples, Hz
STRIDE = 2                                          # frames of the input for one of the output
FLOOR = 1e-4                                        # of the mean power: what is fainter is the same to it as silence
WIDTH, DILATIONS = 176, (1, 2, 1, 2, 1, 4)
SPEEDS = ((9, 10), (1, 1), (11, 10))                # an utterance's length, pitch and formants against the recording
STRETCH = (.75, 1.15)                               # its length alone, after that
FRAMES, VALIDATION = 3000, 30                       # input frames of a batch, utterances


class FrontEnd(nn.Module):
    """samples [B, n] -> power [B, frames, bands], each as a share of the utterance's mean."""

    def __init__(self):
        super().__init__()
        bins = np.arange(1, int(TOP * WINDOW / SR) + 1)
        wave = 2 * math.pi / WINDOW * np.arange(WINDOW) * bins[:, None]
        basis = np.concatenate([np.cos(wave), np.sin(wave)]) * np.hanning(WINDOW)
        edges = mel_to_hz(np.linspace(mel(60), mel(TOP), BANDS + 2))
        f = bins * SR / WINDOW
        rising, falling = (f - edges[:-2, None]) / np.diff(edges)[:-1, None], (edges[2:, None] - f) / np.diff(edges)[1:, None]
        nearest = np.eye(len(f))[abs(f - edges[1:-1, None]).argmin(1)]     # the lowest bands are narrower than a bin
        bands = np.maximum(np.minimum(rising, falling), nearest)
        self.register_buffer("basis", torch.tensor(basis, dtype=torch.float16).float()[:, None])        # as the graph keeps it
        self.register_buffer("bands", torch.tensor(bands, dtype=torch.float16).float())

    def forward(self, samples):
        x = F.pad(samples, (WINDOW // 2 + 1, WINDOW // 2))
        x = x[:, 1:] - .97 * x[:, :-1]                                    # lifts the weak high bands
        parts = F.conv1d(x[:, None], self.basis, stride=HOP)
        real, imaginary = parts.chunk(2, 1)
        power = torch.matmul(self.bands, real ** 2 + imaginary ** 2).transpose(1, 2)
        return power / (power.mean((1, 2), keepdim=True) + 1e-12)


def normalised(power):
    """Power [frames, bands] -> log power, of mean 0 and deviation 1 in every band."""
    x = torch.log(power + FLOOR)
    return (x - x.mean(-2, keepdim=True)) / (x.std(-2, keepdim=True) + .1)


class Recogniser(nn.Module):
    def __init__(self, phones, drop=.1):
        super().__init__()
        d = WIDTH
        self.take = nn.Conv1d(BANDS, d, 5, stride=STRIDE, padding=2)
        self.dw = nn.ModuleList(nn.Conv1d(d, d, 7, padding=3 * r, dilation=r, groups=d) for r in DILATIONS)
        self.norm = nn.ModuleList(nn.LayerNorm(d) for _ in DILATIONS)
        self.up = nn.ModuleList(nn.Linear(d, 3 * d) for _ in DILATIONS)
        self.down = nn.ModuleList(nn.Linear(3 * d, d) for _ in DILATIONS)
        self.last = nn.LayerNorm(d)
        self.out, self.frame, self.drop = nn.Linear(d, phones), nn.Linear(d, phones), Dropout(drop)

    def forward(self, x, mask):
        """[B, frames, bands], [B, frames / STRIDE, 1] -> CTC's logits, and those of the phone of each frame (0: none)."""
        x = self.take(x.transpose(1, 2)).transpose(1, 2)
        for dw, norm, up, down in zip(self.dw, self.norm, self.up, self.down):
            h = norm(dw((x * mask).transpose(1, 2)).transpose(1, 2))
            with torch.cpu.amp.autocast(enabled=self.training, dtype=torch.bfloat16):
                h = down(self.drop(F.relu(up(h))))
            x = x + self.drop(h.float())
        x = self.last(x)
        return self.out(x), self.frame(x)


class Graph(nn.Module):
    """What is exported."""

    def __init__(self, net):
        super().__init__()
        self.front_end, self.net = FrontEnd(), net

    def forward(self, samples):
        return self.net(normalised(self.front_end(samples)), 1.)[0]


class Utterance:
    """A recording's log power at each of SPEEDS; its phones and when each ends, in seconds at the recording's speed."""

    def __init__(self, recording, line, samples, front_end):
        self.id, self.text = recording["id"], recording["text"]
        spoken = [(phone, float(end)) for phone, end, *_ in items(line)]
        self.spans = [("" if phone == "pau" else phone, end) for phone, end in spoken]
        self.phones = [phone for phone, _ in spoken if phone != "pau"]
        self.versions = []
        for up, down in SPEEDS:
            x = samples if up == down else resample_poly(samples, up, down).astype(np.float32)
            with torch.no_grad():
                self.versions.append(torch.log(front_end(torch.from_numpy(x)[None])[0] + 1e-7).half())

    def power(self, version=1):
        return torch.exp(self.versions[version].float())

    def frame_labels(self, n, seconds, ids):
        """Ids of the phones of n frames that last so many seconds of the recording each; 0 in silence."""
        at = np.searchsorted([end for _, end in self.spans], np.arange(n) * seconds)
        labels = [ids.get(phone, 0) for phone, _ in self.spans]
        return torch.tensor([labels[min(i, len(labels) - 1)] for i in at])


def varied(u):
    """An utterance's bands as they might be heard another time, and how many times as long as the recording."""
    version = random.randrange(len(SPEEDS))
    power = u.power(version)
    n, stretch = len(power), random.uniform(*STRETCH)
    power = F.interpolate(power.T[None], size=max(round(n * stretch), 8), mode="linear", align_corners=True)[0].T
    place = torch.linspace(0, 1, BANDS)
    curve = sum(random.gauss(0, .6 / k) * torch.cos(math.pi * k * place) for k in range(1, 4))
    power = power * torch.exp(curve)
    power /= power.mean()
    if random.random() < .5:                        # steady noise of some colour, 15 to 45 dB below the speech
        colour = torch.exp(random.gauss(0, 1) * torch.cos(math.pi * place))
        power += 10 ** -random.uniform(1.5, 4.5) * colour * torch.empty_like(power).exponential_()
    x = normalised(power)
    for _ in range(2):
        width, at = random.randrange(10), random.randrange(BANDS)
        x[:, at:at + width] = 0
    for _ in range(1 + len(x) // 200):
        width, at = random.randrange(12), random.randrange(len(x))
        x[at:at + width] = 0
    up, down = SPEEDS[version]
    return x, up / down * len(x) / n


def batch(us, ids, vary):
    """-> bands [B, frames, BANDS], mask, lengths of the output, phones in a row, phones of each, label of each frame."""
    heard = [varied(u) if vary else (normalised(u.power()), 1.) for u in us]
    lengths = torch.tensor([(len(x) + STRIDE - 1) // STRIDE for x, _ in heard])
    bands = torch.zeros(len(us), max(len(x) for x, _ in heard), BANDS)
    mask = torch.zeros(len(us), int(lengths.max()), 1)
    labels = torch.full(mask.shape[:2], -100)
    for i, (u, (x, times), n) in enumerate(zip(us, heard, lengths.tolist())):
        bands[i, :len(x)] = x
        mask[i, :n] = 1
        labels[i, :n] = u.frame_labels(n, STRIDE * HOP / SR / times, ids)
    phones = [[ids[p] for p in u.phones] for u in us]
    return bands, mask, lengths, torch.tensor(sum(phones, [])), torch.tensor([len(p) for p in phones]), labels


def error_rate(net, us, ids):
    net.eval()
    wrong = 0
    with torch.no_grad():
        for u in us:
            bands, mask, *_ = batch([u], ids, False)
            heard = read(net(bands, mask)[0][0].argmax(1).tolist())
            wrong += edits(heard, [ids[p] for p in u.phones])
    net.train()
    return wrong / sum(len(u.phones) for u in us)


def load(name, data):
    """-> utterances to train with, to decide by, and to test with."""
    with open(f"{data}/{name}.json", encoding="utf-8") as f:
        recordings = json.load(f)
    with open(f"{data}/{name}.sets.json") as f:
        sets = json.load(f)
    with open(f"{data}/{name}.tsv", encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f]
    raw, front_end = np.memmap(f"{data}/{name}.raw", np.int16), FrontEnd()
    test_texts = {recordings[i]["text"] for i in sets["test"]}
    training, test = [], []
    for i, (recording, (offset, length, line)) in enumerate(zip(recordings, lines)):
        held_out = i in sets["test"]
        if held_out or (i not in sets["bad"] and recording["text"] not in test_texts):
            samples = raw[int(offset):int(offset) + int(length)].astype(np.float32) / 32768
            (test if held_out else training).append(Utterance(recording, line, samples, front_end))
    texts = set(random.sample(sorted({u.text for u in training}), min(VALIDATION, len(training) // 5)))
    return [u for u in training if u.text not in texts], [u for u in training if u.text in texts], test


def batches(us):
    """Batches without end, of like lengths."""
    while True:
        ordered = sorted(us, key=lambda u: len(u.versions[0]) * random.uniform(.9, 1.1))
        groups = [[]]
        for u in ordered:
            if groups[-1] and (len(groups[-1]) + 1) * len(u.versions[0]) > FRAMES:
                groups.append([])
            groups[-1].append(u)
        random.shuffle(groups)
        yield from groups


def train(net, training, validation, ids, seconds):
    """-> the average of the weights that errs least on the validation set."""
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, betas=(.9, .98), weight_decay=.05)
    average = {k: p.detach().clone() for k, p in net.state_dict().items()}
    judge, best, lowest = Recogniser(len(ids) + 1), None, math.inf
    stream, began, said, step = batches(training), time.time(), time.time(), 0
    while best is None or time.time() - began < seconds:
        progress = (time.time() - began) / seconds
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * min(1, (step + 1) / 200) * (.01 + .495 * (1 + math.cos(math.pi * min(progress, 1))))
        bands, mask, lengths, phones, counts, labels = batch(next(stream), ids, True)
        by_ctc, by_frame = net(bands, mask)
        ctc = F.ctc_loss(F.log_softmax(by_ctc, 2).transpose(0, 1), phones, lengths, counts, zero_infinity=True)
        frame = F.cross_entropy(by_frame.transpose(1, 2), labels, label_smoothing=.05)
        optimizer.zero_grad()
        (ctc + .5 * frame).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.)
        optimizer.step()
        step += 1
        keep = min(.998, step / (step + 20))
        with torch.no_grad():
            for k, p in net.state_dict().items():
                average[k].mul_(keep).add_(p, alpha=1 - keep)
        if time.time() - said > 60 or time.time() - began >= seconds:
            said = time.time()
            judge.load_state_dict(average)
            rate = error_rate(judge, validation, ids)
            if rate < lowest:
                lowest, best = rate, {k: p.clone() for k, p in average.items()}
            print(f"{said - began:.0f}s step {step} ctc {ctc.item():.3f} frame {frame.item():.3f} | validation {rate:.4f}", flush=True)
    return best


def main(name, seconds, data, out):
    torch.set_num_threads(1)
    torch.manual_seed(0)
    random.seed(0)
    training, validation, test = load(name, data)
    phones = sorted({p for u in training for p in u.phones})
    ids = {p: i + 1 for i, p in enumerate(phones)}
    # a phone that only the test has cannot be heard; it gets an id to be counted as wrong
    for u in validation + test:
        for p in u.phones:
            ids.setdefault(p, len(ids) + 1)
    net = Recogniser(len(ids) + 1)
    print(f"{name}: {len(training)} utterances, {len(validation)} to decide by, {len(test)} to test with; {len(ids)} phones, "
          f"{sum(p.numel() for p in net.parameters())} parameters", flush=True)
    net.load_state_dict(train(net, training, validation, ids, seconds))
    print(f"held out: phone error rate {error_rate(net, test, ids):.4f}")
    os.makedirs(out + "/onnx", exist_ok=True)
    path = out + "/onnx/model.onnx"
    torch.onnx.export(Graph(net).eval(), (torch.randn(1, SR),), path, opset_version=17, input_names=["samples"], output_names=["logits"],
                      dynamic_axes={"samples": {1: "samples"}, "logits": {1: "frames"}})
    halve(path)
    references = {u.id: " ".join(u.phones) for u in test}
    with open(out + "/phones.json", "w", encoding="utf-8") as f:
        f.write(json.dumps(dict(phones=["", *ids], references=references), ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), *sys.argv[3:5])
