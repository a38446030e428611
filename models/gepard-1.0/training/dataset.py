"""Training utterances from the shards that features.py writes, and batches of them."""
import random
from dataclasses import dataclass

import numpy as np
import torch

import releases
from features import HOP, NAP, NB, SR
from model import PLAN
from tokens import PLOSIVES, SILENT, parse

FRAMES = 2000                                    # per batch


LEVEL = slice(2, 50)                             # bands whose mean is an utterance's level: 70 Hz to 6 kHz


@dataclass
class Utterance:
    voice: int
    ids: list                                    # tokens
    frames: list                                 # of each token
    first: int                                   # frame in the voice's shard
    end: int
    number: int                                  # in the shard
    plan: np.ndarray                             # [T,4] prosody of each token, see `Corpus._plan`
    style: list = None                           # measured numbers, see recorded.py

    def __len__(self):
        return self.end - self.first

    def sounded(self, corpus):
        """Whether some of it is voiced."""
        return bool((corpus.shards[self.voice]["f0"][self.first:self.end] > 0).any())


class Corpus:
    """The shards of some voices. `utterances` of all of them, `log_f0` mean log F0 of each."""

    def __init__(self, paths):
        self.shards, self.utterances, self.log_f0 = [], [], []
        for voice, path in enumerate(paths):
            z = np.load(path)
            shard = {k: z[k] for k in z.files}
            self.shards.append(shard)
            self.log_f0.append(float(np.log(shard["f0"][shard["f0"] > 0]).mean()))
            energy = releases.block_energy(shard["audio"])
            shard["rises"], shard["gains"] = releases.rises(energy), releases.gains(energy).astype(np.float16)
            shard["level"] = shard["env"][:, LEVEL].astype(np.float32).mean(1)
            mine = [u for u in (self._utterance(voice, i, str(phones)) for i, phones in enumerate(shard["phones"])) if u]
            self._relative_levels(mine)
            self.utterances += mine

    def _utterance(self, voice, i, phones):
        parsed = parse(phones)
        if not parsed:
            return None
        ids, frames, first, end = parsed
        offset, after = self.shards[voice]["off"][i:i + 2]
        length = after - offset
        if end > length:                         # the last token takes up the rounding
            frames[-1] -= end - length
            end = length
        if frames[-1] < 0:
            return None
        u = Utterance(voice, ids, frames, offset + first, offset + end, i, None)
        u.plan = self._plan(u)
        return u

    def _plan(self, u):
        """[T,4]: log F0 of each token against the voice's mean, level (log amplitude), log(1 + frames), and where in a plosive
        it opens, as a share of its length."""
        s, part = self.shards[u.voice], slice(u.first, u.end)
        ends = np.cumsum(u.frames)
        starts = ends - u.frames
        contour = np.log(continuous(s["f0"][part])) - self.log_f0[u.voice]
        plan = np.zeros((len(u.ids), PLAN), np.float32)
        for column, curve in ((0, contour), (1, s["level"][part])):
            sums = np.concatenate([[0.], np.cumsum(curve, dtype=np.float64)])
            at = np.minimum(starts, len(curve) - 1)
            plan[:, column] = np.where(ends > starts, (sums[ends] - sums[starts]) / np.maximum(ends - starts, 1), curve[at])
        plan[:, 2] = np.log(1 + np.array(u.frames))
        for i, token in enumerate(u.ids):
            plan[i, 3] = releases.release(s["rises"], u.first + starts[i], u.first + ends[i]) if token in PLOSIVES else 0
        return plan

    @staticmethod
    def _relative_levels(utterances):
        """Takes off what is usual for each token in this voice: what is left is how loud it is said."""
        levels = {}
        for u in utterances:
            for token, level in zip(u.ids, u.plan[:, 1]):
                levels.setdefault(token, []).append(level)
        usual = {token: np.mean(found) for token, found in levels.items()}
        for u in utterances:
            u.plan[:, 1] = [0 if token in SILENT else level - usual[token] for token, level in zip(u.ids, u.plan[:, 1])]

    def batch(self, us):
        """-> dict of tensors padded to the longest: ids, dur [B,T]; idx [B,F] token of each frame; mask [B,F,1]; f0
        [B,F] interpolated over unvoiced frames, which unvoiced marks; env [B,F,64]; ap [B,F,6]; gains [B,F,4]; plan [B,T,4];
        audio [B,F*HOP]; voice [B]; style [B,3] or None."""
        size, tokens, frames = len(us), max(len(u.ids) for u in us), max(len(u) for u in us)
        b = dict(ids=torch.zeros(size, tokens, dtype=torch.long), dur=torch.zeros(size, tokens),
                 idx=torch.zeros(size, frames, dtype=torch.long), mask=torch.zeros(size, frames, 1),
                 f0=torch.full((size, frames), 120.), unvoiced=torch.ones(size, frames),
                 env=torch.zeros(size, frames, NB), ap=torch.ones(size, frames, NAP),
                 gains=torch.zeros(size, frames, releases.BLOCKS), plan=torch.zeros(size, tokens, PLAN),
                 audio=torch.zeros(size, frames * HOP), voice=torch.tensor([u.voice for u in us]), style=None)
        for i, u in enumerate(us):
            s, n, t = self.shards[u.voice], len(u), len(u.ids)
            part = slice(u.first, u.end)
            b["ids"][i, :t] = torch.tensor(u.ids)
            b["dur"][i, :t] = torch.tensor(u.frames, dtype=torch.float)
            b["idx"][i, :n] = torch.repeat_interleave(torch.arange(t), torch.tensor(u.frames))
            b["mask"][i, :n] = 1
            f0 = s["f0"][part]
            b["unvoiced"][i, :n] = torch.from_numpy(f0 == 0).float()
            b["f0"][i, :n] = torch.from_numpy(continuous(f0))
            b["gains"][i, :n] = torch.from_numpy(s["gains"][part]).float()
            b["plan"][i, :t] = torch.from_numpy(u.plan)
            b["env"][i, :n] = torch.from_numpy(s["env"][part]).float()
            b["ap"][i, :n] = torch.from_numpy(s["ap"][part]).float() / 255
            b["audio"][i, :n * HOP] = torch.from_numpy(s["audio"][u.first * HOP:u.end * HOP]).float() / 32767
        if us[0].style is not None:
            b["style"] = torch.tensor([u.style for u in us], dtype=torch.float)
        return b


def continuous(f0):
    """F0 in Hz, interpolated where there is none."""
    voiced = np.nonzero(f0)[0]
    return np.interp(np.arange(len(f0)), voiced, f0[voiced]).astype(np.float32) if len(voiced) else np.full(len(f0), 120., np.float32)


def batches(utterances):
    """Endless lists of utterances of about FRAMES frames, alike in length."""
    while True:
        us = utterances[:]
        random.shuffle(us)
        for c in range(0, len(us), 400):
            out, current = [], []
            for u in sorted(us[c:c + 400], key=len):
                if current and (len(current) + 1) * len(u) > FRAMES:
                    out.append(current)
                    current = []
                current.append(u)
            out.append(current)
            random.shuffle(out)
            yield from out


def hours(utterances):
    return sum(len(u) for u in utterances) * HOP / SR / 3600
