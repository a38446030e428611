"""pictures.py OUT FOLDER .. - a picture of each held-out utterance: recording, synthesis and, where there is one, the
synthesis before, one above the other on the same scale of seconds -> OUT/NAME-ID.png.

FOLDER is NAME/ID as `bun run bench:naturalness --keep` leaves it, with recording.wav, now.wav and before.wav at 22050 Hz.
Speech begins at 0.1 s in all of them. Above: 0 to 8 kHz, the darkest 50 dB; red: F0, on the scale to the right. Below: level,
60 dB."""
import json
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image
from scipy.io import wavfile
from scipy.ndimage import binary_opening

from features import HOP, SR, frames, track_f0

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "held-out.json")
LABELS = {"recording": "recording", "before": "synthesis, before", "now": "synthesis"}
STEP, SIZE, FFT = 64, 160, 512                              # of the spectrogram, in samples: 7 ms resolve bursts, not harmonics
BEFORE = .1                                                 # seconds before the speech
GRAYS = 14                                                  # so few that a picture stays small
RED = 208, 0, 0


def speech(path):
    """Samples at one level, from BEFORE seconds before the first loud frame to as long after the last."""
    rate, x = wavfile.read(path)
    assert rate == SR, f"{path} is not at {SR} Hz"
    x = x.astype(np.float32) / 32768
    level = np.sqrt(np.convolve(x ** 2, np.ones(HOP) / HOP, "same"))
    loud = np.percentile(level, 95)
    spoken = np.nonzero(level > .03 * loud)[0]
    margin = int(BEFORE * SR)
    x = np.pad(x / loud, margin)
    return x[spoken[0]:spoken[-1] + 2 * margin]


def spectrogram(x):
    """[257, n] in dB."""
    at = np.arange(len(x) // STEP)[:, None] * STEP + (STEP + SIZE) // 2 + np.arange(SIZE)
    emphasised = np.append(0, np.diff(np.pad(x, SIZE)))
    power = np.abs(np.fft.rfft(emphasised[at] * np.hanning(SIZE), FFT)) ** 2
    return 10 * np.log10(power + 1e-9).T


def draw(above, below, x, label):
    seconds = len(x) / SR
    s = spectrogram(x)
    top = np.percentile(s, 99.5)
    above.imshow(s, origin="lower", aspect="auto", cmap="gray_r", vmin=top - 50, vmax=top, extent=[0, seconds, 0, SR / 2000],
                 interpolation="bilinear")
    above.set(ylim=(0, 8), ylabel="kHz")
    above.text(.005, .97, label, transform=above.transAxes, va="top", bbox=dict(facecolor="white", edgecolor="none", pad=1))
    n = len(x) // HOP
    time = (np.arange(n) + .5) * HOP / SR
    f0 = track_f0(x, n, 85, 350)
    voiced = binary_opening(f0 > 0, np.ones(4))             # fewer frames are no voice but an error
    pitch = above.twinx()
    for width, colour in ((4, "white"), (1.6, np.array(RED) / 255)):
        pitch.plot(time, np.where(voiced, f0, np.nan), color=colour, lw=width)
    pitch.set(ylim=(50, 400), yticks=[100, 200, 300], ylabel="Hz")
    level = 10 * np.log10((frames(x, n, HOP) ** 2).mean(1) + 1e-9)
    below.plot(time, level - level.max(), color="black", lw=1)
    below.set(ylim=(-60, 3), yticks=[-40, 0], ylabel="dB")
    below.grid(axis="x", color="#b0b0b0", lw=.5)
    return seconds


def palette():
    """GRAYS from black to white, and red."""
    colours = [(round(255 * g / (GRAYS - 1)),) * 3 for g in range(GRAYS)] + [RED]
    image = Image.new("P", (1, 1))
    image.putpalette([c for colour in colours for c in colour])
    return image


def picture(folder, out, texts):
    name, key = os.path.normpath(folder).split(os.sep)[-2:]
    kinds = [k for k in LABELS if os.path.exists(f"{folder}/{k}.wav")]
    fig, axes = plt.subplots(2 * len(kinds), 1, figsize=(10, 2.4 * len(kinds) + .6), sharex=True, dpi=90,
                             gridspec_kw=dict(height_ratios=[3, 1] * len(kinds)))
    longest = max(draw(*axes[2 * i:2 * i + 2], speech(f"{folder}/{k}.wav"), LABELS[k]) for i, k in enumerate(kinds))
    axes[0].set_title(f"{name} {key}: {texts[key]}", fontsize=10)
    axes[-1].set(xlabel="seconds", xlim=(0, longest))
    fig.align_ylabels()
    fig.tight_layout(h_pad=.2)
    path = f"{out}/{name}-{key}.png"
    fig.savefig(path)
    plt.close(fig)
    Image.open(path).convert("RGB").quantize(palette=palette(), dither=Image.Dither.NONE).save(path, optimize=True)
    print(path, os.path.getsize(path) // 1000, "kB")


if __name__ == "__main__":
    out, *folders = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    with open(LIST, encoding="utf-8") as f:
        texts = {u["id"]: u["text"] for utterances in json.load(f).values() for u in utterances}
    for folder in folders:
        picture(folder, out, texts)
