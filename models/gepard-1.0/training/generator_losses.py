"""What the generator learns by: distances of spectrograms, and judges that learn to tell its speech from recordings."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import weight_norm

RESOLUTIONS = (128, 256, 512, 1024, 2048)                   # samples of a window
JUDGED = (256, 512, 1024)
FLOOR = 1e-3                                                # of a magnitude whose logarithm counts
CHANNELS = 24
# kernel and stride of each layer of a judge: in frequency, in time
LAYERS = (((5, 5), (2, 1)), ((5, 3), (2, 2)), ((5, 3), (2, 2)), ((3, 3), (2, 1)))


def magnitudes(x, size):
    """Samples [B,n] -> [B,bins,frames], 1 for noise of unit variance."""
    s = torch.stft(x, size, size // 4, window=torch.hann_window(size), return_complex=True)
    return torch.sqrt(s.real ** 2 + s.imag ** 2 + 1e-9) / math.sqrt(size * .375)


def spectral_distance(y, x):
    """Mean over the resolutions of the distance of log magnitudes, and of magnitudes against their mean (after Yamamoto et al. 2020)."""
    total = 0
    for size in RESOLUTIONS:
        a, b = magnitudes(y, size), magnitudes(x, size)
        total = total + (torch.log(a + FLOOR) - torch.log(b + FLOOR)).abs().mean() + (a - b).abs().mean() / b.mean()
    return total / len(RESOLUTIONS)


class Judge(nn.Module):
    """How much a piece of a spectrogram looks like a recording."""

    def __init__(self, size):
        super().__init__()
        self.size = size
        widths = [1, CHANNELS, CHANNELS, 2 * CHANNELS, 2 * CHANNELS]
        self.layers = nn.ModuleList(weight_norm(nn.Conv2d(a, b, k, s, (k[0] // 2, k[1] // 2)))
                                    for (k, s), a, b in zip(LAYERS, widths, widths[1:]))
        self.out = weight_norm(nn.Conv2d(widths[-1], 1, 3, padding=1))

    def forward(self, x):
        """-> scores, and what each layer saw."""
        h, seen = torch.log(magnitudes(x, self.size) + FLOOR)[:, None], []
        for layer in self.layers:
            h = F.leaky_relu(layer(h), .1)
            seen.append(h)
        return self.out(h), seen


class Judges(nn.Module):
    def __init__(self):
        super().__init__()
        self.judges = nn.ModuleList(Judge(size) for size in JUDGED)

    def loss(self, y, x):
        """What the judges minimise: least squares, 1 for recordings x and 0 for speech y."""
        return sum(((judge(x)[0] - 1) ** 2).mean() + (judge(y.detach())[0] ** 2).mean() for judge in self.judges)

    def verdict(self, y, x):
        """What the generator minimises: that it is told apart, and that the layers see something else than in the recording."""
        total = 0
        for judge in self.judges:
            score, seen = judge(y)
            with torch.no_grad():
                _, wanted = judge(x)
            total = total + ((score - 1) ** 2).mean() + 2 * sum((a - b).abs().mean() for a, b in zip(seen, wanted))
        return total
