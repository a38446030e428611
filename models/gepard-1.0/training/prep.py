"""prep.py RECORDINGS NAME OUTDIR - recordings of one speaker -> OUTDIR/NAME.raw (int16, 22050 Hz, all utterances), NAME.txt
(a line of text each) and NAME.json [{id, offset, samples, text}].

RECORDINGS holds metadata.csv, lines `id|text`, and a sound file id.EXT for each: Opus (which Debian's sox cannot read, so
opusdec does) or anything that sox reads. Each is high-passed at 60 Hz and brought to one speech level. One that was cut where the speech
begins or ends gets some of its own noise there: the aligner and the denoiser look for silence at both ends."""
import glob
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from features import HOP, SR

LEVEL = .09                                                 # RMS of the louder frames
ABOVE_NOISE, BELOW_SPEECH = 9, 30                           # dB: an end that is as much above the noise, and no more below loud speech, was cut within the speech
NEAR, SILENCE, FADE = .03, .25, .008                        # s: what is the end, how much noise it gets, and how fast speech fades there
WINDOW = 512                                                # samples of a window that tells the noise
QUIETEST, LOUDEST = 5, 90                                   # per cent of the windows: the noise, loud speech


def frame_levels(x, size):
    """dB of the frames of `size` samples."""
    return 10 * np.log10((x[:len(x) // size * size].reshape(-1, size) ** 2).mean(1) + 1e-12)


def with_silent_ends(x, speed):
    """Samples -> the same, with their own noise before the beginning and after the end where speech was cut there."""
    near, fade, n = round(NEAR * SR), round(FADE * SR), round(SILENCE * SR / speed)
    levels = frame_levels(x, WINDOW)
    noise, loud = np.percentile(levels, [QUIETEST, LOUDEST])
    cut = [frame_levels(end, near)[0] > max(noise + ABOVE_NOISE, loud - BELOW_SPEECH) for end in (x[:near], x[-near:])]
    if not any(cut):
        return x
    hann = np.hanning(WINDOW)
    windows = x[:len(levels) * WINDOW].reshape(-1, WINDOW)[levels <= noise]
    shape = np.sqrt((abs(np.fft.rfft(windows * hann)) ** 2).mean(0) / (hann ** 2).sum())
    white = np.fft.rfft(np.random.default_rng(len(x)).standard_normal((2, n)))
    before, after = np.fft.irfft(white * np.interp(np.linspace(0, 1, white.shape[1]), np.linspace(0, 1, len(shape)), shape), n)
    up, y = np.linspace(0, 1, fade), x.copy()
    if cut[0]:
        y[:fade] *= up
        y = np.concatenate([before, y])
    if cut[1]:
        y[-fade:] *= up[::-1]
        y = np.concatenate([y, after])
    return y.astype(np.float32)


def load(path, speed=1):
    """-> int16 samples at LEVEL, level before in dB, noise floor below the speech in dB. With a speed, pitch and formants are times it."""
    opus = subprocess.run(["opusdec", "--quiet", "--rate", "48000", "--force-wav", path, "-"], capture_output=True, check=True).stdout if path.endswith(".opus") else None
    raw = subprocess.run(["sox", "--ignore-length", *(["-t", "wav", "-"] if opus else [path]), "-t", "raw", "-r", str(SR), "-e", "signed",
                          "-b", "16", "-c", "1", "-", "speed", str(speed), "highpass", "60"], input=opus, capture_output=True, check=True).stdout
    x = with_silent_ends(np.frombuffer(raw, np.int16).astype(np.float32) / 32768, speed)
    e = np.sqrt((x[:len(x) // HOP * HOP].reshape(-1, HOP) ** 2).mean(1))
    active = np.sqrt((e[e > .25 * np.percentile(e, 95)] ** 2).mean())
    gain = min(LEVEL / active, .97 / abs(x).max())
    return (x * gain * 32767).astype(np.int16), 20 * np.log10(active), 20 * np.log10(max(np.percentile(e, 5), 1e-6) / active)


def main(folder, name, out):
    with open(f"{folder}/metadata.csv") as f:
        lines = sorted(line.rstrip("\n").split("|", 1) for line in f if line.strip())
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda line: load(glob.glob(f"{glob.escape(folder)}/{line[0]}.*")[0]), lines))
    offset, utterances = 0, []
    with open(f"{out}/{name}.raw", "wb") as raw, open(f"{out}/{name}.txt", "w") as texts:
        for (key, text), (x, _, _) in zip(lines, found):
            text = " ".join(text.split())
            x.tofile(raw)
            texts.write(text + "\n")
            utterances.append(dict(id=key, offset=offset, samples=len(x), text=text))
            offset += len(x)
    with open(f"{out}/{name}.json", "w") as f:
        json.dump(utterances, f)
    levels, floors = ([v[k] for v in found] for k in (1, 2))
    print(f"{len(lines)} recordings, {offset / SR / 60:.1f} min, {len({u['text'] for u in utterances})} texts; 5/50/95 %: speech level",
          np.percentile(levels, [5, 50, 95]).round(1), "dB, noise", np.percentile(floors, [5, 50, 95]).round(1), "dB below it")


if __name__ == "__main__":
    main(*sys.argv[1:])
