"""Where the glottis of a speaker closes: the phase of the pitch cycle at each sample of a recording, 0 at a closure.

A generator that learns from pulses needs them where the speaker's are; F0 alone is off by some cycles after a second. So the
fundamental is followed first, and then moved so that the residual of linear prediction has its energy where a cycle begins. Last, each
cycle is moved by itself, for no two of a person are equally long."""
import numpy as np
import torch
from scipy.interpolate import PchipInterpolator
from scipy.ndimage import gaussian_filter1d
from scipy.signal import fftconvolve, resample_poly

from features import HOP, SR
from source_filter import pulse_train

ORDER, SIZE, ADVANCE = 24, 662, 220         # of linear prediction: coefficients, window and hop in samples
FUNDAMENTAL, CLOSURES = .03, .12            # s over which the phase of the fundamental and of closures is averaged
LOWEST, HIGHEST = 40, 800                   # Hz
EDGE = 129                                  # samples over which pulses begin and end
FINER = 4                                   # places of a closure in a sample
NARROW = 1.2e-4                             # s, width of the residual's energy at a closure
FARTHEST, PLACES = .12, 49                  # cycles that a closure may be off to either side, and places in which it is looked for
CHANGE = .03                                # cycles by which neighbours differ easily in how far they are off


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


def skewness(x, f0):
    """That of the residual of voiced samples [n], F0 of each frame in Hz: above 0 where closures point upwards."""
    left = residual(x.astype(np.float64))[:len(f0) * HOP][np.repeat(f0 > 0, HOP)]
    return (left ** 3).mean() / ((left ** 2).mean() + 1e-12) ** 1.5 if len(left) else 0.


def averaged(z, seconds):
    k = np.hanning(int(seconds * SR))
    return fftconvolve(z, k / k.sum(), "same")


def moved(phase, energy):
    """Phase [n] in cycles, and energy [n*FINER] of the residual -> phase [n] whose cycles begin where the energy is: each has
    the place that, with its neighbours', gives the most (Viterbi)."""
    n = len(phase)
    phase = np.maximum.accumulate(phase) + 1e-9 * np.arange(n)
    cycles = np.arange(np.ceil(phase[0]), np.floor(phase[-1]) + 1)
    expected = np.interp(cycles, phase, np.arange(n))
    off = np.linspace(-FARTHEST, FARTHEST, PLACES)
    places = expected[:, None] + off * np.gradient(expected)[:, None]
    found = np.interp(places * FINER, np.arange(len(energy)), energy)
    score = 1.5 * found / (found.max(1, keepdims=True) + 1e-12) - .1 * (off / FARTHEST) ** 2
    cost = .5 * ((off[:, None] - off) / CHANGE) ** 2
    best, came_from = score[0], []
    for s in score[1:]:
        by_way_of = best[:, None] - cost
        came_from.append(by_way_of.argmax(0))
        best = by_way_of.max(0) + s
    path = [best.argmax()]
    for before in reversed(came_from):
        path.append(before[path[-1]])
    times = np.maximum.accumulate(places[np.arange(len(cycles)), path[::-1]]) + 1e-6 * np.arange(len(cycles))
    between = PchipInterpolator(times, cycles, extrapolate=False)(np.arange(n))
    return np.where(np.isnan(between), phase, between)


def closures(x, f0):
    """Samples [n] whose closures point upwards, and F0 in Hz of each frame, 0 where unvoiced -> pulses [n] of unit power at the closures,
    0 where unvoiced, and phase [n] in cycles, 0 to 1."""
    n, voiced = len(f0) * HOP, f0 > 0
    if voiced.sum() < 5:
        return np.zeros(n, np.float32), np.zeros(n, np.float32)
    frame = np.arange(len(f0))
    contour = np.exp(np.interp(frame, frame[voiced], np.log(f0[voiced])))
    rough = np.cumsum(np.interp(np.arange(n), frame * HOP + HOP / 2, contour) / SR)
    x = x[:n].astype(np.float64)
    phase = rough + np.unwrap(np.angle(averaged(x * np.exp(-2j * np.pi * rough), FUNDAMENTAL))) / (2 * np.pi)
    where = np.repeat(voiced, HOP)
    left = np.where(where, residual(x), 0)
    phase -= np.unwrap(np.angle(averaged(np.maximum(left, 0) ** 2 * np.exp(2j * np.pi * phase), CLOSURES))) / (2 * np.pi)
    energy = gaussian_filter1d(np.maximum(resample_poly(left, FINER, 1), 0) ** 2, NARROW * SR * FINER)
    phase = moved(phase, energy)
    slope = np.clip(np.gradient(phase), LOWEST / SR, HIGHEST / SR)
    phase -= np.floor(phase)
    edge = np.hanning(EDGE)
    fade = np.convolve(where.astype(float), edge / edge.sum(), "same")
    pulses = pulse_train(torch.from_numpy(phase), torch.from_numpy(slope)).numpy() * fade
    return pulses.astype(np.float32), phase.astype(np.float32)
