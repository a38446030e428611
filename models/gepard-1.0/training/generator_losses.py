"""What the generator learns by: distances of spectrograms, and discriminators that learn to tell its speech from recordings."""
import math

import torch
import torch.nn as nn

from discriminator import Discriminator, told, verdict
from features import SR

RESOLUTIONS = (128, 256, 512, 1024, 2048)                   # samples of a window
DISCRIMINATED = (256, 512, 1024, 128)                       # in the order of the kept weights
PHASED_SIZES = (256, 512, 1024)                             # those whose phases count
PHASED, PHASED_HZ = .5, 2500                                # weight of the distance with phases, and where it has fallen to half
# The repulsion of the spectral score for the recordings' features, and for the acoustic model's: those say less of the recording, and what
# they miss is not to be made up for by noise
REPULSION, REPULSION_SAID = .75, .25
ROOT = .4                                                   # power of the magnitudes that discriminators see
MATCHED = .5                                                # weight of the layers' distance against that of the scores
FLOOR = 3e-4                                                # of a magnitude whose logarithm counts


def spectrum(x, size):
    """Samples [B,n] -> complex [B,bins,frames], 1 for noise of unit variance."""
    return torch.stft(x, size, size // 4, window=torch.hann_window(size), return_complex=True) / math.sqrt(size * .375)


def magnitudes(s):
    """Those of a complex spectrum."""
    return torch.sqrt(s.real ** 2 + s.imag ** 2 + 1e-11)


def mel_weights(size):
    """What each bin [bins, 1] of a window counts: the mels in it (the derivative of features.mel), on average 1."""
    weights = 1 / (700 + torch.arange(size // 2 + 1) * SR / size)
    return (weights / weights.mean())[:, None]


def distance(a, b, size, scale):
    """Between magnitudes [B,bins,frames] of a window -> [B]: of logarithms, by mels, as root mean squares of frames, and of the magnitudes
    themselves over `scale`."""
    logs = (torch.log(a + FLOOR) - torch.log(b + FLOOR)) ** 2 * mel_weights(size)
    return torch.sqrt(logs.mean(1) + 1e-6).mean(1) + (a - b).abs().mean((1, 2)) / scale


def rooted(s):
    """A complex spectrum, and its magnitudes -> real and imaginary part [2,..] with the magnitudes to the power of ROOT."""
    m = torch.sqrt(s.real ** 2 + s.imag ** 2 + FLOOR ** 2)
    return torch.stack([s.real, s.imag]) * m ** (ROOT - 1), m


def phased_distance(a, b, size, scale):
    """Between what `rooted` gives of two spectra -> [B]: with their phases, over `scale`; most for low frequencies, where phases can be known."""
    weights = 1 / (1 + (torch.arange(size // 2 + 1) * SR / size / PHASED_HZ) ** 2)
    apart = torch.sqrt(((a - b) ** 2).sum(0) + 1e-6) * weights[:, None]
    return apart.mean(2).sum(1) / weights.sum() / scale


def spectral_score(y, z, x, own):
    """What the generator minimises, and what it consists of: the distances of magnitudes from the recordings and between draws, and the score
    with phases. y and z [B,n] are its speech with two draws of the noise, x the recordings; own [B]: 1 where it had the recording's features, 0
    where it had those that the acoustic model says.

    The distance from the recordings alone is least where nothing varies: who learns by it puts pulses where there should be noise. With the
    distance of the draws from each other taken off (repulsion 1) it is an energy score, which is least when speech varies as the recordings do
    (Gritsenko et al., "A spectral energy distance for parallel speech synthesis", 2020). Phases count only with the recording's features."""
    repulsion = REPULSION_SAID + (REPULSION - REPULSION_SAID) * own
    near = apart = phased = 0
    for size in RESOLUTIONS:
        spectra = [spectrum(s, size) for s in (y, z, x)]
        a, b, c = (magnitudes(s) for s in spectra)
        near = near + (distance(a, c, size, c.mean()) + distance(b, c, size, c.mean())) / 2
        apart = apart + distance(a, b, size, c.mean())
        if size in PHASED_SIZES:
            (a, _), (b, _), (c, m) = (rooted(s) for s in spectra)
            scale = (m ** ROOT).mean()
            phased = phased + (phased_distance(a, c, size, scale) + phased_distance(b, c, size, scale) - phased_distance(a, b, size, scale)) / 2
    near, apart, phased = near / len(RESOLUTIONS), apart / len(RESOLUTIONS), own * phased / len(PHASED_SIZES)
    return (near - repulsion / 2 * apart + PHASED * phased).mean(), near.mean(), apart.mean(), phased.mean()


def pictures(x, size):
    """Samples [B,n] -> [B,3,bins,frames]: log magnitudes, and the spectrum's real and imaginary part with its magnitudes to the power of ROOT."""
    parts, m = rooted(spectrum(x, size))
    return torch.stack([torch.log(m), *parts], 1).contiguous(memory_format=torch.channels_last)


class Discriminators(nn.Module):
    """A discriminator of spectrograms for each of some windows. They compute in bfloat16, which is faster on processors that have it."""

    def __init__(self):
        super().__init__()
        self.discriminators = nn.ModuleList(Discriminator(3).to(memory_format=torch.channels_last) for _ in DISCRIMINATED)

    def answers(self, x):
        """Those of each discriminator, for samples [B,n]."""
        found = []
        for of, size in zip(self.discriminators, DISCRIMINATED):
            seen = pictures(x, size)
            with torch.autocast("cpu", torch.bfloat16):
                score, layers = of(seen)
            found.append((score.float(), [layer.float() for layer in layers]))
        return found

    def told(self, y, x):
        """What the discriminators minimise, for speech y and recordings x."""
        return sum(told(recorded, said) for recorded, said in zip(self.answers(x), self.answers(y.detach())))

    def verdict(self, y, x):
        """What the generator minimises."""
        with torch.no_grad():
            recorded = self.answers(x)
        return sum(verdict(said, of, MATCHED) for said, of in zip(self.answers(y), recorded))
