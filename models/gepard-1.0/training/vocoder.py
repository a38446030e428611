"""The vocoder: F0, spectral envelope and aperiodicity of each frame -> samples.

A pulse train (all harmonics of F0, equal power) and white noise, both of unit power, are filtered frame by frame
with the minimum-phase filter whose magnitude is the envelope, mixed by aperiodicity, and overlap-added. Everything
is a matrix product or an elementwise function, so it can be trained through and exported to ONNX as it is.

Frame t is HOP samples. Its filter acts on a 2 * HOP window centred on the frame, and its output reaches over
NFFT = 4 hops. So the samples of frames [a, b) need the filters of frames [a - 3, b + 1), their pulses [a - 4, b + 2)
and F0 one frame further, [a - 4, b + 3).
"""
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from features import AP_EDGES, BAND_HZ, BINS_HZ, HOP, NB, NFFT, SR

WIN = 2 * HOP
HALF = HOP // 2
NBIN = NFFT // 2 + 1
NAP = len(AP_EDGES) - 1
HOPS = NFFT // HOP


def transforms(index):
    """The matrices of the vocoder from index = arange(NFFT): cosines and sines [NBIN, 2 * HOP] of the DFT about the
    centre of a frame, and log magnitude -> minimum phase [NBIN, NBIN] (the Hilbert transform of a log magnitude
    spectrum; Oppenheim & Schafer, Discrete-Time Signal Processing, ch. 12).

    About its centre a frame is an even and an odd part, and each needs half the products of a whole DFT.

    Made of tensor operations only, so that the ONNX graph can hold the nodes that compute them instead of 3 MB of
    numbers; onnxruntime folds them to constants when it loads the graph."""
    k = index[:NBIN, None]

    def circle(n):
        turns = k * n
        return (turns - torch.floor(turns / NFFT) * NFFT) * (2 * math.pi / NFFT)

    centred, whole = circle(index[None, :WIN] + .5), circle(index[None, 1:NFFT // 2])
    weights = bin_weights(index)
    hilbert = -2 * weights * (torch.cos(whole) @ torch.sin(circle(index[None, :NBIN]))[1:NFFT // 2])
    return torch.cos(centred), torch.sin(centred), hilbert


def bin_weights(index):
    """[NBIN, 1]: how often a bin counts in the inverse DFT, over NFFT: DC and Nyquist once, the others twice."""
    k = index[:NBIN, None]
    inner = torch.clamp(k, max=1) * torch.clamp(NFFT // 2 - k, max=1)
    return (1 + inner) / NFFT


class Vocoder(nn.Module):
    """`forward` renders whole utterances (training, copy-synthesis). The exported graph calls the three steps
    `pulses`, `filtered` and `overlap_add` itself, each on the frames that a window needs."""

    def __init__(self):
        super().__init__()

        def const(name, a):
            self.register_buffer(name, torch.tensor(np.asarray(a), dtype=torch.float32), persistent=False)

        # the export takes only persistent buffers for inputs of the graph; others would be folded into the file
        self.register_buffer("index", torch.arange(NFFT).float())
        const("bins_hz", BINS_HZ)
        const("ramp", (np.arange(HOP) + .5) / HOP)
        const("bands", np.arange(NB))
        edges = np.array(AP_EDGES, float)
        centres = np.sqrt(edges[:-1].clip(300) * edges[1:])
        const("ap_interp", np.stack([np.interp(BINS_HZ, centres, e) for e in np.eye(NAP)]))     # [6, 513]
        const("ap_top", 1 / (1 + np.exp(-(BINS_HZ - 8000) / 300)))         # all noise above 8 kHz
        self.mel_max = float(2595 * np.log10(1 + SR / 2 / 700))
        self._matrices = None

    def matrices(self):
        """`transforms`, computed once in torch and traced anew into the graph on export."""
        if torch.onnx.is_in_onnx_export():
            return transforms(self.index)
        if self._matrices is None:
            self._matrices = [m.float() for m in transforms(self.index.double())]
        return [m.to(self.index.dtype) for m in self._matrices]

    def pulses(self, f0, voiced, phase, at):
        """f0 [B,F] Hz, voiced [B,F] 0 or 1, phase [B] in cycles at the start of frame `at`
        -> pulse train [B,F,HOP] of unit power, 0 where unvoiced, and the cycles in each frame [B,F] in float64.

        F0 runs linearly from a frame's value to the next frame's. Cycles are added up in float64: in float32 they
        are off by 1e-4 after ten seconds, which the upper harmonics turn into an error 50 dB below the speech."""
        inc = f0 / SR
        nxt = torch.cat([inc[:, 1:], inc[:, -1:]], 1)
        cycles = (HOP * .5 * (inc + nxt)).double()
        start = torch.cumsum(cycles, 1) - cycles - cycles[:, :at].sum(1, keepdim=True) + phase[:, None].double()
        start = (start - torch.floor(start)).to(f0.dtype)
        slope = inc[:, :, None] + (nxt - inc)[:, :, None] * self.ramp
        ph = start[:, :, None] + HOP * (inc[:, :, None] * self.ramp + .5 * (nxt - inc)[:, :, None] * self.ramp * self.ramp)
        ph = ph - torch.floor(ph)
        # the sum of the cosines of all harmonics below Nyquist is a Dirichlet kernel
        harmonics = torch.floor(.5 / slope)
        s = torch.sin(math.pi * ph)
        near = s.abs() < 1e-4
        d = torch.sin(math.pi * (2 * harmonics + 1) * ph) / torch.where(near, torch.ones_like(s), s)
        d = torch.where(near, 2 * harmonics + 1, d)
        return (d - 1) * torch.sqrt(slope) * voiced[:, :, None], cycles

    def shaped(self, noise, gains):
        """noise [B,F,HOP], gains [B,F,4] in log amplitude, of the four blocks of each hop -> the noise as it rises and falls."""
        b, f, n = gains.shape
        return (noise.reshape(b, f, n, HOP // n) * torch.exp(gains)[..., None]).reshape(b, f, HOP)

    def log_magnitude(self, env, warp):
        """env [B,F,64] log amplitude in mel bands -> [B,F,513] on the DFT's bins, with the formants times warp."""
        hz = self.bins_hz / warp.reshape(-1, 1)
        pos = (2595 / math.log(10)) * torch.log(1 + hz / 700) * ((NB - 1) / self.mel_max)
        hat = torch.clamp(1 - (pos[:, None, :] - self.bands[None, :, None]).abs(), min=0)
        over = torch.clamp(pos - (NB - 1), min=0)[:, None]                  # beyond the last band: falls quickly
        last = torch.where(pos > NB - 1, torch.ones_like(pos), torch.zeros_like(pos))
        hat = torch.cat([hat[:, :-1], torch.maximum(hat[:, -1:], last[:, None])], 1)
        return env @ hat - over

    def filtered(self, pulses, noise, env, ap, voiced, warp, equaliser=None):
        """pulses, noise [B,F+1,HOP]: hops from half a hop before the first frame to half a hop after the last;
        env [B,F,64], ap [B,F,6] noise share 0..1, voiced [B,F], equaliser [B,64], added to the envelope after the
        formants are moved -> filtered frames [B,F,NFFT]."""
        cosines, sines, hilbert = self.matrices()
        window = .5 + .5 * torch.cos(math.pi * (self.index[:HOP] + .5) / HOP)
        weights = bin_weights(self.index)

        def spectrum(x):
            """Real and imaginary part of the windowed DFT about the middle of hops t and t + 1."""
            left, right = torch.flip(x[:, :-1], [2]), x[:, 1:]
            return ((right + left) @ (window * cosines[:, :HOP]).transpose(0, 1),
                    (left - right) @ (window * sines[:, :HOP]).transpose(0, 1))

        (pulse_re, pulse_im), (noise_re, noise_im) = spectrum(pulses), spectrum(noise)
        logm = self.log_magnitude(env, warp)
        if equaliser is not None:
            logm = logm + self.log_magnitude(equaliser[:, None], torch.ones_like(warp))
        angle, mag = logm @ hilbert, torch.exp(logm)
        c, s = mag * torch.cos(angle), mag * torch.sin(angle)
        share = ap @ self.ap_interp
        share = share + (1 - share) * self.ap_top
        share = 1 - (1 - share) * voiced[:, :, None]
        gp, gn = torch.sqrt(1 - share + 1e-7), torch.sqrt(share)
        re, im = gp * pulse_re + gn * noise_re, gp * pulse_im + gn * noise_im
        even = (re * c - im * s) @ (weights * cosines)
        odd = (re * s + im * c) @ (weights * sines)
        after, before = even - odd, torch.flip(even + odd, [2])             # the centre: the 512 samples to each side
        # the frame begins a hop before its centre; its fourth hop wraps round the DFT to the earliest samples
        return torch.cat([before[:, :, HOP:], after, before[:, :, :HOP]], 2)

    def overlap_add(self, y):
        """[B,F,NFFT] filtered frames -> [B,(F+3)*HOP] samples, beginning half a hop before the first frame."""
        b, f = y.shape[:2]
        y = y.reshape(b, f, HOPS, HOP)
        return sum(F.pad(y[:, :, j], (0, 0, j, HOPS - 1 - j)) for j in range(HOPS)).reshape(b, -1)

    def forward(self, f0, voiced, env, ap, warp, noise):
        """f0 [B,F] Hz, voiced [B,F] 0/1, env [B,F,64] log amplitude, ap [B,F,6] noise share, warp [1] (formants
        times warp), noise [B,F+1,HOP] white, of unit variance -> samples [B,F*HOP]."""
        pulses = self.pulses(f0, voiced, torch.zeros_like(f0[:, 0]), 0)[0]
        b, f = f0.shape
        shifted = F.pad(pulses.reshape(b, f * HOP), (HALF, HALF)).reshape(b, f + 1, HOP)
        out = self.overlap_add(self.filtered(shifted, noise, env, ap, voiced, warp))
        return out[:, HALF:HALF + f * HOP]
