"""prosody_training.py SECONDS RATE ACOUSTIC.pt OUT.pt DATA - the prosody of ACOUSTIC.pt learnt anew, from nothing.

The speakers, languages and styles stay what recorded.py made of them. OUT.pt has the average of the weights at the last measurement,
OUT.csv the scores of every measurement, and OUT.state what an interrupted run goes on from."""
import random
import sys

import torch

import checkpoint
from losses import draw, prosody_score
from model import Acoustic
from recorded import languages, prepared, shares
from speakers import SPEAKERS
from trainer import Trainer, validation_batches

# see `Prosody`: without, it knows its utterances by heart within minutes
LEFT_OUT = (.3, .2, .2)
# The share of the recorded speakers' batches that it learns as another language's speakers': nobody here speaks two languages, and what
# a language's melody is would otherwise be only its speaker's.
FOREIGN = .25


def main(seconds, rate, start, out, data):
    torch.set_num_threads(2)
    torch.manual_seed(0)
    random.seed(0)
    names = list(SPEAKERS)
    corpus, training, held_out, *_ = prepared(data)
    ck = checkpoint.grow(checkpoint.read(start), names)
    said = checkpoint.acoustic(ck)
    language = languages()
    others = [(language != own).nonzero()[:, 0] for own in language]
    recorded = torch.tensor([SPEAKERS[name].recorded for name in names])
    prosody = Acoustic(len(names), left_out=LEFT_OUT).prosody

    def losses(batch):
        voice, style = batch["voice"], batch["style"]
        own = language[voice]
        if prosody.training:
            style = style * (torch.rand(len(style), 1) > .1)            # now and then none, so that zero is a voice too
            if recorded[voice[0]] and random.random() < FOREIGN:
                voice = torch.tensor([int(random.choice(others[v])) for v in voice])
        with torch.no_grad():
            s = said.spk(voice) + said.language(own) + style @ ck["style"]
        if prosody.training:
            s = s + .1 * torch.randn_like(s)
        ids, tokens = batch["ids"], (batch["ids"] > 0).float()[:, :, None]
        score = prosody_score(prosody, draw(prosody, ids, tokens, s), batch["plan"], ids)
        return score, dict(prosody=score)

    def keep(average):
        weights = {k: v for k, v in ck["weights"].items() if not k.startswith("prosody.")}
        weights |= {f"prosody.{k}": v for k, v in average.items()}
        checkpoint.write(out, dict(ck, weights=weights))

    trainer = Trainer(prosody, losses, {name + " ": validation_batches(corpus, held_out[name]) for name in names})
    trainer.run(shares(training, corpus.batch), seconds, rate, warm_up=60, decay=.1, files=(out[:-3] + ".csv", out[:-3] + ".state"), keep=keep)


if __name__ == "__main__":
    main(float(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:6])
