"""What training minimises. Each loss is a mean over what it counts; the trainers choose the weights."""
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

from discriminator import Discriminator, told, verdict
from features import HOP, SR
from model import NOISE

STFT_TOP = 7600                                  # Hz; above, the synthesizers' spectrum is invented
WINDOWS = {n: torch.hann_window(n) for n in (2048, 1024, 512, 256)}
SEGMENT = 96                                     # frames of each utterance that the waveform loss hears
JITTER = .1                                      # of the true prosody in training, in its units
SAMPLES = 4                                      # ways to say an utterance that are drawn for the energy score
STRETCHES = (1, 5, 15)                           # tokens whose prosody is scored together
NOISE_EDGE = math.sqrt(3)                        # of evenly distributed noise of unit variance, as the server makes it
DISCRIMINATOR_RATE = 5e-4
MATCHED = 2                                      # weight of the discriminator's layers' distance against that of its scores


def acoustic_losses(net, batch, speaker, log_f0):
    """-> {name: loss} and (voiced [B,F], envelope, aperiodicity) as the model says them, with the true prosody.
    log_f0 [voices]: mean log F0 of each voice."""
    ids, dur, f0, unvoiced, plan = batch["ids"], batch["dur"], batch["f0"], batch["unvoiced"], batch["plan"]
    tokens = (ids > 0).float()[:, :, None]
    x = net.encode(ids, tokens, speaker)
    drawn = draw(net, x, ids, tokens, speaker)
    starts = torch.cumsum(dur, 1) - dur
    t = torch.arange(f0.shape[1], dtype=torch.float)
    given = plan + JITTER * net.plan_unit * torch.randn_like(plan) * net.has[ids] if net.training else plan
    voicing, pitch, env, ap = net.decode(x, ids, given, batch["idx"], t, starts, dur, batch["mask"], speaker)
    bursts = net.bursts(x, ids, plan, batch["idx"], t, starts, dur)
    released = torch.gather(net.released(ids, plan), 1, batch["idx"])
    m = batch["mask"][..., 0]
    voiced = (1 - unvoiced) * m
    n, n_voiced = m.sum(), voiced.sum()
    ap = torch.sigmoid(ap)
    off = pitch + log_f0[batch["voice"]][:, None] - torch.log(f0)
    losses = dict(
        prosody=prosody_score(net, drawn, plan, ids),
        f0=(off.abs() * (voiced + .1 * unvoiced * m)).sum() / n_voiced,
        v=(F.binary_cross_entropy_with_logits(voicing, 1 - unvoiced, reduction="none") * m).sum() / n,
        env=((env - batch["env"]).abs().mean(2) * m).sum() / n,
        ap=((ap - batch["ap"]).abs().mean(2) * voiced).sum() / n_voiced,
        bursts=((bursts - batch["gains"]).abs().mean(2) * released).sum() / released.sum().clamp(min=1),
        contrast=(contrast(env, voiced) - contrast(batch["env"], voiced)).abs().mean())
    return losses, (voiced, env, ap)


def noise(batch, tokens):
    """[batch, tokens, 2 * NOISE]: each token's own, then the utterance's."""
    own, shared = torch.rand(batch, tokens, NOISE), torch.rand(batch, 1, NOISE).expand(-1, tokens, -1)
    return (2 * torch.cat([own, shared], 2) - 1) * NOISE_EDGE


def draw(net, x, ids, tokens, speaker):
    """[SAMPLES,B,T,4]: plans of the same utterances."""
    b, t = ids.shape

    def repeated(z):
        return z.repeat(SAMPLES, *[1] * (z.dim() - 1))

    return net.prosody(repeated(x), repeated(ids), noise(SAMPLES * b, t), repeated(tokens), repeated(speaker)).reshape(SAMPLES, b, t, -1)


def prosody_score(net, drawn, plan, ids):
    """How well drawn plans [SAMPLES,B,T,4] stand for the distribution that the true one [B,T,4] came from: the energy score of
    single tokens, of stretches of tokens, and of means and deviations over each utterance."""
    has = net.has[ids] * (ids > 0).float()[..., None]
    drawn, true = (drawn - plan) / net.plan_unit * has, torch.zeros_like(plan)
    n = has.sum(1).clamp(min=1)
    total = 0
    for size in STRETCHES:
        size = min(size, ids.shape[1])
        counted = has[..., 2].unfold(1, size, 1).amax(2)
        total = total + energy_score(stretches(drawn, size), stretches(true, size), counted)

    def summary(z):
        """Mean and deviation [..., B, 1, 8] of the four numbers over each utterance."""
        mean = z.sum(-2) / n
        deviation = (((z - mean[..., None, :]) ** 2 * has).sum(-2) / n + 1e-4).sqrt()
        return torch.cat([mean, deviation], -1)[..., None, :]

    in_units = (plan - net.plan_mean) / net.plan_unit * has
    return total + energy_score(summary(drawn + in_units), summary(in_units), torch.ones(len(ids), 1))


def stretches(z, size):
    """[..., T, 4] -> [..., T - size + 1, 4 * size]"""
    return z.unfold(-2, size, 1).flatten(-2)


def energy_score(drawn, true, counted):
    """Of samples [M,B,N,D] against what happened [B,N,D] (Gneiting & Raftery, "Strictly proper scoring rules", 2007): least where
    the samples are spread as the truth is. Mean over counted [B,N], per square root of D."""
    def distance(a, b):
        return (((a - b) ** 2).sum(-1) + 1e-4).sqrt()

    pairs = [distance(drawn[i], drawn[j]) for i in range(len(drawn)) for j in range(i)]
    score = sum(distance(one, true) for one in drawn) / len(drawn) - .5 * sum(pairs) / len(pairs)
    return (score * counted).sum() / counted.sum() / math.sqrt(drawn.shape[-1])


def contrast(env, voiced):
    """[B,64]: how far each band stands out of its 15 neighbours, so that formants are not flattened."""
    z = env - F.avg_pool1d(env, 15, 1, 7, count_include_pad=False)
    n = voiced.sum(1)[:, None].clamp(min=1)
    return ((z * z * voiced[:, :, None]).sum(1) / n + 1e-4).sqrt()


class Adversary(nn.Module):
    """A discriminator of envelopes, and how it learns."""

    def __init__(self):
        super().__init__()
        self.discriminator = Discriminator(planes=2)
        self.learner = torch.optim.AdamW(self.discriminator.parameters(), DISCRIMINATOR_RATE, betas=(.8, .99))

    def losses(self, said, recorded, voiced, mask):
        """Envelopes [B,F,64] in deviations of their bands, voiced [B,F], mask [B,F,1] -> what the acoustic model minimises, and what the
        discriminator has just learnt by."""
        said, recorded = (torch.stack([z * mask, voiced[..., None].expand_as(z)], 1).transpose(2, 3) for z in (said, recorded))
        learnt = told(self.discriminator(recorded), self.discriminator(said.detach()))
        self.learner.zero_grad()
        learnt.backward()
        self.learner.step()
        with torch.no_grad():
            wanted = self.discriminator(recorded)
        return verdict(self.discriminator(said), wanted, MATCHED), learnt


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
