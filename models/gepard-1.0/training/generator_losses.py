"""What the generator learns by: distances of spectrograms, and discriminators that learn to tell its speech from recordings."""
import math

import torch
import torch.nn as nn

from discriminator import Discriminator, told, verdict
from features import SR

RESOLUTIONS = (128, 256, 512, 1024, 2048)                   # samples of a window
DISCRIMINATED = (256, 512, 1024)
FLOOR = 1e-3                                                # of a magnitude whose logarithm counts


def magnitudes(x, size):
    """Samples [B,n] -> [B,bins,frames], 1 for noise of unit variance."""
    s = torch.stft(x, size, size // 4, window=torch.hann_window(size), return_complex=True)
    return torch.sqrt(s.real ** 2 + s.imag ** 2 + 1e-9) / math.sqrt(size * .375)


def mel_weights(size):
    """What each bin [bins, 1] of a window counts: the mels in it (the derivative of features.mel), on average 1."""
    weights = 1 / (700 + torch.arange(size // 2 + 1) * SR / size)
    return (weights / weights.mean())[:, None]


def spectral_distance(y, x):
    """Mean over the resolutions of the distance of log magnitudes, by mels, and of magnitudes against their mean (after Yamamoto et al.
    2020)."""
    total = 0
    for size in RESOLUTIONS:
        a, b = magnitudes(y, size), magnitudes(x, size)
        total = total + ((torch.log(a + FLOOR) - torch.log(b + FLOOR)).abs() * mel_weights(size)).mean() + (a - b).abs().mean() / b.mean()
    return total / len(RESOLUTIONS)


class Discriminators(nn.Module):
    """A discriminator of spectrograms for each of some windows."""

    def __init__(self):
        super().__init__()
        self.discriminators = nn.ModuleList(Discriminator() for _ in DISCRIMINATED)

    def answers(self, x):
        """Those of each discriminator, for samples [B,n]."""
        return [of(torch.log(magnitudes(x, size) + FLOOR)[:, None]) for of, size in zip(self.discriminators, DISCRIMINATED)]

    def told(self, y, x):
        """What the discriminators minimise, for speech y and recordings x."""
        return sum(told(recorded, said) for recorded, said in zip(self.answers(x), self.answers(y.detach())))

    def verdict(self, y, x):
        """What the generator minimises."""
        with torch.no_grad():
            recorded = self.answers(x)
        return sum(verdict(said, of) for said, of in zip(self.answers(y), recorded))
