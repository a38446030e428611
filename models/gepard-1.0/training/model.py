"""The acoustic model: tokens, a speaker vector, a language and noise -> a plan of the prosody: pitch, level, length and release of
each token; and from it F0, voicing, envelope, aperiodicity and the noise's gains of each frame."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from features import NAP, NB
from releases import BLOCKS, EDGE
from tokens import PLOSIVES, SILENT, TOKENS, UNTIMED

EMB = 16                                    # learned part of the speaker vector
PLAN = 4                                    # log F0 - mean, level, log(1 + frames), release as a share of the length
# what each is predicted in: its usual deviation, and its usual value
PLAN_UNIT, PLAN_MEAN = (.15, .4, .45, .25), (0., 0., 1.9, .6)
NOISE = 8                                   # numbers of noise for each token, and as many for the utterance
LANGUAGES = ("en", "de", "nl")              # in the order of their ids; English is where the others start from
OUT = 2 + NB + NAP                          # per frame: voicing logit, log F0 - plan, envelope, aperiodicity logits
KERNEL, DILATIONS = 7, (1, 1, 2, 4, 1, 1)   # of the decoder
REACH = sum(DILATIONS) * (KERNEL // 2)      # frames that a decoder output sees to each side: 30


class Dropout(nn.Module):
    """As torch's, but its masks are random stretches of one that is drawn once: drawing was a sixth of a training step."""

    def __init__(self, share):
        super().__init__()
        self.share = share
        self.mask = ((torch.rand(1 << 22) > share) / (1 - share)).bfloat16() if share else None

    def forward(self, h):
        if not (self.training and self.share):
            return h
        at = int(torch.randint(len(self.mask) - h.numel(), (1,)))
        return h * self.mask[at:at + h.numel()].view_as(h).to(h.dtype)


class Block(nn.Module):
    """ConvNeXt block on [B,T,C]: depthwise convolution, norm shifted by the speaker, two linear layers."""

    def __init__(self, c, k, dilation, drop):
        super().__init__()
        self.drop = Dropout(drop)
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
            h = self.down(self.drop(F.relu(self.up(h))))
        return x + h.to(x.dtype)


