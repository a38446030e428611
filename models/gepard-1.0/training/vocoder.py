"""The vocoder: F0, spectral envelope and aperiodicity of each frame -> samples.

A pulse train (all harmonics of F0, equal power) and white noise, both of unit power, are filtered frame by frame
with the minimum-phase filter whose magnitude is the envelope, mixed by aperiodicity, and overlap-added. The first model is
trained through it; Purr speaks through the generator (generator.py).

Frame t is HOP samples. Its filter acts on a 2 * HOP window centred on the frame, and its output reaches over
NFFT = 4 hops.
"""
import math

import torch
import torch.nn.functional as F

from features import BINS_HZ, HOP, NFFT
from source_filter import SourceFilter, bin_weights, pulse_train

WIN = 2 * HOP
HALF = HOP // 2


class Vocoder(SourceFilter):
    def __init__(self):
        super().__init__(NFFT, HOP)
        self.constant("hz", BINS_HZ)

    def pulses(self, f0, voiced):
        """f0 [B,F] Hz, voiced [B,F] 0 or 1 -> pulse train [B,F,HOP] of unit power, 0 where unvoiced."""
        phase, slope, _ = self.cycles(f0, torch.zeros_like(f0[:, 0]), 0)
        return pulse_train(phase, slope) * voiced[:, :, None]

    def log_magnitude(self, env, warp):
        """env [B,F,64] log amplitude in mel bands -> [B,F,513] on the DFT's bins, with the formants times warp."""
        return self.moved(env, self.hz, warp)

    def filtered(self, pulses, noise, env, ap, voiced, warp):
        """pulses, noise [B,F+1,HOP]: hops from half a hop before the first frame to half a hop after the last;
        env [B,F,64], ap [B,F,6] noise share 0..1, voiced [B,F] -> filtered frames [B,F,NFFT]."""
        cosines, sines, hilbert = self.matrices()
        window = .5 + .5 * torch.cos(math.pi * (self.index[:HOP] + .5) / HOP)
        weights = bin_weights(self.index)

        (pulse_re, pulse_im), (noise_re, noise_im) = (self.spectrum(x, window, cosines, sines) for x in (pulses, noise))
        logm = self.log_magnitude(env, warp)
        angle, mag = logm @ hilbert, torch.exp(logm)
        c, s = mag * torch.cos(angle), mag * torch.sin(angle)
        share = self.shares(ap, voiced)
        gp, gn = torch.sqrt(1 - share + 1e-7), torch.sqrt(share)
        re, im = gp * pulse_re + gn * noise_re, gp * pulse_im + gn * noise_im
        even = (re * c - im * s) @ (weights * cosines)
        odd = (re * s + im * c) @ (weights * sines)
        after, before = even - odd, torch.flip(even + odd, [2])             # the centre: the 512 samples to each side
        # the frame begins a hop before its centre; its fourth hop wraps round the DFT to the earliest samples
        return torch.cat([before[:, :, HOP:], after, before[:, :, :HOP]], 2)

    def forward(self, f0, voiced, env, ap, warp, noise):
        """f0 [B,F] Hz, voiced [B,F] 0/1, env [B,F,64] log amplitude, ap [B,F,6] noise share, warp [1] (formants
        times warp), noise [B,F+1,HOP] white, of unit variance -> samples [B,F*HOP]."""
        pulses = self.pulses(f0, voiced)
        b, f = f0.shape
        shifted = F.pad(pulses.reshape(b, f * HOP), (HALF, HALF)).reshape(b, f + 1, HOP)
        out = self.overlap_add(self.filtered(shifted, noise, env, ap, voiced, warp))
        return out[:, HALF:HALF + f * HOP]
