"""Training utterances from the shards that features.py writes, and batches of them."""
import random
from dataclasses import dataclass

import numpy as np
import torch

from features import HOP, NB, SR
from tokens import parse
from vocoder import NAP

FRAMES = 2000                                    # per batch


@dataclass
class Utterance:
    voice: int
    ids: list                                    # tokens
    frames: list                                 # of each token
    first: int                                   # frame in the voice's shard
    end: int
    number: int                                  # in the shard
    style: list = None                           # five measured numbers, see recorded.py

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
            for i, phones in enumerate(shard["phones"]):
                u = self._utterance(voice, i, str(phones))
                if u:
                    self.utterances.append(u)

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
        return Utterance(voice, ids, frames, offset + first, offset + end, i) if frames[-1] >= 0 else None

    def batch(self, us):
        """-> dict of tensors padded to the longest: ids, dur [B,T]; idx [B,F] token of each frame; mask [B,F,1]; f0
        [B,F] interpolated over unvoiced frames, which unvoiced marks; env [B,F,64]; ap [B,F,6]; audio [B,F*HOP];
        voice [B]; style [B,5] or None."""
        size, tokens, frames = len(us), max(len(u.ids) for u in us), max(len(u) for u in us)
        b = dict(ids=torch.zeros(size, tokens, dtype=torch.long), dur=torch.zeros(size, tokens),
                 idx=torch.zeros(size, frames, dtype=torch.long), mask=torch.zeros(size, frames, 1),
                 f0=torch.full((size, frames), 120.), unvoiced=torch.ones(size, frames),
                 env=torch.zeros(size, frames, NB), ap=torch.ones(size, frames, NAP),
                 audio=torch.zeros(size, frames * HOP), voice=torch.tensor([u.voice for u in us]), style=None)
        for i, u in enumerate(us):
            s, n, t = self.shards[u.voice], len(u), len(u.ids)
            part = slice(u.first, u.end)
            b["ids"][i, :t] = torch.tensor(u.ids)
            b["dur"][i, :t] = torch.tensor(u.frames, dtype=torch.float)
            b["idx"][i, :n] = torch.repeat_interleave(torch.arange(t), torch.tensor(u.frames))
            b["mask"][i, :n] = 1
            f0 = s["f0"][part]
            voiced = np.nonzero(f0)[0]
            b["unvoiced"][i, :n] = torch.from_numpy(f0 == 0).float()
            if len(voiced):
                b["f0"][i, :n] = torch.from_numpy(np.interp(np.arange(n), voiced, f0[voiced]).astype(np.float32))
            b["env"][i, :n] = torch.from_numpy(s["env"][part]).float()
            b["ap"][i, :n] = torch.from_numpy(s["ap"][part]).float() / 255
            b["audio"][i, :n * HOP] = torch.from_numpy(s["audio"][u.first * HOP:u.end * HOP]).float() / 32767
        if us[0].style is not None:
            b["style"] = torch.tensor([u.style for u in us], dtype=torch.float)
        return b


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
