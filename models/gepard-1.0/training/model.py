"""The acoustic model: tokens and a speaker vector -> durations, F0, voicing, envelope, aperiodicity of each frame."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from features import NB
from tokens import ID, TOKENS
from vocoder import NAP

EMB = 16                                    # learned part of the speaker vector
OUT = 2 + NB + NAP                          # per frame: voicing logit, log F0 - mean, envelope, aperiodicity logits
KERNEL, DILATIONS = 7, (1, 1, 2, 4, 1, 1)   # of the decoder
REACH = sum(DILATIONS) * (KERNEL // 2)      # frames that a decoder output sees to each side: 30


class Block(nn.Module):
    """ConvNeXt block on [B,T,C]: depthwise convolution, norm shifted by the speaker, two linear layers."""

    def __init__(self, c, k, dilation, drop):
        super().__init__()
        self.drop = drop
        self.dw = nn.Conv1d(c, c, k, padding=dilation * (k // 2), dilation=dilation, groups=c)
        self.norm = nn.LayerNorm(c)
        self.spk = nn.Linear(EMB, c)
        self.up, self.down = nn.Linear(c, c * 2), nn.Linear(c * 2, c)
        nn.init.zeros_(self.down.bias)
        self.down.weight.data *= .3

    def forward(self, x, mask, s):
        """mask [B,T,1] is 0 on padding, or None where there is none."""
        h = x if mask is None else x * mask
        h = self.dw(h.transpose(1, 2)).transpose(1, 2)
        h = self.norm(h) + self.spk(s)[:, None]
        with torch.cpu.amp.autocast(enabled=self.training, dtype=torch.bfloat16):   # 6 times faster with AMX
            h = self.down(F.dropout(F.relu(self.up(h)), self.drop, self.training))
        return x + h.to(x.dtype)


class Acoustic(nn.Module):
    def __init__(self, speakers, drop=0., enc=192, dec=256):
        """drop: share of hidden units left out in training."""
        super().__init__()
        self.emb = nn.Embedding(len(TOKENS), enc)
        self.spk = nn.Embedding(speakers, EMB)
        nn.init.normal_(self.spk.weight, std=.5)
        self.enc = nn.ModuleList(Block(enc, 7, d, drop) for d in (1, 2, 4, 1))
        self.dur = nn.ModuleList(Block(enc, 5, d, drop) for d in (1, 2))
        self.dur_out = nn.Linear(enc, 1)
        self.mid, self.pos = nn.Linear(enc, dec), nn.Linear(5, dec)
        self.dec = nn.ModuleList(Block(dec, KERNEL, d, drop) for d in DILATIONS)
        self.norm, self.out = nn.LayerNorm(dec), nn.Linear(dec, OUT)
        self.register_buffer("env_mean", torch.zeros(NB))
        self.register_buffer("env_std", torch.ones(NB))
        silent = torch.zeros(len(TOKENS))
        silent[ID[" "]] = silent[ID["_"]] = 1
        self.register_buffer("no_dur", silent)

    def encode(self, ids, mask, s):
        """ids [B,T], mask [B,T,1] or None, s [B,16] -> token states [B,T,192], log(1 + frames) of each token [B,T]."""
        x = self.emb(ids)
        for block in self.enc:
            x = block(x, mask, s)
        d = x.detach()
        for block in self.dur:
            d = block(d, mask, s)
        return x, self.dur_out(d)[..., 0]

    def decode(self, x, idx, t, start, dur, mask, s):
        """x [B,T,192] token states; idx [B,F] the token of each frame; t [F] the frames' numbers in the utterance;
        start, dur [B,T] in frames; mask [B,F,1] or None -> voicing logit [B,F], log F0 - mean [B,F], envelope
        [B,F,64] in log amplitude, aperiodicity logits [B,F,6]."""
        x = self.mid(x)
        g = torch.gather(x, 1, idx[:, :, None].expand(-1, -1, x.shape[2]))
        first, length = torch.gather(start, 1, idx), torch.gather(dur, 1, idx)
        a = t + .5 - first
        rel = a / torch.clamp(length, min=1)
        pos = torch.stack([rel, rel * rel, torch.clamp(a, max=20) / 10, torch.clamp(length - a, min=-1, max=20) / 10,
                           torch.log(1 + length)], 2)
        h = g + self.pos(pos)
        for block in self.dec:
            h = block(h, mask, s)
        y = self.out(self.norm(h))
        return y[..., 0], y[..., 1] * .2, y[..., 2:2 + NB] * self.env_std + self.env_mean, y[..., 2 + NB:]
