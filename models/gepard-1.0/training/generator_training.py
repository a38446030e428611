"""generator_training.py SECONDS SECONDS_ALONE START.pt OUT.pt DATA NAME.. - trains the generator on DATA/NAME.train.waveforms.npz
(generator_data.py), from START.pt and its discriminators on (from scratch: -): SECONDS_ALONE by the spectral score, then against discriminators
as well. OUT.pt is the average of the weights, OUT.discriminators.pt what they learnt against; OUT.csv has the losses, and OUT.state is what
an interrupted run goes on from.

Each of two processes has half of a batch, and the mean of both gradients counts: the transforms of the score use one core only."""
import csv
import math
import os
import random
import sys
import tempfile
import time

import numpy as np
import torch
import torch.distributed as distributed

import checkpoint
from features import BAND_HZ, HOP, NB, SR
from generator import REACH, Generator
from generator_losses import Discriminators, spectral_score

PROCESSES = 2
BATCH, FRAMES = 4, 56                                       # pieces of a process's share of a batch, and frames of each that are compared
SKIP = REACH
RATE, WARM_UP = 4e-4, 200
DISCRIMINATORS_RATE, VERDICT = 8e-4, .2                     # how fast discriminators learn, and how much their verdict counts
LEARNT = 250                                                # steps of new discriminators before their verdict counts
SAID = .4                                                   # of the pieces, with features by the acoustic model
LOUDNESS, EQUALISED, EQUALISER = .5, .4, .2                 # natural log amplitude; share of the pieces; deviation of a ripple
DECAY = .998
SAVED = 250                                                 # steps


