"""Checkpoints: {"weights": the acoustic model, "voices": names, "log_f0": mean log F0 of each voice}, and for a model
with recorded voices {"style": [3,16] matrix, "style_mean", "style_std": {voice: [3]}} (see recorded.py)."""
import torch

from generator import Generator
from model import EMB, LANGUAGES, Acoustic
from tokens import BEGINS_AS, ID, TOKENS


def read(path):
    ck = torch.load(path, map_location="cpu")
    ck["weights"] = {k: v.float() if v.is_floating_point() else v for k, v in ck["weights"].items()}
    return ck


def grow(ck, voices):
    """Brings a checkpoint of fewer tokens, languages or voices to today's: new tokens begin as the mean of BEGINS_AS's,
    new voices as the last one there was, languages as English."""
    w, old = ck["weights"], ck["weights"]["emb.weight"]
    fresh = [sum(old[ID[t]] for t in BEGINS_AS[token]) / len(BEGINS_AS[token]) for token in TOKENS[len(old):]]
    if fresh:
        w["emb.weight"] = torch.cat([old, torch.stack(fresh)])
    w.setdefault("language.weight", torch.zeros(len(LANGUAGES), EMB))
    known = ck["voices"]
    if known != voices[:len(known)]:
        raise SystemExit(f"the checkpoint has the voices {known}, and they must come first, in this order")
    w["spk.weight"] = torch.cat([w["spk.weight"]] + [w["spk.weight"][-1:]] * (len(voices) - len(known)))
    return dict(ck, voices=voices)


def write(path, ck):
    torch.save(dict(ck, weights=halved(ck["weights"])), path)


def halved(weights):
    """Large tensors as float16, as the exported graph keeps them: a checkpoint exports to the same bytes after it was written
    and read."""
    return {k: v.half() if v.is_floating_point() and v.numel() > 500 else v for k, v in weights.items()}


def whole(path):
    """The weights of a file that `halved` was written to, as float32."""
    return {k: v.float() for k, v in torch.load(path, map_location="cpu").items()}


def generator(path):
    """The waveform generator of a file, ready to speak."""
    net = Generator()
    net.load_state_dict(whole(path))
    return net.eval()


def acoustic(ck):
    """The acoustic model of a checkpoint, ready to speak."""
    net = Acoustic(len(ck["voices"]))
    net.load_state_dict(ck["weights"])
    return net.eval()


def speaker_vector(ck, voice, style=None):
    """-> embedding [16] and mean log F0 of a voice; style: three numbers in standard deviations, only for the
    recorded voice."""
    i = ck["voices"].index(voice)
    embedding = ck["weights"]["spk.weight"][i]
    if style is not None:
        embedding = embedding + torch.tensor(style, dtype=torch.float) @ ck["style"]
    return embedding, ck["log_f0"][i]
