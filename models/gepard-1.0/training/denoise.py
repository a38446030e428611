"""denoise.py NAME DIR - takes the noise of the room out of recordings: DIR/NAME.clean.raw from DIR/NAME.raw, sample for sample, by the
phone times in DIR/NAME.tsv.

1. ffmpeg's afftdn takes the noise down by 12 dB, everywhere: more would be heard in the speech.
2. In pauses, what lies no more than 9 dB above the utterance's quietest frames is taken down by 30 dB more. Breaths stay."""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from features import HOP, SR
from tokens import items

FILTER, DELAY = "afftdn=nr=12:nf=-50:tn=1", 550             # samples at 22050 Hz by which the filter delays
QUIET, DOWN = 9, 30                                         # dB
KEPT = 2                                                    # frames of a pause beside speech that stay: releases and tails


def denoised(x):
    """int16 samples -> int16 samples."""
    tail = np.concatenate([x, np.zeros(DELAY, np.int16)])
    out = subprocess.run(["ffmpeg", "-v", "error", "-f", "s16le", "-ar", str(SR), "-ac", "1", "-i", "-", "-af", FILTER, "-f", "s16le", "-"],
                         input=tail.tobytes(), capture_output=True, check=True).stdout
    y = np.frombuffer(out, np.int16)[DELAY:][:len(x)]
    return np.pad(y, (0, len(x) - len(y)))


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


def silenced(x, silent):
    """int16 samples whose pauses are silent where nothing but noise is in them."""
    n = len(silent)
    level = 10 * np.log10((x[:n * HOP].astype(np.float64).reshape(n, HOP) ** 2).mean(1) + 1)
    down = silent & (level < np.percentile(level, 3) + QUIET)
    down = np.convolve(down, [1, 1, 1], "same") == 3        # not beside what stays
    gain = np.interp(np.arange(len(x)), np.arange(n) * HOP + HOP / 2, np.where(down, -DOWN, 0.))
    return (x * 10 ** (gain / 20)).round().astype(np.int16)


def main(name, folder):
    with open(f"{folder}/{name}.tsv", encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f]
    raw = np.memmap(f"{folder}/{name}.raw", np.int16, "r")
    out = np.zeros(len(raw), np.int16)

    def one(line):
        part = slice(int(line[0]), int(line[0]) + int(line[1]))
        y = denoised(raw[part])
        out[part] = silenced(y, pauses(line[2], len(y) // HOP))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, lines))
    out.tofile(f"{folder}/{name}.clean.raw")


if __name__ == "__main__":
    main(*sys.argv[1:])
