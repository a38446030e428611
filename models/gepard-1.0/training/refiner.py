"""The second part of the waveform generator: what the filters cannot say, because it happens within a pitch cycle.

The first part's filters last two steps, which is about two cycles. The refiner works in blocks of BLOCK samples, .7 ms. It sees the
speech that the filters gave, the noise that they were given, where in the pitch cycle each block is, and CONDITIONS, numbers that the
network of the first part says for each step. It says for each of the block's bands how much louder the speech is there, how much of the noise is added,
and what else is.

Blocks are taken and put together again by the modified discrete cosine transform (Princen & Bradley 1986): what nothing is said of
stays as it was. A block depends on 14 blocks to each side: 2 of the input, of which one is the transform's, and 12 of the layers. Last, a filter
takes the top away, as recordings have none: neither the envelope nor a block has bands that are narrow enough for that."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from scipy.signal import firwin

from features import SR

BLOCK = 16                                  # samples, and bands
WIDTH, WIDER = 48, 2
CONDITIONS = WIDTH                          # numbers for each step that the network of the first part says
CYCLES = 3                                  # harmonics of the pitch cycle that a block sees
KERNEL, DILATIONS = 5, (1, 2, 3)
TAPS, TOP, STEEPNESS = 65, 10700, 2.1       # of the last filter: where it has fallen to half, in Hz, and the parameter of its Kaiser window
MARGIN = 14 * BLOCK + TAPS // 2             # samples to each side that a sample depends on
QUIETEST, LOUDEST = -4, 1.5                 # log gain of a band


class Layer(nn.Module):
    """ConvNeXt block on [B,T,C]."""

    def __init__(self, dilation):
        super().__init__()
        self.dw = nn.Conv1d(WIDTH, WIDTH, KERNEL, padding=dilation * (KERNEL // 2), dilation=dilation, groups=WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.up, self.down = nn.Linear(WIDTH, WIDER * WIDTH), nn.Linear(WIDER * WIDTH, WIDTH)
        self.scale = nn.Parameter(torch.full((WIDTH,), .3))

    def forward(self, x):
        h = self.norm(self.dw(x.transpose(1, 2)).transpose(1, 2))
        return x + self.scale * self.down(F.relu(self.up(h)))


class Refiner(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("index", torch.arange(BLOCK).float())
        edge = firwin(TAPS, TOP, window=("kaiser", STEEPNESS), fs=SR)
        self.register_buffer("edge", torch.tensor(edge, dtype=torch.float32)[None, None], persistent=False)
        self.into = nn.Linear(3 * (2 * BLOCK + 2 * CYCLES), WIDTH)
        self.layers = nn.ModuleList(Layer(d) for d in DILATIONS)
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 3 * BLOCK)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def transform(self):
        """What the first and the second half of two blocks give to each band, windowed: [BLOCK,BLOCK] each. Its transpose is its inverse."""
        n = torch.cat([self.index, self.index + BLOCK])[:, None]
        window = torch.sin(math.pi / (2 * BLOCK) * (n + .5)) * math.sqrt(2 / BLOCK)
        m = window * torch.cos(math.pi / BLOCK * (n + .5 + BLOCK / 2) * (self.index + .5))
        return m[:BLOCK], m[BLOCK:]

    def forward(self, y, noise, phase, voiced, level, conditions):
        """y, noise, phase (of the pitch cycle) [B,n] samples; voiced [B,T,1] 0 or 1, level [B,T,BLOCK] the log amplitude of each band by the
        envelope, conditions [B,T,CONDITIONS]: of each block, T = n / BLOCK -> samples [B,n]."""
        first, second = self.transform()

        def bands(x):
            """[B,n] -> [B,T+1,BLOCK]: of the two blocks before and after each block's beginning, and of the end."""
            x = F.pad(x.reshape(x.shape[0], -1, BLOCK), (0, 0, 1, 1))
            return x[:, :-1] @ first + x[:, 1:] @ second

        def edges(x):
            """[B,T,C] -> [B,T+1,C]"""
            return F.pad(x, (0, 0, 0, 1))

        speech, hiss = bands(y), bands(noise)
        level = torch.exp(edges(level))
        seen = speech / (level + 1e-6)
        turns = 2 * math.pi * edges(phase.reshape(phase.shape[0], -1, BLOCK)[:, :, :1])
        turns = torch.cat([f(k * turns) for k in range(1, CYCLES + 1) for f in (torch.cos, torch.sin)], 2) * edges(voiced)
        x = torch.cat([seen / torch.sqrt(1 + seen.abs()), hiss, turns], 2)
        before, after = F.pad(x, (0, 0, 1, 0))[:, :-1], F.pad(x, (0, 0, 0, 1))[:, 1:]
        h = self.into(torch.cat([before, x, after], 2)) + edges(conditions)
        for layer in self.layers:
            h = layer(h)
        louder, hissing, more = torch.split(self.out(self.norm(h)), BLOCK, 2)
        said = speech * torch.exp(torch.clamp(louder, QUIETEST, LOUDEST)) + level * (hissing * hiss + more)
        y = (said[:, :-1] @ second.transpose(0, 1) + said[:, 1:] @ first.transpose(0, 1)).reshape(y.shape[0], 1, -1)
        return F.conv1d(y, self.edge, padding=TAPS // 2)[:, 0]
