"""synthetic.py SECONDS_FEATURES SECONDS_WAVEFORM OUTDIR NAME=SHARD.npz ... - the first model, from synthesizers' voices.

First on features alone (fast) -> OUTDIR/features.pt, then also on the waveform through the vocoder -> OUTDIR/waveform.pt."""
import math
import random
import sys

import torch

import checkpoint
from dataset import Corpus, batches, hours
from losses import acoustic_losses, waveform_loss
from model import Acoustic
from trainer import Trainer, validation_batches
from vocoder import Vocoder


def main(seconds_features, seconds_waveform, out, shards):
    torch.set_num_threads(2)
    torch.manual_seed(0)
    random.seed(0)
    voices = [s.split("=")[0] for s in shards]
    corpus = Corpus([s.split("=")[1] for s in shards])
    random.shuffle(corpus.utterances)
    n = min(80, len(corpus.utterances) // 5)
    held_out, training = corpus.utterances[:n], corpus.utterances[n:]
    print(f"{len(training)} utterances, {hours(training):.2f} h, mean F0 {[round(math.exp(m)) for m in corpus.log_f0]} Hz", flush=True)

    net, vocoder, log_f0 = Acoustic(len(voices)), Vocoder(), torch.tensor(corpus.log_f0)
    sample = torch.cat([corpus.batch([u])["env"][0] for u in training[:200]])
    net.env_mean.copy_(sample.mean(0))
    net.env_std.copy_(sample.std(0).clamp(min=.3))
    print("parameters", sum(p.numel() for p in net.parameters()), flush=True)

    def losses(batch, waveform):
        s = net.spk(batch["voice"])
        if net.training:
            s = s + .05 * torch.randn_like(s)
        found, said = acoustic_losses(net, batch, s, log_f0)
        total = found["prosody"] + 3 * found["f0"] + .3 * found["v"] + 2 * found["env"] + .3 * found["bursts"]
        if not waveform:
            return total + .5 * found["ap"], found
        found["stft"] = waveform_loss(vocoder, batch, *said)
        return .5 * total + found["stft"], found        # aperiodicity is left to the waveform

    trainer = Trainer(net, lambda b: losses(b, False), {"": validation_batches(corpus, held_out)})
    stream = (corpus.batch(us) for us in batches(training))
    for name, waveform, seconds, rate in (("features", False, seconds_features, 2e-3), ("waveform", True, seconds_waveform, 6e-4)):
        trainer.losses = lambda b, waveform=waveform: losses(b, waveform)
        trainer.run(stream, seconds, rate, warm_up=200, decay=.01)
        checkpoint.write(f"{out}/{name}.pt", dict(weights=trainer.average, voices=voices, log_f0=corpus.log_f0))


if __name__ == "__main__":
    main(float(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4:])
