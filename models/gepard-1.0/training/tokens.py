"""The token inventory, and phones with times -> token ids and durations."""
from features import HOP, SR

VOWELS = "aa ae ah ao aw ay eh er ey ih iy ow oy uh uw".split()
CONSONANTS = "b ch d dh f g hh jh k l m n ng p r s sh t th v w y z zh".split()
PUNCTUATION = ", ; : . ? !".split()
# padding, silence at the start, word boundary, pauses by their punctuation, phones; vowels end in 0 (unstressed) or 1
TOKENS = ["_", "^", " "] + PUNCTUATION + CONSONANTS + ["ax"] + [v + stress for v in VOWELS for stress in "01"]
ID = {token: i for i, token in enumerate(TOKENS)}
LEAD, TAIL = 5, 10          # frames of silence that training keeps before and after an utterance


def items(phones):
    """A line of teach.c's phones -> [(phone, end in seconds, stress, first of a word, punctuation)], all strings."""
    # the punctuation mark may itself be a colon
    return [tuple(p.rsplit(":", 4)) if p.count(":") == 4 else tuple(p[:-2].rsplit(":", 3)) + (":",) for p in phones.split()]


def parse(phones):
    """-> token ids, frames of each, first frame, end frame; None where a phone is unknown. The silences at both ends
    are cut to LEAD and TAIL frames."""
    ids, frames, done = [], [], 0
    line = items(phones)
    for n, (phone, end, stress, start, mark) in enumerate(line):
        at = round(float(end) * SR / HOP)
        length, done = max(at - done, 0), max(at, done)
        if phone == "pau":
            token = "^" if n == 0 else mark if mark in PUNCTUATION else "." if n == len(line) - 1 else ","
        elif phone in VOWELS:
            token = "ax" if phone == "ah" and stress == "0" else phone + ("1" if stress == "1" else "0")
        else:
            token = phone
        if token not in ID:
            return None
        if start == "1" and ids and TOKENS[ids[-1]] not in ["^"] + PUNCTUATION:
            ids.append(ID[" "])
            frames.append(0)
        ids.append(ID[token])
        frames.append(length)
    first = max(frames[0] - LEAD, 0)
    frames[0] -= first
    frames[-1] -= max(frames[-1] - TAIL, 0)
    return ids, frames, first, first + sum(frames)
