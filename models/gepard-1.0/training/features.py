"""features.py RAW TSV OUT.npz [RATE FMIN FMAX] - speech of one voice -> training features.

Per frame of 256 samples at 22050 Hz: F0 in Hz (0 = unvoiced), a 64-band log amplitude envelope (pitch-adaptive, after
CheapTrick: Morise, Speech Communication 67, 2015) and aperiodicity in 6 bands (0 periodic .. 1 noise).
RATE is 16000 for a synthesizer (the default) or 22050 for a recording; FMIN and FMAX narrow the search for F0 to a
speaker (octave errors appear when the range is much wider than the voice)."""
import sys
from functools import partial
from multiprocessing import Pool

import numpy as np
from scipy.signal import resample_poly

SR, HOP, NFFT, NB = 22050, 256, 1024, 64


def mel(f):
    return 2595 * np.log10(1 + f / 700)


def mel_to_hz(m):
    return 700 * (10 ** (m / 2595) - 1)


BAND_HZ = mel_to_hz(np.linspace(0, mel(SR / 2), NB))        # centres of the 64 bands
BINS_HZ = np.arange(NFFT // 2 + 1) * SR / NFFT
TO_BANDS = np.stack([np.interp(BAND_HZ, BINS_HZ, e) for e in np.eye(NFFT // 2 + 1)])    # [513, 64]
AP_EDGES = [60, 1000, 2000, 3000, 4500, 6000, 7600]         # of the 6 aperiodicity bands, Hz
NAP = len(AP_EDGES) - 1
FMIN, FMAX = 65., 380.
LOW_HZ = (60, 1000)                                         # where a voice is loud when it begins and ends
EDGES, DOWN, SHARE = 2, 26, .15                             # frames beside voiced ones, dB below loud vowels, share of a frame's power
SYNTHESIZER_TOP = 7400.                                     # Hz; the synthesizers have nothing above
SILENCE = -9                                                # lowest log amplitude of an envelope


def frames(x, n, size):
    """[n, size] windows centred on sample (i + 0.5) * HOP."""
    p = np.pad(x, (size, size + HOP))
    start = (np.arange(n) * HOP + HOP // 2 + size - size // 2)[:, None]
    return p[start + np.arange(size)]


def track_f0(x, n, fmin=FMIN, fmax=FMAX):
    """F0 in Hz of n frames, 0 where unvoiced: normalised autocorrelation (Boersma 1993), then the cheapest path
    through the five best peaks of each frame and "unvoiced"."""
    size, candidates = 1024, 5
    shortest, longest = int(SR / fmax), int(SR / fmin) + 1
    win = np.hanning(size).astype(np.float32)
    fr = frames(x, n, size)
    fr = (fr - fr.mean(1, keepdims=True)) * win
    ac = np.fft.irfft(np.abs(np.fft.rfft(fr, 2 * size)) ** 2)[:, :longest + 2]
    of_window = np.fft.irfft(np.abs(np.fft.rfft(win, 2 * size)) ** 2)[:longest + 2]
    rms = np.sqrt(np.maximum(ac[:, 0], 0) / (win ** 2).sum())
    ac = ac / (ac[:, :1] + 1e-6) / (of_window / of_window[0])
    seg = ac[:, shortest:longest + 1]
    peak = (seg > ac[:, shortest - 1:longest]) & (seg >= ac[:, shortest + 1:longest + 2]) & (seg > .3)
    lag = np.arange(shortest, longest + 1)
    score = np.where(peak, seg - .02 * np.log2(lag / shortest), -9)         # a small preference for short lags
    idx = np.argpartition(-score, candidates, 1)[:, :candidates]
    best_scores = np.take_along_axis(score, idx, 1)
    lags = idx + shortest
    a, b, c = (np.take_along_axis(ac, lags + d, 1) for d in (-1, 0, 1))     # parabolic refinement
    refined = lags + np.clip((a - c) / (2 * (a - 2 * b + c) - 1e-9), -.5, .5)
    octave = np.log2(SR / refined)
    quiet = rms < .02 * np.percentile(rms, 95)
    cost = np.concatenate([-best_scores, np.full((n, 1), -.45)], 1)         # the last candidate: unvoiced
    cost[:, :candidates][best_scores < -1] = 9
    cost[quiet, :candidates] = 9
    total, back = cost[0].copy(), np.zeros((n, candidates + 1), np.int8)
    for t in range(1, n):
        step = np.full((candidates + 1, candidates + 1), .12)               # voiced <-> unvoiced
        step[:candidates, :candidates] = np.minimum(np.abs(octave[t - 1][:, None] - octave[t][None]) * 1.5, 1)
        step[candidates, candidates] = 0
        reach = total[:, None] + step
        back[t] = reach.argmin(0)
        total = reach.min(0) + cost[t]
    path = np.zeros(n, int)
    path[-1] = total.argmin()
    for t in range(n - 1, 0, -1):
        path[t - 1] = back[t][path[t]]
    chosen = octave[np.arange(n), np.minimum(path, candidates - 1)]
    return with_edges(x, np.where(path < candidates, 2 ** chosen, 0).astype(np.float32))


def with_edges(x, f0):
    """Samples and F0 [n], 0 where unvoiced -> F0 [n] with the frames in which the voice sets in and fades. A window of 46 ms does not find
    them periodic, but what is loud below 1 kHz beside a voiced frame is the voice: said as noise, it would be rough."""
    n, f0 = len(f0), f0.copy()
    low = np.fft.rfft(np.pad(x, (NFFT, NFFT)))
    hz = np.arange(len(low)) * SR / (len(x) + 2 * NFFT)
    low = np.fft.irfft(low / (1 + np.exp((LOW_HZ[0] - hz) / 8)) / (1 + np.exp((hz - LOW_HZ[1]) / 60)), len(x) + 2 * NFFT)
    power = (frames(low[NFFT:-NFFT], n, NFFT // 2) ** 2).mean(1)
    loud = np.percentile(power[f0 > 0], 80) if f0.any() else 0
    sounds = (power > 10 ** (-DOWN / 10) * loud) & (power > SHARE * (frames(x, n, NFFT // 2) ** 2).mean(1))
    for _ in range(EDGES):
        before, after = np.concatenate([[0], f0[:-1]]), np.concatenate([f0[1:], [0]])
        for t in np.nonzero((f0 == 0) & sounds & (before + after > 0))[0]:
            f0[t] = near(low, t * HOP + HOP // 2 + NFFT, before[t] or after[t])
    return f0


def near(low, centre, f0):
    """The F0 within 18 % of f0 with which samples repeat themselves about the centre; f0 where they do not."""
    size = int(1.2 * SR / f0)
    best, found = .5, f0
    for lag in range(int(.85 * SR / f0), int(1.18 * SR / f0) + 1):
        start = centre - (size + lag) // 2
        a, b = low[start:start + size], low[start + lag:start + lag + size]
        alike = (a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum() + 1e-12)
        if alike > best:
            best, found = alike, SR / lag
    return found


def envelope(x, f0):
    """Log amplitude envelope [n, 513]: the power spectrum of a window of three periods, smoothed over 2/3 F0 and
    liftered, so that white noise (or pulses) of unit power times it gives x back."""
    n = len(f0)
    f = np.where(f0 > 0, f0, 200.).astype(np.float32)[:, None]
    t = np.arange(-NFFT // 2, NFFT // 2, dtype=np.float32)[None]
    half = 1.5 * SR / f
    w = np.where(np.abs(t) < half, .5 + .5 * np.cos(np.pi * t / half), 0)
    power = np.abs(np.fft.rfft(frames(x, n, NFFT) * w)) ** 2 / (w ** 2).sum(1, keepdims=True)
    k = np.arange(NFFT // 2 + 1)[None]
    low = f * NFFT / SR                                                     # below F0: mirror around F0/2
    src = np.where(k < low / 2, np.clip(np.round(low - k), 0, NFFT // 2), k).astype(int)
    power = np.take_along_axis(power, src, 1)
    wide = np.concatenate([power[:, 64:0:-1], power, power[:, -2:-66:-1]], 1)
    sums = np.cumsum(np.pad(wide, ((0, 0), (1, 0))), 1)
    half_width = f * (NFFT / SR) / 3

    def at(pos):
        i = np.floor(pos).astype(int)
        r = pos - i
        return np.take_along_axis(sums, i, 1) * (1 - r) + np.take_along_axis(sums, i + 1, 1) * r

    smooth = (at(k + 64.5 + half_width) - at(k + 64.5 - half_width)) / (2 * half_width)
    cepstrum = np.fft.irfft(np.log(np.maximum(smooth, 0) + 1e-9))
    q = np.minimum(np.arange(NFFT), NFFT - np.arange(NFFT))[None] / SR
    cepstrum *= np.sinc(f * q) * (1.18 - .18 * np.cos(2 * np.pi * q * f))
    return .5 * np.fft.rfft(cepstrum).real


def aperiodicity(x, f0):
    """[n, 6]: one minus the correlation of each band with itself one period later; 1 where unvoiced."""
    n, size = len(f0), 384
    ap = np.ones((n, len(AP_EDGES) - 1), np.float32)
    voiced = np.nonzero(f0)[0]
    if not len(voiced):
        return ap
    spectrum = np.fft.rfft(x, len(x) + 2048)
    hz = np.arange(len(spectrum)) * SR / (len(x) + 2048)
    period = np.round(SR / f0[voiced]).astype(int)
    for b, (lo, hi) in enumerate(zip(AP_EDGES, AP_EDGES[1:])):
        band = 1 / (1 + np.exp(-(hz - lo) / 40)) / (1 + np.exp((hz - hi) / 40)) if b else (hz < hi)
        y = np.pad(np.fft.irfft(spectrum * band).astype(np.float32), (1024, 1024))
        s = (voiced * HOP + HOP // 2 + 1024)[:, None] - (size + period[:, None]) // 2 + np.arange(size)[None]
        now = y[s]
        energy = (now * now).sum(1)
        best = np.zeros(len(voiced))
        for d in ((0,) if b == 0 else (-1, 0, 1)):
            later = y[s + period[:, None] + d]
            best = np.maximum(best, (now * later).sum(1) / np.sqrt(energy * (later * later).sum(1) + 1e-12))
        ap[voiced, b] = 1 - best
    return np.clip(ap, .01, 1)


def analyse(x, rate=16000, fmin=FMIN, fmax=FMAX):
    """int16 samples at 16 kHz (synthesizer) or 22.05 kHz (recording) -> samples in -1..1 at 22.05 kHz, F0 [n],
    envelope [n, 64], aperiodicity [n, 6]."""
    x = x.astype(np.float32) / 32768
    if rate == 16000:
        x = resample_poly(x, 441, 320).astype(np.float32)
    f0 = track_f0(x, len(x) // HOP, fmin, fmax)
    env = envelope(x, f0) @ TO_BANDS
    if rate == 16000:                                                       # invent a gently falling top octave
        high = BAND_HZ > SYNTHESIZER_TOP
        level = env[:, (BAND_HZ > 6000) & ~high].mean(1, keepdims=True)
        env[:, high] = level - .375 * (BAND_HZ[high] - SYNTHESIZER_TOP)[None] / 1000
    return x, f0, np.maximum(env, SILENCE).astype(np.float32), aperiodicity(x, f0)


def analyse_part(part, raw, rate, fmin, fmax):
    offset, n = part
    return analyse(np.memmap(raw, np.int16, "r")[offset:offset + n], rate, fmin, fmax)


if __name__ == "__main__":
    raw, tsv, out = sys.argv[1:4]
    rate, fmin, fmax = (float(a) for a in sys.argv[4:7]) if len(sys.argv) > 4 else (16000, FMIN, FMAX)
    with open(tsv, encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f]
    with Pool(2) as pool:
        found = pool.map(partial(analyse_part, raw=raw, rate=rate, fmin=fmin, fmax=fmax),
                         [(int(o), int(n)) for o, n, _ in lines], 10)
    np.savez(out, phones=np.array([phones.strip() for *_, phones in lines]),
             off=np.cumsum([0] + [len(f0) for _, f0, _, _ in found]),
             f0=np.concatenate([f0 for _, f0, _, _ in found]),
             env=np.concatenate([env for _, _, env, _ in found]).astype(np.float16),
             ap=(np.concatenate([ap for *_, ap in found]) * 255).astype(np.uint8),
             audio=np.concatenate([(np.clip(x[:len(f0) * HOP], -1, 1) * 32767).astype(np.int16) for x, f0, _, _ in found]))
    print(out, len(lines), "utterances")