class Acoustic(nn.Module):
    def __init__(self, speakers, drop=0., enc=192, pro=128, dec=256):
        """drop: share of hidden units left out in training."""
        super().__init__()
        self.emb = nn.Embedding(len(TOKENS), enc)
        self.spk = nn.Embedding(speakers, EMB)
        nn.init.normal_(self.spk.weight, std=.5)
        # added to the speaker's numbers, so that any speaker may speak any language; English stays zero
        self.language = nn.Embedding(len(LANGUAGES), EMB, padding_idx=0)
        nn.init.zeros_(self.language.weight)
        self.enc = nn.ModuleList(Block(enc, 7, d, drop) for d in (1, 2, 4, 1))
        self.pro_in, self.pro_noise = nn.Linear(enc, pro), nn.Linear(2 * NOISE, pro, bias=False)
        self.pro = nn.ModuleList(Block(pro, 5, d, drop) for d in (1, 2, 4, 1))
        self.pro_out = nn.Linear(pro, PLAN)
        self.mid, self.plan, self.pos = nn.Linear(enc, dec), nn.Linear(2, dec, bias=False), nn.Linear(7, dec)
        self.dec = nn.ModuleList(Block(dec, KERNEL, d, drop) for d in DILATIONS)
        self.norm, self.out = nn.LayerNorm(dec), nn.Linear(dec, OUT)
        self.burst = nn.Linear(enc, 2 * EDGE)
        nn.init.zeros_(self.burst.weight)
        nn.init.zeros_(self.burst.bias)
        self.register_buffer("env_mean", torch.zeros(NB))
        self.register_buffer("env_std", torch.ones(NB))
        self.register_buffer("plan_unit", torch.tensor(PLAN_UNIT), persistent=False)
        self.register_buffer("plan_mean", torch.tensor(PLAN_MEAN), persistent=False)
        # which of a plan's numbers a token has: no level in silence, a release only in plosives
        has = torch.ones(len(TOKENS), PLAN)
        has[list(SILENT), 1] = 0
        has[:, 3] = 0
        has[list(PLOSIVES), 3] = 1
        has[list(UNTIMED)] = 0
        self.register_buffer("has", has, persistent=False)

    def encode(self, ids, mask, s):
        """ids [B,T], mask [B,T,1] or None, s [B,16] (speaker + language) -> token states [B,T,192]."""
        x = self.emb(ids)
        for block in self.enc:
            x = block(x, mask, s)
        return x

    def prosody(self, x, ids, noise, mask, s):
        """One of the ways to say it. x [B,T,192] token states, noise [B,T,16] of unit variance, the second half the same for all
        tokens -> plan [B,T,4]: log F0 - mean, level, log(1 + frames), release."""
        h = self.pro_in(x) + self.pro_noise(noise)
        for block in self.pro:
            h = block(h, mask, s)
        return (self.pro_out(h) * self.plan_unit + self.plan_mean) * self.has[ids]

    def times(self, ids, plan, speed=1):
        """First frame and the frame after the last of each token by its plan [B,T]: at least one frame, but for tokens that last none."""
        frames = torch.clamp(torch.exp(plan[..., 2]) - 1, min=1)
        ends = torch.floor(torch.cumsum(frames * self.has[ids][..., 2] / speed, 1) + .5)
        return torch.cat([torch.zeros_like(ends[:, :1]), ends[:, :-1]], 1), ends

    def decode(self, x, ids, plan, idx, t, start, dur, mask, s):
        """x [B,T,192] token states, ids [B,T], plan [B,T,4]; idx [B,F] the token of each frame; t [F] the frames' numbers in the utterance;
        start, dur [B,T] in frames; mask [B,F,1] or None -> voicing logit [B,F], log F0 - mean [B,F], envelope
        [B,F,64] in log amplitude, aperiodicity logits [B,F,6]."""
        said = plan[..., :2] / self.plan_unit[:2]
        x = self.mid(x) + self.plan(said)
        g = torch.gather(x, 1, idx[:, :, None].expand(-1, -1, x.shape[2]))

        def of_frames(z):
            return torch.gather(z, 1, idx)

        a, length = t + .5 - of_frames(start), of_frames(dur)
        rel = a / torch.clamp(length, min=1)
        opens = of_frames(self.has[ids][..., 3])
        since = a - of_frames(plan[..., 3].clamp(0, 1)) * length
        pos = torch.stack([rel, rel * rel, torch.clamp(a, max=20) / 10, torch.clamp(length - a, min=-1, max=20) / 10,
                           torch.log(1 + length), opens * torch.clamp(since, -6, 6) / 3, opens * torch.clamp(2 * since, -1, 1)], 2)
        h = g + self.pos(pos)
        for block in self.dec:
            h = block(h, mask, s)
        y = self.out(self.norm(h))
        voicing, pitch, env, ap = torch.split(y, (1, 1, NB, NAP), 2)
        return voicing[..., 0], pitch[..., 0] * .2 + of_frames(plan[..., 0]), env * self.env_std + self.env_mean, ap

    def bursts(self, x, ids, plan, idx, t, start, dur):
        """As `decode` -> log gains of the noise in the four blocks about the beginning of each frame [B,F,4]: what each plosive does before
        and after it opens, put where it opens. A gain said for a frame would be smeared over all the places where an
        opening might be."""
        curves = torch.gather(self.burst(x), 1, idx[:, :, None].expand(-1, -1, 2 * EDGE))
        opening = torch.gather(start + plan[..., 3].clamp(0, 1) * dur, 1, idx)
        blocks = t[None, :, None] + torch.arange(BLOCKS, dtype=t.dtype) / BLOCKS - .5
        since = torch.floor((blocks - opening[..., None]) * BLOCKS + .5)
        at = (torch.clamp(since, -EDGE, EDGE - 1) + EDGE).to(torch.int64)
        return torch.gather(curves, 2, at) * torch.gather(self.released(ids, plan), 1, idx)[..., None]

    def released(self, ids, plan):
        """[B,T]: 1 for plosives that open."""
        return self.has[ids][..., 3] * (plan[..., 3] < 1).to(plan.dtype)
