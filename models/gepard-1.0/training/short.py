"""How short utterances are said: slower than long ones, and with an accent.

The prosody has not learnt it. Nobody recorded a single word, and hardly anything of three syllables; so "No." was drawn as the last word of a
longer sentence is: short and quiet. People lengthen: Kathleen's and Nathalie's recordings of 5 syllables are 8 to 18 % longer, against the drawn
lengths, than those of 11 to 14. Kerstin has too few such recordings, and Joris does not lengthen. In Swedish, too, a word is longer alone than at the end of a phrase
(Lindblom and Rapp, "Some temporal regularities of spoken Swedish", 1973)."""
import torch

from question import STRESSED, table
from tokens import ID, SILENT

LONG = 14                                   # syllables of an utterance that is said as it is drawn
SLOWER = .5                                 # log of what lengths are multiplied by, for no syllable against endlessly many
ACCENT = .3                                 # level that the loudest stressed vowel has at least, log amplitude above its usual one
SYLLABLES = table(lambda token: token in "ə ɐ".split() or token[-1] in "01")
SOUNDS = table(lambda token: ID[token] not in SILENT)


def as_short(ids, plan):
    """ids [B,T], plan [B,T,4] -> plans with longer sounds the fewer syllables there are, and levels raised so that something is stressed."""
    sounds = SOUNDS[ids]
    syllables = torch.clamp(SYLLABLES[ids].sum(1, keepdim=True), max=LONG)
    longer = torch.exp(SLOWER * (1 / (syllables + 1) - 1 / (LONG + 1)))
    pitch, level, length, release = plan.split(1, 2)
    length = torch.log1p((torch.exp(length[..., 0]) - 1) * (1 + sounds * (longer - 1)))
    stressed = STRESSED[ids]
    bears = torch.where(stressed.sum(1, keepdim=True) > 0, stressed, sounds)
    loudest = torch.where(bears > 0, level[..., 0], torch.full_like(level[..., 0], -10.)).amax(1, keepdim=True)
    level = level[..., 0] + sounds * torch.clamp(ACCENT - loudest, min=0)
    return torch.cat([pitch, level[..., None], length[..., None], release], 2)
