"""The training loop: AdamW, a warm-up and a cosine over the time spent, and an average of the weights, which is what is
kept and measured."""
import csv
import math
import os
import random
import time

import torch


class Trainer:
    """losses(batch) -> (total, {name: loss}); validation: {prefix: list of batches}."""

    def __init__(self, net, losses, validation):
        self.net, self.losses, self.validation = net, losses, validation
        self.average = {k: p.detach().clone() for k, p in net.state_dict().items()}
        self.step, self.spent = 0, 0.

    def run(self, batches, seconds, rate, warm_up, decay, files=None, keep=None, every=120, slower=None, others=()):
        """Trains for so many seconds. rate: peak learning rate; warm_up: steps; decay: of the weights; every: seconds
        between measurements. With files = (log.csv, state), each measurement adds a line to the log and calls keep(average), and a run
        that was interrupted goes on from the state. slower: {name of a parameter: share of the rate that it gets}. others: what
        else learns, and belongs to the state."""
        slower = slower or {}
        named = dict(self.net.named_parameters())
        groups = [dict(params=[p for k, p in named.items() if k not in slower], share=1.)]
        groups += [dict(params=[named[k]], share=share) for k, share in slower.items()]
        optimizer = torch.optim.AdamW(groups, lr=rate, betas=(.9, .98), weight_decay=decay)
        spent, frames, steps = 0., 0, 0
        if files and os.path.exists(files[1]):
            state = torch.load(files[1])
            self.net.load_state_dict(state["net"])
            optimizer.load_state_dict(state["optimizer"])
            for other, kept in zip(others, state["others"]):
                other.load_state_dict(kept)
            self.average, self.step, spent, steps = (state[k] for k in ("average", "step", "spent", "steps"))
            print(f"goes on from step {self.step}, {spent:.0f} s", flush=True)
        began = time.time() - spent
        said = time.time()
        self.net.train()
        while (progress := (time.time() - began) / seconds) < 1:
            batch = next(batches)
            for group in optimizer.param_groups:
                group["lr"] = group["share"] * rate * min(1, (steps + 1) / warm_up) * (.02 + .49 * (1 + math.cos(math.pi * progress)))
            self.spent = time.time() - began
            total, losses = self.losses(batch)
            optimizer.zero_grad()
            total.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.)
            optimizer.step()
            self.step += 1
            steps += 1
            frames += batch["mask"].sum().item()
            self._average()
            if time.time() - said > every or steps in (1, 50):
                said = time.time()
                train = " ".join(f"{k} {x.item():.3f}" for k, x in losses.items())
                found = self.measure()
                print(f"step {self.step} {said - began:.0f}s {frames / (said - began - spent + 1e-9):.0f} frames/s "
                      f"rate {optimizer.param_groups[0]['lr']:.1e}  train {train} | held out {as_text(found)}", flush=True)
                if files:
                    self._record(files, optimizer, said - began, steps, found, keep, others)
        found = self.measure()
        print(f"end, step {self.step}: held out {as_text(found)}", flush=True)
        if files:
            self._record(files, optimizer, time.time() - began, steps, found, keep, others)

    def _record(self, files, optimizer, spent, steps, found, keep, others):
        new = not os.path.exists(files[0])
        with open(files[0], "a", newline="") as f:
            log = csv.writer(f)
            if new:
                log.writerow(["step", "seconds", *found])
            log.writerow([self.step, round(spent), *(round(x, 4) for x in found.values())])
        keep(self.average)
        torch.save(dict(net=self.net.state_dict(), optimizer=optimizer.state_dict(), average=self.average, step=self.step, spent=spent,
                        steps=steps, others=[other.state_dict() for other in others]), files[1])

    def _average(self):
        keep = min(.995, self.step / (self.step + 20))
        with torch.no_grad():
            for k, p in self.net.state_dict().items():
                if p.is_floating_point():
                    self.average[k].mul_(keep).add_(p, alpha=1 - keep)
                else:
                    self.average[k].copy_(p)

    def measure(self):
        """The losses of the averaged weights on the held-out batches."""
        was = {k: p.clone() for k, p in self.net.state_dict().items()}
        dice = random.getstate()
        random.seed(5)                           # the same stretches and draws every time
        self.net.eval()
        self.net.load_state_dict(self.average)
        found = {}
        with torch.no_grad(), torch.random.fork_rng():
            torch.manual_seed(5)
            for prefix, batches in self.validation.items():
                for batch in batches:
                    for k, x in self.losses(batch)[1].items():
                        found[prefix + k] = found.get(prefix + k, 0) + x.item() / len(batches)
        self.net.load_state_dict(was)
        self.net.train()
        random.setstate(dice)
        return found


def as_text(losses):
    return "  ".join(f"{k} {x:.3f}" for k, x in losses.items())


def validation_batches(corpus, utterances):
    us = sorted(utterances, key=len)
    return [corpus.batch(us[i:i + 10]) for i in range(0, len(us), 10)]
