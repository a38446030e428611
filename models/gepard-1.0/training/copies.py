"""copies.py GENERATOR.pt DATA OUT NAME.. - the held-out recordings said again by the generator, with pulses that run freely, as a voice
has them: OUT/NAME/recording/ID.wav, OUT/NAME/features/ID.wav from the recordings' own features, and OUT/NAME/said/ID.wav from those that the acoustic model
gives for their prosody."""
import os
import sys

import numpy as np
import torch
from scipy.io import wavfile

import checkpoint
from dataset import continuous
from features import HOP, SR
from generator import jittered
from source_filter import pulse_train


def copy(net, u, said):
    f0 = torch.from_numpy(continuous(u["f0"]))[None]
    voiced = torch.from_numpy((u["f0"] > 0).astype(np.float32))[None]
    env = torch.from_numpy(u["said_env" if said else "env"].astype(np.float32))[None]
    ap = torch.from_numpy(u["said_ap" if said else "ap"].astype(np.float32) / 255)[None]
    bursts = torch.from_numpy(u["bursts"].astype(np.float32))[None]
    noise = torch.randn(1, len(u["f0"]), HOP)
    phase, slope, _ = net.cycles(jittered(f0, noise), torch.zeros(1), 0)
    pulses = pulse_train(phase, slope) * voiced[..., None]
    y = net(f0, voiced, env, ap, bursts, pulses.reshape(1, -1), phase.reshape(1, -1), noise.reshape(1, -1))
    return y[0].numpy()


def write(path, x):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    wavfile.write(path, SR, (np.clip(x, -1, 1) * 32767).astype(np.int16))


if __name__ == "__main__":
    torch.manual_seed(0)
    net, (data, out) = checkpoint.generator(sys.argv[1]), sys.argv[2:4]
    with torch.no_grad():
        for name in sys.argv[4:]:
            for u in np.load(f"{data}/{name}.test.waveforms.npz", allow_pickle=True)["utterances"]:
                write(f"{out}/{name}/recording/{u['id']}.wav", u["x"] / 32768)
                write(f"{out}/{name}/features/{u['id']}.wav", copy(net, u, False))
                write(f"{out}/{name}/said/{u['id']}.wav", copy(net, u, True))
