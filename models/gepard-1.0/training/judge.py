"""judge.py GENERATOR.pt DATA NAME.. - how well a judge, trained when the voice is done, tells copies from recordings.

Of UTTERANCES training utterances of each speaker the generator makes copies, from the recordings' features and from what the acoustic
model says. A small classifier learns to tell pieces of a second apart from pieces of the recordings, and is tested on the
held-out utterances. Printed: balanced accuracy (50 %: it guesses; 100 %: it always knows). With `-` for GENERATOR.pt, the copies are those of
an untrained generator, which is a plain source-filter vocoder."""
import random
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import checkpoint
from copies import copy
from features import SR
from generator import Generator
from generator_losses import magnitudes, spectrum

UTTERANCES = 120                                            # of each speaker
STEPS, BATCH = 800, 32
SIZE = 512                                                  # of the spectrogram's window, in samples


class Judge(nn.Module):
    def __init__(self, channels=24):
        super().__init__()
        widths = [1, channels, channels, 2 * channels, 2 * channels]
        self.layers = nn.ModuleList(nn.Sequential(nn.Conv2d(a, b, 5, (2, 2), 2), nn.BatchNorm2d(b), nn.ReLU())
                                    for a, b in zip(widths, widths[1:]))
        self.out = nn.Linear(widths[-1], 1)

    def forward(self, x):
        """Samples [B,n] -> [B]: above 0 for recordings."""
        h = torch.log(magnitudes(spectrum(x, SIZE)) + 1e-4)[:, None]
        for layer in self.layers:
            h = layer(h)
        return self.out(F.dropout(h.mean((2, 3)), .3, self.training))[:, 0]


def pairs(net, data, names, which, said):
    """[(recording, copy)] of samples."""
    found = []
    for name in names:
        us = [u for u in np.load(f"{data}/{name}.{which}.waveforms.npz", allow_pickle=True)["utterances"] if "said_env" in u]
        for u in random.Random(3).sample(us, min(UTTERANCES, len(us))):
            with torch.no_grad():
                # in 16 bits, as recordings are and as speech is sent
                found.append((u["x"].astype(np.float32) / 32768, np.round(np.clip(copy(net, u, said), -1, 1) * 32767) / 32768))
    return [pair for pair in found if len(pair[0]) > SR]


def piece(x, at):
    """A second, at one level, so that loudness tells nothing."""
    part = x[at:at + SR]
    return torch.from_numpy(part * (.1 / max(np.sqrt((part ** 2).mean()), 1e-4)))


def accuracy(judge, found):
    """Balanced, over all pieces of the utterances."""
    judge.eval()
    right = [[], []]
    with torch.no_grad():
        for pair in found:
            for kind, x in enumerate(pair):
                scores = judge(torch.stack([piece(x, at) for at in range(0, len(x) - SR + 1, SR // 2)]))
                right[kind] += ((scores > 0) == (kind == 0)).tolist()
    return np.mean([np.mean(r) for r in right])


def judged(net, data, names, said):
    training, test = pairs(net, data, names, "train", said), pairs(net, data, names, "test", said)
    torch.manual_seed(0)
    random.seed(0)
    judge = Judge()
    optimizer = torch.optim.AdamW(judge.parameters(), 1e-3)
    for step in range(STEPS):
        judge.train()
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - step / STEPS)
        batch = []
        for pair in random.choices(training, k=BATCH // 2):
            batch += [piece(x, random.randrange(len(x) - SR + 1)) for x in pair]
        wanted = torch.tensor([1., 0.]).repeat(BATCH // 2)
        loss = F.binary_cross_entropy_with_logits(judge(torch.stack(batch)), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return accuracy(judge, test)


if __name__ == "__main__":
    torch.set_num_threads(2)
    net = Generator().eval() if sys.argv[1] == "-" else checkpoint.generator(sys.argv[1])
    for said in (False, True):
        print("from what the acoustic model says:" if said else "from the recordings' features:",
              f"{100 * judged(net, sys.argv[2], sys.argv[3:], said):.1f} % balanced accuracy", flush=True)
