"""What training minimises. Each loss is a mean over what it counts; the trainers choose the weights."""
import math
import random

import torch
import torch.nn.functional as F

from features import HOP, SR

STFT_TOP = 7600                                  # Hz; above, the synthesizers' spectrum is invented
WINDOWS = {n: torch.hann_window(n) for n in (2048, 1024, 512, 256)}
SEGMENT = 96                                     # frames of each utterance that the waveform loss hears


def acoustic_losses(net, batch, speaker, log_f0):
    """-> {name: loss} and (voiced [B,F], envelope, aperiodicity) as the model says them, with true durations.
    log_f0 [voices]: mean log F0 of each voice."""
    ids, dur, f0, unvoiced = batch["ids"], batch["dur"], batch["f0"], batch["unvoiced"]
    tokens = (ids > 0).float()[:, :, None]
    x, log_frames = net.encode(ids, tokens, speaker)
    starts = torch.cumsum(dur, 1) - dur
    t = torch.arange(f0.shape[1], dtype=torch.float)
    voicing, pitch, env, ap = net.decode(x, batch["idx"], t, starts, dur, batch["mask"], speaker)
    m = batch["mask"][..., 0]
    voiced = (1 - unvoiced) * m
    n, n_voiced, spoken = m.sum(), voiced.sum(), tokens[..., 0] * (1 - net.no_dur[ids])
    ap = torch.sigmoid(ap)
    said, true = (torch.exp(log_frames) * spoken).sum(1), ((1 + dur) * spoken).sum(1)
    off = pitch + log_f0[batch["voice"]][:, None] - torch.log(f0)
    losses = dict(
        dur=(F.smooth_l1_loss(log_frames, torch.log(1 + dur), reduction="none", beta=.2) * spoken).sum() / spoken.sum(),
        pace=torch.log(said / true).abs().mean(),       # the loss above alone gives medians, which are too short
        f0=(off.abs() * (voiced + .1 * unvoiced * m)).sum() / n_voiced,
        v=(F.binary_cross_entropy_with_logits(voicing, 1 - unvoiced, reduction="none") * m).sum() / n,
        env=((env - batch["env"]).abs().mean(2) * m).sum() / n,
        ap=((ap - batch["ap"]).abs().mean(2) * voiced).sum() / n_voiced,
        f0sd=(spread(pitch, voiced) - spread(torch.log(f0), voiced)).abs().mean(),
        contrast=(contrast(env, voiced) - contrast(batch["env"], voiced)).abs().mean())
    return losses, (voiced, env, ap)


def spread(log_f0, voiced):
    """[B]: standard deviation of log F0 within each utterance, so that the melody is not flattened."""
    n = voiced.sum(1).clamp(min=1)
    mean = ((log_f0 * voiced).sum(1) / n)[:, None]
    return (((log_f0 - mean) ** 2 * voiced).sum(1) / n + 1e-5).sqrt()


def contrast(env, voiced):
    """[B,64]: how far each band stands out of its 15 neighbours, so that formants are not flattened."""
    z = env - F.avg_pool1d(env, 15, 1, 7, count_include_pad=False)
    n = voiced.sum(1)[:, None].clamp(min=1)
    return ((z * z * voiced[:, :, None]).sum(1) / n + 1e-4).sqrt()


def waveform_loss(vocoder, batch, voiced, env, ap):
    """Multi-resolution STFT distance (Yamamoto et al. 2020) between the vocoder's output and the recording, on a random
    stretch of every utterance."""
    m = batch["mask"][..., 0]
    start = random.randint(0, max(0, int(m.sum(1).min()) - SEGMENT))
    part = slice(start, start + SEGMENT)
    f0 = batch["f0"][:, part]
    n = f0.shape[1]
    y = vocoder(f0, voiced[:, part], env[:, part], ap[:, part], torch.ones(1), torch.randn(len(f0), n + 1, HOP))
    inner = m[:, part].clone()
    inner[:, :3] = inner[:, -3:] = 0             # the cut edges lack their neighbours
    return stft_distance(y, batch["audio"][:, start * HOP:(start + n) * HOP], torch.repeat_interleave(inner, HOP, 1))


def stft_distance(y, x, valid):
    """y, x, valid (0 or 1) [B, samples]."""
    total = 0
    for n, window in WINDOWS.items():
        top = int(STFT_TOP / SR * n)
        floor = 1e-5 * n / 1024

        def magnitude(z):
            s = torch.stft(z * valid, n, n // 4, window=window, return_complex=True)[:, :top]
            return torch.sqrt(s.real ** 2 + s.imag ** 2 + floor)

        a, b = magnitude(y), magnitude(x)
        m = valid[:, ::n // 4][:, None, :a.shape[2]]
        a, b = a[:, :, :m.shape[2]], b[:, :, :m.shape[2]]
        total = total + ((a.log() - b.log()).abs() * m).sum() / (m.sum() * top) + ((a - b).abs() * m).sum() / ((b * m).sum() + 1e-3)
    return total / len(WINDOWS)
