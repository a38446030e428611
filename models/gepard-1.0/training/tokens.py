"""The token inventory, and phones with times -> token ids and durations. Phones are written in IPA and shared by the
languages wherever the sounds are near; phones.json says how CMUdict's and espeak-ng's are written with them."""
from features import HOP, SR

PUNCTUATION = ", ; : . ? !".split()
# English. The order is that of the ids, which models made before there were other languages know.
ENGLISH_CONSONANTS = "b tʃ d ð f ɡ h dʒ k l m n ŋ p ɹ s ʃ t θ v w j z ʒ".split()
ENGLISH_VOWELS = "ɑː æ ʌ ɔː aʊ aɪ ɛ ɝ eɪ ɪ iː oʊ ɔɪ ʊ uː".split()
# What German and Dutch add, each with the tokens from whose rows its own begins. Affricates are one token, as tʃ is.
CONSONANTS = {"ç": "ʃ", "x": "h", "ʁ": "ɹ", "r": "ɹ", "ɣ": "ɡ", "ʋ": "v w", "ts": "t s", "pf": "p f"}
REDUCED = {"ɐ": "ʌ0"}                       # like ə never stressed
VOWELS = {"a": "ɑː æ", "aː": "ɑː", "ɑ": "ɑː", "ɛː": "ɛ", "eː": "eɪ", "ɔ": "ɔː", "oː": "oʊ", "yː": "iː uː", "ʏ": "ɪ ʊ",
          "øː": "ɝ eɪ", "œ": "ɝ ɛ", "ɔʏ": "ɔɪ", "ɛi": "eɪ", "œy": "aʊ eɪ", "ʌu": "aʊ"}
STRESSED = ENGLISH_VOWELS + list(VOWELS)    # phones whose tokens end in 0 (unstressed) or 1


def with_stress(vowels):
    return [v + stress for v in vowels for stress in "01"]


# padding, silence at the start, word boundary, pauses by their punctuation, phones
TOKENS = (["_", "^", " "] + PUNCTUATION + ENGLISH_CONSONANTS + ["ə"] + with_stress(ENGLISH_VOWELS)
          + [*CONSONANTS, *REDUCED] + with_stress(VOWELS))
ID = {token: i for i, token in enumerate(TOKENS)}
# token -> older tokens whose mean it begins as
BEGINS_AS = {**{t: old.split() for t, old in {**CONSONANTS, **REDUCED}.items()},
             **{v + s: [o + s for o in old.split()] for v, old in VOWELS.items() for s in "01"}}
UNTIMED = {ID["_"], ID[" "]}
SILENT = {ID[t] for t in ["^", " ", "_"] + PUNCTUATION}
PLOSIVES = {ID[t] for t in "b d ɡ p t k tʃ dʒ ts pf".split()}
LEAD, TAIL = 5, 10          # frames of silence that training keeps before and after an utterance


def items(phones):
    """A line of phones as aligned -> [(phone, end in seconds, stress, first of a word, punctuation)], all strings."""
    # the punctuation mark may itself be a colon
    return [tuple(p.rsplit(":", 4)) if p.count(":") == 4 else tuple(p[:-2].rsplit(":", 3)) + (":",) for p in phones.split()]


def pause(mark, first, last):
    """The token of a silence."""
    return "^" if first else mark if mark in PUNCTUATION else "." if last else ","


def parse(phones):
    """-> token ids, frames of each, first frame, end frame; None where a phone is unknown. The silences at both ends
    are cut to LEAD and TAIL frames."""
    ids, frames, done = [], [], 0
    line = items(phones)
    for n, (phone, end, stress, start, mark) in enumerate(line):
        at = round(float(end) * SR / HOP)
        length, done = max(at - done, 0), max(at, done)
        token = pause(mark, n == 0, n == len(line) - 1) if phone == "pau" else phone + stress if phone in STRESSED else phone
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
