"""The waveform generator: F0, envelope, aperiodicity and bursts of each frame -> samples.

Pulses and noise, both of unit power, are filtered and added, as in a source-filter vocoder. But a network sees the frames
around and says, for each half of a frame, how the filters differ from those that the envelope alone gives: magnitude and
phase for the pulses, magnitude for the noise, how the noise rises and falls within the half, and how it follows the pitch cycle.
With zeros from the network it is the plain vocoder. The network also sees LATENT numbers of each frame's noise: nobody says a vowel
twice alike, and what the frames do not say of it is drawn.

A step is half a frame, STEP samples. Its filters act on a window of 2 * STEP about its centre, and what comes out reaches from
2 * STEP before the centre to 4 * STEP after it (NFFT = 6 steps). So the samples of frames [a, b) need the filters of frames
[a - BEFORE, b + AFTER), the network's inputs REACH further on each side, their pulses one frame further, and F0 one more at the end.
Everything is a matrix product, a short convolution or an elementwise function, and is exported to ONNX as it is."""
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from features import BAND_HZ, HOP, NAP, NB
from source_filter import SourceFilter, bin_weights

STEP = HOP // 2
NFFT = 6 * STEP
NBIN = NFFT // 2 + 1
BURSTS = 4                                  # gains of a frame that the acoustic model gives
BLOCKS = 4                                  # of the noise within a step, each with a gain of its own
CYCLES = 3                                  # harmonics of the pitch cycle that the noise may follow
KERNELS = (5, 5, 3, 3, 3, 3)
REACH = sum(k // 2 for k in KERNELS)        # frames that the network sees to each side: 8
BEFORE, AFTER = 2, 1
WIDTH, WIDER = 192, 2
LATENT = 8                                  # numbers of a frame's noise that the network sees
JITTER = .01                                # deviation of a frame's log F0 where no pulses are given
INPUTS = NB + NAP + 3 + BURSTS + LATENT
PARTS = (NBIN, NBIN, NB, BLOCKS, 2 * CYCLES)
FLOOR = 1e-3                                # of the share of pulses or noise, so that the network can raise it
QUIETEST, LOUDEST = -14, 4                  # log amplitude of a filter


class Block(nn.Module):
    """ConvNeXt block on [B,F,C]: depthwise convolution, norm, two linear layers."""

    def __init__(self, kernel):
        super().__init__()
        self.dw = nn.Conv1d(WIDTH, WIDTH, kernel, padding=kernel // 2, groups=WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.up, self.down = nn.Linear(WIDTH, WIDER * WIDTH), nn.Linear(WIDER * WIDTH, WIDTH)
        self.scale = nn.Parameter(torch.full((WIDTH,), .3))

    def forward(self, x):
        h = self.norm(self.dw(x.transpose(1, 2)).transpose(1, 2))
        return x + self.scale * self.down(F.relu(self.up(h)))


class Network(nn.Module):
    """What the frames say of the filters: [B,F,INPUTS] -> two steps for each frame, [B,2F,sum(PARTS)]."""

    def __init__(self):
        super().__init__()
        self.into = nn.Linear(INPUTS, WIDTH)
        self.blocks = nn.ModuleList(Block(k) for k in KERNELS)
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 2 * sum(PARTS))
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, inputs):
        x = self.into(inputs)
        for block in self.blocks:
            x = block(x)
        y = self.out(self.norm(x))
        return y.reshape(y.shape[0], -1, sum(PARTS))


def inputs(f0, voiced, env, ap, bursts, noise):
    """f0 [B,F] Hz (any where unvoiced), voiced [B,F] 0 or 1, env [B,F,64] log amplitude, ap [B,F,6], bursts [B,F,4], noise [B,F,LATENT or
    more] -> [B,F,INPUTS]."""
    voiced = voiced[..., None]
    pitch = torch.log(f0 / 160)[..., None] * voiced
    return torch.cat([(env + 4) / 2, ap, voiced, pitch, 1 - voiced, bursts, noise[..., :LATENT]], 2)


def jittered(f0, noise):
    """F0 [B,F] for pulses that are as irregular as people's, by the first number of each frame's noise [B,F,HOP] that the network does
    not see."""
    return f0 * torch.exp(JITTER * noise[..., LATENT])


def halves(x):
    """[B,F,C] at the centres of frames -> [B,2F,C] at the centres of their halves; the first and the last stay as they are."""
    before, after = torch.cat([x[:, :1], x[:, :-1]], 1), torch.cat([x[:, 1:], x[:, -1:]], 1)
    return torch.stack([.75 * x + .25 * before, .75 * x + .25 * after], 2).reshape(x.shape[0], -1, x.shape[2])


