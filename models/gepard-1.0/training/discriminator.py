"""A discriminator of pictures, spectrograms or envelopes, and what it and the model that it tells apart learn by: least squares (Mao et
al., "Least squares generative adversarial networks", 2017)."""
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import weight_norm

CHANNELS = 24
# kernel and stride of each layer: in frequency, in time
LAYERS = (((5, 5), (2, 1)), ((5, 3), (2, 2)), ((5, 3), (2, 2)), ((3, 3), (2, 1)))


class Discriminator(nn.Module):
    """How much each part of a picture [B,planes,rows,frames] looks like a recording: near 1, or near 0."""

    def __init__(self, planes=1):
        super().__init__()
        widths = [planes, CHANNELS, CHANNELS, 2 * CHANNELS, 2 * CHANNELS]
        self.layers = nn.ModuleList(weight_norm(nn.Conv2d(a, b, k, s, (k[0] // 2, k[1] // 2)))
                                    for (k, s), a, b in zip(LAYERS, widths, widths[1:]))
        self.out = weight_norm(nn.Conv2d(widths[-1], 1, 3, padding=1))

    def forward(self, x):
        """-> scores, and what each layer saw."""
        seen = []
        for layer in self.layers:
            x = F.leaky_relu(layer(x), .1)
            seen.append(x)
        return self.out(x), seen


def told(recorded, said):
    """What a discriminator minimises, of its answers: 1 for recordings, and 0 for what was said."""
    return ((recorded[0] - 1) ** 2).mean() + (said[0] ** 2).mean()


def verdict(said, recorded, matched):
    """What the model minimises, of the discriminator's answers: that it is told apart, and (by the weight `matched`) that the layers see
    something else than in the recording."""
    return ((said[0] - 1) ** 2).mean() + matched * sum((a - b).abs().mean() for a, b in zip(said[1], recorded[1]))
