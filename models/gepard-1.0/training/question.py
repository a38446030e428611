"""How a question ends: with a rise. A "?" is only given to questions that rise; others end with a full stop.

The prosody has not learnt it. Kathleen's recordings have no question, Kerstin's a dozen, and of Nathalie's and Joris's many fall, so a draw
ended anywhere, for other voices most of all. In the recordings' questions that end high, the pitch is near the speaker's middle on the last stressed
vowel, and rises from there as the square of the time, by 5 semitones (Kerstin, Joris) to 9 (Nathalie)."""
import math

import torch

from tokens import ID, PUNCTUATION, TOKENS

BEGINS, RISES = -.5, 8.5                    # semitones: of the beginning against the speaker's middle, and from there to the end
SHORTEST = 22                               # frames of sonorants that a rise has at least: .26 s
KEPT = .25                                  # how much of what was drawn there stays


def table(of):
    """1 for the tokens of which something is true, 0 for others."""
    return torch.tensor([float(of(token)) for token in TOKENS])


MARKS = table(lambda token: token in PUNCTUATION)
STRESSED = table(lambda token: len(token) > 1 and token.endswith("1"))
SONORANTS = table(lambda token: token in "ə ɐ m n ŋ l ɹ r w j ʋ".split() or token[-1] in "01")


def alike(groups):
    """groups [B,T] -> [B,T,T], 1 where two tokens are of one group."""
    return (groups[:, :, None] == groups[:, None, :]).float()


def total(matrix, x):
    """matrix [B,T,T], x [B,T] -> for each token the sum of x over the tokens that the matrix has for it."""
    return (matrix @ x[..., None])[..., 0]


def with_rises(ids, plan, frames, spread):
    """ids, frames [B,T], plan [B,T,4] -> plans whose pitch rises to each "?", from the last stressed vowel on that has SHORTEST behind
    it, or from the beginning of the phrase. spread [1]: the factor on the excursions of a voice's pitch, which makes rises smaller by its root only."""
    marks = MARKS[ids]
    phrase = torch.cumsum(marks, 1) - marks
    same = alike(phrase)
    at = torch.arange(ids.shape[1])
    later = same * (at[None, :] > at[:, None]).to(plan.dtype)

    frames = frames * SONORANTS[ids]                                            # where pitch is heard
    left = total(later, frames) + frames                                        # from where a token begins to the mark
    begins = STRESSED[ids] * (left >= SHORTEST).to(plan.dtype)
    asked = (total(same, (ids == ID["?"]).to(plan.dtype)) > 0).to(plan.dtype)
    rises = asked * (total(later, begins) == 0).to(plan.dtype)
    length = torch.clamp(total(same, rises * frames), min=1)
    a, b = (torch.clamp(1 - x / length, min=0) for x in (left, left - frames))  # where a token begins and ends in the rise
    height = (BEGINS + RISES * (a * a + a * b + b * b) / 3) * math.log(2) / 12 * torch.rsqrt(spread)      # its mean over the token
    pitch = plan[..., 0]
    return torch.cat([(pitch + rises * (1 - KEPT) * (height - pitch))[..., None], plan[..., 1:]], 2)
