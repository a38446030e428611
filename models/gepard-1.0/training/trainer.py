"""The training loop: AdamW, a warm-up and a cosine over wall time, and an average of the weights, which is what is
kept and measured."""
import math
import random
import time

import torch


class Trainer:
    """losses(batch) -> (total, {name: loss}); validation: {prefix: list of batches}."""

    def __init__(self, net, losses, validation):
        self.net, self.losses, self.validation = net, losses, validation
        self.average = {k: p.detach().clone() for k, p in net.state_dict().items()}
        self.step = 0

    def run(self, batches, seconds, rate, warm_up, decay):
        """Trains for so many seconds. rate: peak learning rate; warm_up: steps; decay: of the weights."""
        optimizer = torch.optim.AdamW(self.net.parameters(), lr=rate, betas=(.9, .98), weight_decay=decay)
        began = said = time.time()
        frames = steps = 0
        self.net.train()
        while (progress := (time.time() - began) / seconds) < 1:
            batch = next(batches)
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1, (steps + 1) / warm_up) * (.02 + .49 * (1 + math.cos(math.pi * progress)))
            total, losses = self.losses(batch)
            optimizer.zero_grad()
            total.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.)
            optimizer.step()
            self.step += 1
            steps += 1
            frames += batch["mask"].sum().item()
            self._average()
            if time.time() - said > 60 or steps in (1, 50):
                said = time.time()
                train = " ".join(f"{k} {x.item():.3f}" for k, x in losses.items())
                print(f"step {self.step} {said - began:.0f}s {frames / (said - began):.0f} frames/s "
                      f"rate {optimizer.param_groups[0]['lr']:.1e}  train {train} | held out {self.measure()}", flush=True)
        print(f"end, step {self.step}: held out {self.measure()}", flush=True)

    def _average(self):
        keep = min(.998, self.step / (self.step + 20))
        with torch.no_grad():
            for k, p in self.net.state_dict().items():
                if p.is_floating_point():
                    self.average[k].mul_(keep).add_(p, alpha=1 - keep)
                else:
                    self.average[k].copy_(p)

    def measure(self):
        """The losses of the averaged weights on the held-out batches, as text."""
        was = {k: p.clone() for k, p in self.net.state_dict().items()}
        dice = random.getstate()
        random.seed(5)                           # the same stretches every time
        self.net.eval()
        self.net.load_state_dict(self.average)
        found = {}
        with torch.no_grad():
            for prefix, batches in self.validation.items():
                for batch in batches:
                    for k, x in self.losses(batch)[1].items():
                        found[prefix + k] = found.get(prefix + k, 0) + x.item() / len(batches)
        self.net.load_state_dict(was)
        self.net.train()
        random.setstate(dice)
        return "  ".join(f"{k} {x:.3f}" for k, x in found.items())


def validation_batches(corpus, utterances):
    us = sorted(utterances, key=len)
    return [corpus.batch(us[i:i + 10]) for i in range(0, len(us), 10)]
