"""Checkpoints: {"weights": the acoustic model, "voices": names, "log_f0": mean log F0 of each voice}, and for a model
with a recorded voice {"style": [5,16] matrix, "style_mean", "style_std": [5]} (see recorded.py)."""
import torch

from model import Acoustic


def read(path):
    ck = torch.load(path, map_location="cpu")
    ck["weights"] = {k: v.float() if v.is_floating_point() else v for k, v in ck["weights"].items()}
    return ck


def write(path, ck):
    """Large tensors are kept as float16, as the exported graph keeps them: a checkpoint exports to the same bytes
    after it was written and read."""
    weights = {k: v.half() if v.is_floating_point() and v.numel() > 500 else v for k, v in ck["weights"].items()}
    torch.save(dict(ck, weights=weights), path)


def acoustic(ck):
    """The acoustic model of a checkpoint, ready to speak."""
    net = Acoustic(len(ck["voices"]))
    net.load_state_dict(ck["weights"])
    return net.eval()


def speaker_vector(ck, voice, style=None):
    """-> embedding [16] and mean log F0 of a voice; style: five numbers in standard deviations, only for the
    recorded voice."""
    i = ck["voices"].index(voice)
    embedding = ck["weights"]["spk.weight"][i]
    if style is not None:
        embedding = embedding + torch.tensor(style, dtype=torch.float) @ ck["style"]
    return embedding, ck["log_f0"][i]
