"""denoise.py NAME DIR - takes the noise of the room out of recordings: DIR/NAME.clean.raw from DIR/NAME.raw, sample for sample, by the
phone times in DIR/NAME.tsv.

1. A Wiener filter with the noise of the utterance's own pauses takes noise down by up to 12 dB. The signal-to-noise ratio of each frame
   is estimated from the frame and from the speech before it (decision-directed: Ephraim and Malah 1984), so that single bins do not ring.
2. In pauses, what lies no more than 9 dB above the utterance's quietest frames is taken down by 30 dB more. Breaths stay."""
import sys

import numpy as np
from scipy.signal import istft, stft

from features import HOP, SR
from tokens import items

SIZE, STEP = 512, 128                                       # samples: a window of 23 ms every 5.8 ms
SMOOTH = .96                                                # how much of the ratio comes from the speech before
DEEPEST = 12                                                # dB
FEWEST = 8                                                  # windows that tell the noise
QUIETEST = 8                                                # per cent of the windows that tell it where pauses do not
QUIET, DOWN = 9, 30                                         # dB
KEPT = 2                                                    # frames of a pause beside speech that stay: releases and tails


def denoised(x, silent):
    """int16 samples, and whether each frame is inside of a pause -> int16 samples."""
    _, _, spectrum = stft(x / 32768, SR, nperseg=SIZE, noverlap=SIZE - STEP)
    power = abs(spectrum) ** 2
    frames = np.minimum(np.arange(power.shape[1]) * STEP // HOP, len(silent) - 1)
    quiet = noise_only(x, silent)[frames]
    if quiet.sum() < FEWEST:
        quiet = power.sum(0) <= np.percentile(power.sum(0), QUIETEST)
    noise = power[:, quiet].mean(1) + 1e-12
    gain, before = np.empty_like(power), None
    for i, ratio in enumerate((power / noise[:, None]).T):
        speech = np.maximum(ratio - 1, 0)
        if before is not None:
            speech = SMOOTH * before + (1 - SMOOTH) * speech
        wiener = speech / (1 + speech)
        before = wiener ** 2 * ratio
        gain[:, i] = np.maximum(wiener, 10 ** (-DEEPEST / 20))
    _, y = istft(spectrum * gain, SR, nperseg=SIZE, noverlap=SIZE - STEP)
    return (32768 * y[:len(x)]).clip(-32768, 32767).round().astype(np.int16)


def pauses(phones, n):
    """[n] whether each frame is inside of a pause."""
    silent, begin = np.zeros(n, bool), 0
    line = items(phones)
    for i, (phone, end, *_) in enumerate(line):
        end = round(float(end) * SR / HOP)
        if phone == "pau":
            silent[begin + (KEPT if i else 0):(end - KEPT if i + 1 < len(line) else n)] = True
        begin = end
    return silent


def noise_only(x, silent):
    """[n] whether a frame of a pause, and those beside it, have nothing but noise: no breath, no tail of a word."""
    n = len(silent)
    level = 10 * np.log10((x[:n * HOP].astype(np.float64).reshape(n, HOP) ** 2).mean(1) + 1)
    quiet = silent & (level < np.percentile(level, 3) + QUIET)
    return np.convolve(quiet, [1, 1, 1], "same") == 3


def silenced(x, silent):
    """int16 samples whose pauses are silent where nothing but noise is in them."""
    down = noise_only(x, silent)
    gain = np.interp(np.arange(len(x)), np.arange(len(silent)) * HOP + HOP / 2, np.where(down, -DOWN, 0.))
    return (x * 10 ** (gain / 20)).round().astype(np.int16)


def main(name, folder):
    with open(f"{folder}/{name}.tsv", encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f]
    raw = np.memmap(f"{folder}/{name}.raw", np.int16, "r")
    out = np.zeros(len(raw), np.int16)
    for begin, length, phones in (line[:3] for line in lines):
        part = slice(int(begin), int(begin) + int(length))
        silent = pauses(phones, int(length) // HOP)
        out[part] = silenced(denoised(raw[part], silent), silent)
    out.tofile(f"{folder}/{name}.clean.raw")


if __name__ == "__main__":
    main(*sys.argv[1:])
