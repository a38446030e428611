"""Where the glottis of a speaker closes: the phase of the pitch cycle at each sample of a recording, 0 at a closure.

A generator that learns from pulses needs them where the speaker's are; F0 alone is off by some cycles after a second. So the
fundamental is followed first, and then moved so that the residual of linear prediction has its energy where a cycle begins."""
import numpy as np
import torch
from scipy.signal import fftconvolve

from features import HOP, SR
from source_filter import pulse_train

ORDER, SIZE, ADVANCE = 24, 662, 220         # of linear prediction: coefficients, window and hop in samples
FUNDAMENTAL, CLOSURES = .03, .12            # s over which the phase of the fundamental and of closures is averaged
LOWEST, HIGHEST = 40, 800                   # Hz
EDGE = 129                                  # samples over which pulses begin and end


def residual(x):
    """What linear prediction leaves of samples [n]."""
    n = -(-len(x) // ADVANCE)
    padded = np.pad(x, (SIZE // 2, SIZE + ADVANCE))
    frames = padded[np.arange(n)[:, None] * ADVANCE + ADVANCE // 2 + np.arange(SIZE)] * np.hanning(SIZE)
    r = np.fft.irfft(np.abs(np.fft.rfft(frames, 2 * SIZE)) ** 2)[:, :ORDER + 1]
    r[:, 0] = r[:, 0] * 1.0001 + 1e-9
    toeplitz = r[:, np.abs(np.arange(ORDER)[:, None] - np.arange(ORDER))]
    a = np.linalg.solve(toeplitz, r[:, 1:, None])[..., 0]
    past = np.pad(x, (ORDER, ADVANCE))
    at = np.arange(n * ADVANCE)
    seen = np.stack([past[at + ORDER - 1 - k] for k in range(ORDER)], 1).reshape(n, ADVANCE, ORDER)
    predicted = np.einsum("nao,no->na", seen, a).reshape(-1)
    return (past[at + ORDER] - predicted)[:len(x)]


def averaged(z, seconds):
    k = np.hanning(int(seconds * SR))
    return fftconvolve(z, k / k.sum(), "same")


def closures(x, f0):
    """Samples [n] and F0 in Hz of each frame, 0 where unvoiced -> pulses [n] of unit power at the closures, 0 where unvoiced, and phase [n]
    in cycles, 0 to 1."""
    n, voiced = len(f0) * HOP, f0 > 0
    if voiced.sum() < 5:
        return np.zeros(n, np.float32), np.zeros(n, np.float32)
    frame = np.arange(len(f0))
    contour = np.exp(np.interp(frame, frame[voiced], np.log(f0[voiced])))
    rough = np.cumsum(np.interp(np.arange(n), frame * HOP + HOP / 2, contour) / SR)
    x = x[:n].astype(np.float64)
    phase = rough + np.unwrap(np.angle(averaged(x * np.exp(-2j * np.pi * rough), FUNDAMENTAL))) / (2 * np.pi)
    left = residual(x)
    sign = -1 if (left ** 3).mean() < 0 else 1
    where = np.repeat(voiced, HOP)
    energy = np.where(where, np.maximum(sign * left, 0) ** 2, 0)
    phase -= np.unwrap(np.angle(averaged(energy * np.exp(2j * np.pi * phase), CLOSURES))) / (2 * np.pi)
    slope = np.clip(np.gradient(phase), LOWEST / SR, HIGHEST / SR)
    phase -= np.floor(phase)
    edge = np.hanning(EDGE)
    fade = np.convolve(where.astype(float), edge / edge.sum(), "same")
    pulses = pulse_train(torch.from_numpy(phase), torch.from_numpy(slope)).numpy() * fade
    return pulses.astype(np.float32), phase.astype(np.float32)
