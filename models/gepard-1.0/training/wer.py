"""wer.py CHECKPOINT GENERATOR VOICE TEXT.txt PHONES.tsv [r,t,b] - speaks every line of TEXT.txt in English and prints the word error rate of
CMU pocketsphinx (en-us model and its language model) on it.

PHONES.tsv: teach.c's phones of the text, in IPA. r,t,b: style of the recorded voice, see voices.py."""
import re
import subprocess
import sys
import tempfile

import numpy as np
import torch
import torch.nn as nn
from scipy.io import wavfile

import checkpoint
from export import Plan, Window
from features import HOP, NB, SR
from losses import NOISE_EDGE
from tokens import parse

SPHINX = "/usr/share/pocketsphinx/model/en-us"


def words(s):
    return re.sub(r"[^a-z' ]", "", s.lower()).split()


def edits(a, b):
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def speak(ck, generator, voice, style, phones, out):
    """Writes out/00.wav ... of the utterances' phones, with the exported graphs' own computation."""
    embedding, mean = checkpoint.speaker_vector(ck, voice, style)
    speaker = torch.cat([embedding, torch.tensor([mean, 1., 0.]), torch.zeros(NB)])[None]
    net = checkpoint.acoustic(ck)
    net.spk = nn.Identity()
    plan, window = Plan(net).eval(), Window(net, generator).eval()
    one, zero, all_of_it = torch.ones(1), torch.tensor([0]), torch.tensor([1 << 20])
    noise = (2 * torch.rand(1024, HOP, generator=torch.Generator().manual_seed(1)) - 1) * NOISE_EDGE
    for i, line in enumerate(phones):
        ids, row = torch.tensor([parse(line)[0]]), torch.tensor([25 * i])
        with torch.no_grad():
            planned = plan(ids, torch.zeros(ids.shape), speaker, zero, one, noise, row)
            y = window(ids, *planned, speaker, zero, one, one, noise, row, zero, all_of_it, torch.zeros(1))[0][0]
        wavfile.write(f"{out}/{i:02d}.wav", SR, (y.numpy() * 32767).astype(np.int16))


def recognise(folder, n):
    """What pocketsphinx hears in folder/00.wav ..., a string each."""
    for i in range(n):
        subprocess.run(["sox", f"{folder}/{i:02d}.wav", "-r", "16000", "-b", "16", f"{folder}/{i:02d}.16.wav", "pad", "0.2", "0.2",
                        "norm", "-3"], check=True, stderr=subprocess.DEVNULL)
    with open(folder + "/list", "w") as f:
        f.writelines(f"{i:02d}\n" for i in range(n))
    subprocess.run(["pocketsphinx_batch", "-adcin", "yes", "-adchdr", "44", "-cepdir", folder, "-cepext", ".16.wav", "-ctl",
                    folder + "/list", "-hyp", folder + "/heard", "-hmm", SPHINX + "/en-us", "-lm", SPHINX + "/en-us.lm.bin",
                    "-dict", SPHINX + "/cmudict-en-us.dict", "-logfn", "/dev/null"], check=True, capture_output=True)
    with open(folder + "/heard") as f:
        return [line.rsplit("(", 1)[0].strip() for line in f]


if __name__ == "__main__":
    path, generator, voice, text, tsv = sys.argv[1:6]
    style = [float(v) for v in sys.argv[6].split(",")] if len(sys.argv) > 6 else None
    with open(text) as f:
        said = [line.strip() for line in f]
    with open(tsv, encoding="utf-8") as f:
        phones = [line.rstrip("\n").split("\t")[2] for line in f]
    torch.set_num_threads(2)
    with tempfile.TemporaryDirectory() as folder:
        speak(checkpoint.read(path), checkpoint.generator(generator), voice, style, phones, folder)
        heard = recognise(folder, len(said))
    wrong = sum(edits(words(s), words(h)) for s, h in zip(said, heard))
    total = sum(len(words(s)) for s in said)
    print(f"{voice}: {wrong} errors in {total} words, WER {100 * wrong / total:.1f} %")