class Pieces:
    """Random pieces of utterances."""

    def __init__(self, data, names, which="train"):
        self.utterances = []
        for name in names:
            self.utterances += [u for u in np.load(f"{data}/{name}.{which}.waveforms.npz", allow_pickle=True)["utterances"]
                                if len(u["f0"]) >= FRAMES + 2 * SKIP]
        self.weights = np.cumsum([len(u["f0"]) for u in self.utterances])

    def batch(self):
        n = FRAMES + 2 * SKIP
        found = {k: [] for k in ("f0", "env", "ap", "bursts", "pulses", "phase", "x", "own")}
        for u in random.choices(self.utterances, cum_weights=self.weights, k=BATCH):
            at = random.randrange(len(u["f0"]) - n + 1)
            part, samples = slice(at, at + n), slice(at * HOP, (at + n) * HOP)
            said = "said_env" in u and random.random() < SAID
            found["own"].append(np.float32(not said))
            env = u["said_env" if said else "env"][part].astype(np.float32)
            x = u["x"][samples].astype(np.float32) / 32768
            ripple = random.uniform(-LOUDNESS, LOUDNESS) + np.zeros(NB)
            if random.random() < EQUALISED:
                for k in range(1, 5):
                    ripple += random.gauss(0, EQUALISER) * np.cos(math.pi * k * np.arange(NB) / (NB - 1) + random.uniform(0, 2 * math.pi))
            curve = np.interp(np.arange(len(x) // 2 + 1) * SR / len(x), BAND_HZ, ripple)
            found["x"].append(np.fft.irfft(np.fft.rfft(x) * np.exp(curve)).astype(np.float32))
            found["env"].append((env + ripple).astype(np.float32))
            found["ap"].append(u["said_ap" if said else "ap"][part].astype(np.float32) / 255)
            found["bursts"].append(u["bursts"][part].astype(np.float32) if "bursts" in u else np.zeros((n, 4), np.float32))
            found["f0"].append(u["f0"][part].astype(np.float32))
            found["pulses"].append(u["pulses"][samples].astype(np.float32))
            found["phase"].append(u["phase"][samples].astype(np.float32) / np.float32(65536))
        return {k: torch.from_numpy(np.stack(v)) for k, v in found.items()}


def generated(net, b):
    """Speech [B,FRAMES*HOP] for a batch with one and with another draw of the noise, and the recordings."""
    twice = {k: torch.cat([v, v]) for k, v in b.items()}
    f0 = twice["f0"]
    voiced = (f0 > 0).float()
    said = net(torch.where(f0 > 0, f0, torch.full_like(f0, 160.)), voiced, *(twice[k] for k in ("env", "ap", "bursts", "pulses", "phase")),
               torch.randn_like(twice["x"]), SKIP)
    return *said.chunk(2), b["x"][:, SKIP * HOP:(SKIP + FRAMES) * HOP]


def discriminators_of(path):
    """The file of the discriminators that the generator of a file has learnt against."""
    return path[:-3] + ".discriminators.pt"


def save(average, discriminators, out):
    """Writes the average of the generator's weights to OUT.pt, and those of its discriminators beside it."""
    torch.save(checkpoint.halved(average), out)
    torch.save(checkpoint.halved(discriminators.state_dict()), discriminators_of(out))


def mean(x):
    """The mean of a tensor of each process."""
    distributed.all_reduce(x)
    return x / PROCESSES


def average_gradients(net):
    """Makes the gradients of a net the means of all processes'."""
    gradients = [p.grad for p in net.parameters()]
    means = mean(torch.cat([g.reshape(-1) for g in gradients])).split([g.numel() for g in gradients])
    for g, of_all in zip(gradients, means):
        g.copy_(of_all.view_as(g))


def main(process, meeting, seconds, alone, start, out, data, names):
    distributed.init_process_group("gloo", f"file://{meeting}", rank=process, world_size=PROCESSES)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    pieces, discriminators = Pieces(data, names), Discriminators()
    net = Generator() if start == "-" else checkpoint.generator(start).train()
    teacher = torch.optim.AdamW(net.parameters(), RATE, betas=(.8, .99))
    learner = torch.optim.AdamW(discriminators.parameters(), DISCRIMINATORS_RATE, betas=(.8, .99))
    average, step, learnt, spent, state = {k: p.clone() for k, p in net.state_dict().items()}, 0, 0, 0., out[:-3] + ".state"
    if start != "-":
        discriminators.load_state_dict(checkpoint.whole(discriminators_of(start)))
        learnt = LEARNT
    if os.path.exists(state):
        kept = torch.load(state)
        net.load_state_dict(kept["net"])
        discriminators.load_state_dict(kept["discriminators"])
        teacher.load_state_dict(kept["teacher"])
        learner.load_state_dict(kept["learner"])
        average, step, learnt, spent = kept["average"], kept["step"], kept["learnt"], kept["spent"]
    # the same weights, but other pieces
    torch.manual_seed(PROCESSES * step + process)
    random.seed(PROCESSES * step + process)
    if process == 0:
        print(len(pieces.utterances), "utterances,", sum(p.numel() for p in net.parameters()), "parameters, from step", step, flush=True)
    began, losses = time.time() - spent, []
    while spent < seconds:
        for group in teacher.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * (.05 + .475 * (1 + math.cos(math.pi * spent / seconds)))
        batch = pieces.batch()
        y, z, x = generated(net, batch)
        loss, near, apart, phased = spectral_score(y, z, x, batch["own"])
        told = verdict = torch.zeros(())
        if spent > alone:
            told = discriminators.told(y, x)
            learner.zero_grad()
            told.backward()
            average_gradients(discriminators)
            learner.step()
            learnt += 1
            if learnt > LEARNT:
                verdict = discriminators.verdict(y, x)
                loss = loss + VERDICT * verdict
        teacher.zero_grad()
        loss.backward()
        average_gradients(net)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.)
        teacher.step()
        step += 1
        keep = min(DECAY, step / (step + 20))
        with torch.no_grad():
            for k, p in net.state_dict().items():
                average[k].mul_(keep).add_(p, alpha=1 - keep)
        spent = mean(torch.tensor(time.time() - began)).item()          # so that all processes end with the same step
        if process > 0:
            continue
        losses.append((near.item(), apart.item(), phased.item(), float(verdict), float(told)))
        if step % 50 == 0:
            line = [step, round(spent), *np.mean(losses, 0).round(4)]
            losses = []
            print(*line, flush=True)
            with open(out[:-3] + ".csv", "a", newline="") as f:
                csv.writer(f).writerow(line)
        if step % SAVED == 0:
            save(average, discriminators, out)
            torch.save(dict(net=net.state_dict(), discriminators=discriminators.state_dict(), teacher=teacher.state_dict(), learner=learner.state_dict(),
                            average=average, step=step, learnt=learnt, spent=spent), state)
    if process == 0:
        save(average, discriminators, out)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(main, (f"{folder}/meeting", float(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:6], sys.argv[6:]), PROCESSES)
