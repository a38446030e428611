"""How long a word lasts at least: characters that are dictated one by one, and the letters of an abbreviation.

The prosody has not learnt it. Nobody dictated a code, and a digit or the name of a letter was drawn as a small word of a sentence is:
.08 s for an "A", .16 s for each digit of "4829"."""
import torch

from question import alike, total
from short import SOUNDS, SYLLABLES

BLEND = 4                                   # the higher, the less what lasts long enough is lengthened, too
CONSONANTS = .5                             # power of what words are lengthened by, by which their consonants are: who speaks slowly draws out vowels


def lasting(ids, plan, least):
    """ids [B,T], plan [B,T,4], least [B,T]: frames that the word of each token lasts at least, the same for all its tokens, and 0 where it is as
    drawn -> plans with longer sounds. A word that is drawn just as long as that becomes a fifth longer (the norm of order BLEND of the two),
    so that words still differ."""
    sounds, vowels = SOUNDS[ids], SYLLABLES[ids]
    word = alike(torch.cumsum(1 - sounds, 1))
    pitch, level, length, release = plan.split(1, 2)
    frames = torch.clamp(torch.exp(length[..., 0]) - 1, min=1) * sounds
    drawn = torch.clamp(total(word, frames), min=1)
    longer = torch.pow(1 + torch.pow(least / drawn, BLEND), 1 / BLEND)
    consonants = torch.pow(longer, CONSONANTS)
    drawn_out = (drawn * longer - total(word, frames * (1 - vowels)) * consonants) / torch.clamp(total(word, frames * vowels), min=1)
    slower = sounds * (vowels * drawn_out + (1 - vowels) * consonants) + 1 - sounds
    length = torch.log1p((torch.exp(length[..., 0]) - 1) * slower)
    return torch.cat([pitch, level, length[..., None], release], 2)