class Generator(SourceFilter):
    """`forward` renders whole utterances (training, copy-synthesis). The exported graph calls its steps on the frames that a window
    needs."""

    def __init__(self):
        super().__init__(NFFT, STEP)
        self.network = Network()
        self.constant("band_hz", BAND_HZ)
        self.constant("to_bins", np.stack([np.interp(self.bins_hz, BAND_HZ, e) for e in np.eye(NB)]))           # [64, NBIN]

    def warped(self, env, warp):
        """Envelopes [B,F,64] with their formants times warp [1]."""
        return self.moved(env, self.band_hz, warp)

    def filters(self, env, ap, voiced):
        """What the envelope alone gives, for frames: log magnitude of pulses and of noise, phase of pulses, [B,F,NBIN] each."""
        logm = env @ self.to_bins
        share = self.shares(ap, voiced)
        return logm + .5 * torch.log(1 - share + FLOOR), logm + .5 * torch.log(share + FLOOR), logm @ self.matrices()[2]

    def filtered(self, pulses, noise, phase, filters, said, bursts):
        """pulses, noise, phase (of the pitch cycle) [B,S+1,STEP]: from half a step before the first step to half a step after the last;
        filters: three [B,S,NBIN]; said [B,S+1,sum(PARTS)] by the network, bursts [B,S+1,2] log gains of the noise in the halves of each
        stretch -> [B,S,NFFT]."""
        cosines, sines, _ = self.matrices()
        window = .5 + .5 * torch.cos(math.pi * (self.index[:STEP] + .5) / STEP)
        weights = bin_weights(self.index)
        taller, turned, louder, gains, follows = torch.split(said, PARTS, 2)
        # the last band is Nyquist alone, where recordings have next to nothing: what the network says of it means nothing
        louder = torch.cat([louder[:, :, :-1], louder[:, :, -2:-1]], 2)
        b, s = noise.shape[:2]

        rising = torch.exp(gains + bursts.repeat_interleave(BLOCKS // 2, 2))
        noise = (noise.reshape(b, s, BLOCKS, STEP // BLOCKS) * rising[..., None]).reshape(b, s, STEP)
        c1, s1 = torch.cos(2 * math.pi * phase), torch.sin(2 * math.pi * phase)
        c, d, following = c1, s1, 1
        for k in range(CYCLES):
            following = following + c * follows[:, :, k:k + 1] + d * follows[:, :, CYCLES + k:CYCLES + k + 1]
            if k + 1 < CYCLES:
                c, d = c * c1 - d * s1, d * c1 + c * s1
        noise = noise * following

        (pulse_re, pulse_im), (noise_re, noise_im) = (self.spectrum(x, window, cosines, sines) for x in (pulses, noise))
        log_pulse, log_noise, angle = filters
        mag = torch.exp(torch.clamp(log_pulse + taller[:, :-1], QUIETEST, LOUDEST))
        angle = angle + turned[:, :-1]
        c, d = mag * torch.cos(angle), mag * torch.sin(angle)
        gain = torch.exp(torch.clamp(log_noise + louder[:, :-1] @ self.to_bins, QUIETEST, LOUDEST))
        re, im = pulse_re * c - pulse_im * d + gain * noise_re, pulse_re * d + pulse_im * c + gain * noise_im
        even, odd = re @ (weights * cosines), im @ (weights * sines)
        after, before = even - odd, torch.flip(even + odd, [2])             # the centre: NFFT / 2 samples to each side
        # begins two steps before its centre; the last step wraps round the DFT to the earliest samples
        return torch.cat([before[:, :, STEP:], after, before[:, :, :STEP]], 2)

    def forward(self, f0, voiced, env, ap, bursts, pulses, phase, noise, skip=0):
        """f0, voiced [B,F], env [B,F,64], ap [B,F,6], bursts [B,F,4]; pulses, phase, noise [B,F*HOP] -> samples [B,(F-2*skip)*HOP]: those of
        the frames but for `skip` at each end."""
        b, f = f0.shape
        said = self.network(inputs(f0, voiced, env, ap, bursts, noise.reshape(b, f, HOP)))
        filters = [halves(z) for z in self.filters(env, ap, voiced)]
        first, end = 2 * max(skip - BEFORE, 0), 2 * min(f - skip + AFTER, f)

        def stretches(x):
            return F.pad(x, (STEP // 2, STEP // 2)).reshape(b, 2 * f + 1, STEP)[:, first:end + 1]

        y = self.filtered(stretches(pulses), stretches(noise), stretches(phase), [z[:, first:end] for z in filters],
                          F.pad(said, (0, 0, 0, 1))[:, first:end + 1], burst_gains(bursts)[:, first:end + 1])
        begin = 2 * skip - first
        # what overlap_add gives begins one and a half steps before the first step
        begin = begin * STEP + STEP + STEP // 2
        return self.overlap_add(y)[:, begin:begin + (f - 2 * skip) * HOP]


def burst_gains(bursts):
    """[B,F,4]: gains of the four blocks about the beginning of each frame -> [B,2F+1,2]: of the two blocks about the beginning of each
    step, and of one step past the end."""
    b, f = bursts.shape[:2]
    flat = F.pad(bursts.reshape(b, 4 * f), (0, 4))[:, 1:4 * f + 3]
    return flat.reshape(b, 2 * f + 1, 2)
