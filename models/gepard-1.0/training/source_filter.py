"""What the vocoder and the waveform generator have in common: pulses of a pitch, the matrices of a DFT, envelopes with moved formants,
and overlap-add. Everything is a matrix product or an elementwise function, so it can be trained through and exported to ONNX."""
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from features import AP_EDGES, HOP, NAP, NB, SR


def transforms(index):
    """index = arange(NFFT) -> cosines and sines [NBIN, NFFT / 2] of the DFT about the centre of a frame, and log magnitude -> minimum phase
    [NBIN, NBIN] (the Hilbert transform of a log magnitude spectrum; Oppenheim & Schafer, Discrete-Time Signal Processing, ch. 12).

    About its centre a frame is an even and an odd part, and each needs half the products of a whole DFT. Made of tensor operations
    only, so that the ONNX graph can hold the nodes that compute them instead of megabytes of numbers; onnxruntime folds them to
    constants when it loads the graph."""
    size = len(index)
    bins = size // 2 + 1
    k = index[:bins, None]

    def circle(n):
        turns = k * n
        return (turns - torch.floor(turns / size) * size) * (2 * math.pi / size)

    centred, whole = circle(index[None, :size // 2] + .5), circle(index[None, 1:size // 2])
    hilbert = -2 * bin_weights(index) * (torch.cos(whole) @ torch.sin(circle(index[None, :bins]))[1:size // 2])
    return torch.cos(centred), torch.sin(centred), hilbert


def bin_weights(index):
    """[NBIN, 1]: how often a bin counts in the inverse DFT, over NFFT: DC and Nyquist once, the others twice."""
    size = len(index)
    k = index[:size // 2 + 1, None]
    inner = torch.clamp(k, max=1) * torch.clamp(size // 2 - k, max=1)
    return (1 + inner) / size


def pulse_train(phase, slope):
    """Phase of each sample in cycles, 0 to 1, and cycles per sample -> pulses of unit power: the sum of the cosines of all harmonics below
    Nyquist, a Dirichlet kernel."""
    harmonics = torch.floor(.5 / slope)
    s = torch.sin(math.pi * phase)
    near = s.abs() < 1e-4
    d = torch.sin(math.pi * (2 * harmonics + 1) * phase) / torch.where(near, torch.ones_like(s), s)
    return (torch.where(near, 2 * harmonics + 1, d) - 1) * torch.sqrt(slope)


class SourceFilter(nn.Module):
    """size: samples that a filtered step reaches over (NFFT); step: samples from one to the next."""

    def __init__(self, size, step):
        super().__init__()
        self.step = step
        # the export takes only persistent buffers for inputs of the graph; others would be folded into the file
        self.register_buffer("index", torch.arange(size).float())
        self.bins_hz = np.arange(size // 2 + 1) * SR / size
        self.constant("ramp", (np.arange(HOP) + .5) / HOP)
        self.constant("bands", np.arange(NB))
        edges = np.array(AP_EDGES, float)
        centres = np.sqrt(edges[:-1].clip(300) * edges[1:])
        self.constant("ap_interp", np.stack([np.interp(self.bins_hz, centres, e) for e in np.eye(NAP)]))   # [6, NBIN]
        self.constant("ap_top", 1 / (1 + np.exp(-(self.bins_hz - 8000) / 300)))                            # all noise above 8 kHz
        self.mel_max = float(2595 * np.log10(1 + SR / 2 / 700))
        self._matrices = None

    def constant(self, name, a):
        self.register_buffer(name, torch.tensor(np.asarray(a), dtype=torch.float32), persistent=False)

    def matrices(self):
        """`transforms`, computed once in torch and traced anew into the graph on export."""
        if torch.onnx.is_in_onnx_export():
            return transforms(self.index)
        if self._matrices is None:
            self._matrices = [m.float() for m in transforms(self.index.double())]
        return [m.to(self.index.dtype) for m in self._matrices]

    def cycles(self, f0, phase, at):
        """f0 [B,F] Hz, phase [B] in cycles at the start of frame `at` -> phase of each sample [B,F,HOP] in cycles, 0 to 1, cycles per sample
        [B,F,HOP], and cycles in each frame [B,F] in float64.

        F0 runs linearly from a frame's value to the next frame's. Cycles are added up in float64: in float32 they
        are off by 1e-4 after ten seconds, which the upper harmonics turn into an error 50 dB below the speech."""
        inc = f0 / SR
        nxt = torch.cat([inc[:, 1:], inc[:, -1:]], 1)
        cycles = (HOP * .5 * (inc + nxt)).double()
        start = torch.cumsum(cycles, 1) - cycles - cycles[:, :at].sum(1, keepdim=True) + phase[:, None].double()
        start = (start - torch.floor(start)).to(f0.dtype)
        slope = inc[:, :, None] + (nxt - inc)[:, :, None] * self.ramp
        ph = start[:, :, None] + HOP * (inc[:, :, None] * self.ramp + .5 * (nxt - inc)[:, :, None] * self.ramp * self.ramp)
        return ph - torch.floor(ph), slope, cycles

    def moved(self, env, hz, warp):
        """env [B,F,64] log amplitude in mel bands -> at the frequencies hz [n], with the formants times warp: [B,F,n]. Beyond the last band
        it falls quickly."""
        hz = hz / warp.reshape(-1, 1)
        pos = (2595 / math.log(10)) * torch.log(1 + hz / 700) * ((NB - 1) / self.mel_max)
        hat = torch.clamp(1 - (pos[:, None, :] - self.bands[None, :, None]).abs(), min=0)
        over = torch.clamp(pos - (NB - 1), min=0)[:, None]
        last = torch.where(pos > NB - 1, torch.ones_like(pos), torch.zeros_like(pos))
        hat = torch.cat([hat[:, :-1], torch.maximum(hat[:, -1:], last[:, None])], 1)
        return env @ hat - over

    def shares(self, ap, voiced):
        """ap [B,F,6], voiced [B,F] 0 or 1 -> the share of noise [B,F,NBIN]: all of it where unvoiced."""
        share = ap @ self.ap_interp
        share = share + (1 - share) * self.ap_top
        return 1 - (1 - share) * voiced[:, :, None]

    def spectrum(self, x, window, cosines, sines):
        """x [B,S+1,step], window [step], the second half of one over two steps -> real and imaginary part [B,S,NBIN] of the windowed DFT
        about the middle of x's rows t and t + 1."""
        left, right = torch.flip(x[:, :-1], [2]), x[:, 1:]
        return ((right + left) @ (window * cosines[:, :self.step]).transpose(0, 1),
                (left - right) @ (window * sines[:, :self.step]).transpose(0, 1))

    def overlap_add(self, y):
        """[B,S,NFFT] filtered steps -> [B,(S + NFFT / step - 1) * step] samples."""
        n = len(self.index) // self.step
        y = y.reshape(y.shape[0], y.shape[1], n, self.step)
        return sum(F.pad(y[:, :, j], (0, 0, j, n - 1 - j)) for j in range(n)).reshape(y.shape[0], -1)
