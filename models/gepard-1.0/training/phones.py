"""Pronunciations of others -> phones of tokens.py, by the tables of phones.json: CMUdict's (ARPAbet), and espeak-ng's
IPA for German and Dutch. espeak-ng is a tool of training; nothing of it is in the model.

phones.py arpabet IN.tsv OUT.tsv             teach.c's lines, with the phones in IPA
phones.py LANGUAGE NAME DIR                  DIR/NAME.json's texts -> DIR/NAME.phones, see `sentence`
phones.py lexicon LANGUAGE WORDS NAME.json OUT.json  {word: "tokens"} of Debian's word list and the texts' words
phones.py check LANGUAGE WORDS NAME.json ... every phone of these words and texts is in the table, or it fails"""
import collections
import ctypes
import json
import os
import random
import re
import sys

from tokens import ID, PUNCTUATION, STRESSED, items

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "phones.json"), encoding="utf-8") as f:
    TABLES = json.load(f)
# words that every caller hears: numbers, days, months, small words; the letter-to-sound models' exceptions look at them too
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "common-words.json"), encoding="utf-8") as f:
    COMMON = json.load(f)
STRESS = "ˈˌ"                                                # primary and secondary count alike
# The letters of the letter-to-sound models, in the order of their ids, which begin with 1
LETTERS = {"en": "abcdefghijklmnopqrstuvwxyz'", "de": "abcdefghijklmnopqrstuvwxyzäöüß'", "nl": "abcdefghijklmnopqrstuvwxyz'àáâçèéêëíïóôöúûü"}
WORD = {language: f"[{letters}]{{1,24}}" for language, letters in LETTERS.items()}
BREAKS = re.compile(r"([,;:.?!]+|\s[-–—]\s)")


def from_arpabet(phone, stress):
    """teach.c's or CMUdict's phone without its digit, stress "0" or "1" -> phone in IPA; an unstressed ah is ə."""
    return "ə" if phone == "ah" and stress == "0" else TABLES["arpabet"].get(phone, phone)


class Espeak:
    """espeak-ng's pronunciation, a word at a time."""

    def __init__(self, language):
        self.language = language
        self.library = ctypes.CDLL("libespeak-ng.so.1")
        self.library.espeak_Initialize(2, 0, None, 0)
        self.library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        self.library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int]
        if self.library.espeak_SetVoiceByName(language.encode()):
            raise SystemExit("espeak-ng has no voice " + language)

    def ipa(self, text):
        """[[phones of a word]] as espeak-ng writes them, stress marks before the vowels."""
        left, words = ctypes.c_char_p(text.encode()), []
        while left.value is not None:                       # a clause at a time
            words += self.library.espeak_TextToPhonemes(ctypes.byref(left), 1, 2 | ord("_") << 8).decode().split()
        # (en), (de): the word is read by another language's rules
        split = ([p for p in re.sub(r"\([a-z0-9-]+\)", "_", w).split("_") if p.strip(STRESS)] for w in words)
        return [w for w in split if w]

    def words(self, text):
        """[[(phone, stress)] of each word] in the phones of tokens.py."""
        return [translate(word, self.language) for word in self.ipa(text)]


def translate(word, language):
    """[espeak-ng's phones of one word] -> [(phone, stress "0" or "1")]."""
    out = []
    for p in word:
        stress = "1" if p[0] in STRESS else "0"
        for phone in TABLES[language][p.strip(STRESS)].split():
            out.append((phone, stress if phone in STRESSED else "0"))
            stress = "0"                                    # a second vowel of the same phone is its glide
    if language == "de":                                    # r is a vowel where none follows it
        vowel = [phone in STRESSED or phone in "əɐ" for phone, _ in out] + [False]
        out = [("ɐ", "0") if phone == "ʁ" and n and not vowel[n + 1] and vowel[n - 1] else (phone, s) for n, (phone, s) in enumerate(out)]
    return out


def sentence(espeak, text):
    """-> "phone:0:stress:first of a word:mark ..." (no times yet) with a `pau` for the start and for each punctuation mark."""
    parts = ["pau:0:0:0:0"]
    for piece in re.split(BREAKS, re.sub("[«»„“”\"()]", " ", text.replace("’", "'").replace("ʻ", "'"))):
        if BREAKS.fullmatch(piece):
            mark = piece.strip()[-1]
            parts.append(f"pau:0:0:0:{mark if mark in PUNCTUATION else ','}")
        else:
            for word in espeak.words(piece) if re.search(r"\w", piece) else []:
                parts += [f"{phone}:0:{stress}:{int(n == 0)}:0" for n, (phone, stress) in enumerate(word)]
    if not parts[-1].startswith("pau"):
        parts.append("pau:0:0:0:.")
    # marks in a row, or one before the first word, are one pause
    return " ".join(p for n, p in enumerate(parts) if not (n and p.startswith("pau") and parts[n - 1].startswith("pau")))


def arpabet(source, out):
    with open(source, encoding="utf-8") as f, open(out, "w", encoding="utf-8") as g:
        for line in f:
            offset, samples, phones = line.rstrip("\n").split("\t")
            parts = [":".join((from_arpabet(p, s), end, s, start, mark)) for p, end, s, start, mark in items(phones)]
            g.write(f"{offset}\t{samples}\t{' '.join(parts)}\n")


def texts_of(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return [u["text"] for u in json.load(f)] if path.endswith(".json") else f.read().split("\n")


def words_of(language, path):
    """The words of a word list or of recordings' texts, in lower case."""
    return {w for text in texts_of(path) for w in re.findall(WORD[language], text.lower().replace("’", "'"))}


def lexicon(language, words, texts, out, most=130000):
    """Of the word list only a part that can be learnt in minutes; of the texts every word. Words that a sentence leaves
    unstressed (and only they) have no stress here either."""
    espeak, found = Espeak(language), {}
    before, after = {"de": ("Tee", "Affe"), "nl": ("thee", "aap")}[language]    # vowels, which the word does not adapt to
    listed = [w for w in dict.fromkeys(w.lower() for w in texts_of(words)) if re.fullmatch(WORD[language], w)]
    random.Random(1).shuffle(listed)
    spoken = sorted(words_of(language, texts) | set(COMMON[language].split()))
    for word in spoken + listed[:most]:
        within, alone = espeak.words(f"{before} {word} {after}"), espeak.words(word)
        if len(alone) != 1:                                 # spelt out, or two words
            continue
        weak = len(within) == 3 and not any(s == "1" for _, s in within[1])
        found[word] = " ".join(phone + s if phone in STRESSED else phone for phone, s in (within[1] if weak else alone[0]))
    with open(out, "w", encoding="utf-8") as g:
        json.dump(found, g, ensure_ascii=False)
    print(language, len(found), "words,", len(spoken), "of the texts")


def check(language, paths):
    espeak, unknown, seen = Espeak(language), collections.Counter(), collections.Counter()
    for path in paths:
        for text in texts_of(path):
            for word in espeak.ipa(text):
                for p in word:
                    (seen if p.strip(STRESS) in TABLES[language] else unknown)[p.strip(STRESS)] += 1
    missing = {t for value in TABLES[language].values() for t in value.split() if t not in ID and t + "0" not in ID}
    print(language, sum(seen.values()), "phones known,", sum(unknown.values()), "unknown", dict(unknown),
          "never seen", sorted(set(TABLES[language]) - set(seen)), "not in the inventory", missing)
    return not unknown and not missing


if __name__ == "__main__":
    if sys.argv[1] == "arpabet":
        arpabet(*sys.argv[2:])
    elif sys.argv[1] == "lexicon":
        lexicon(*sys.argv[2:])
    elif sys.argv[1] == "check":
        sys.exit(not check(sys.argv[2], sys.argv[3:]))
    else:
        language, name, folder = sys.argv[1:]
        espeak = Espeak(language)
        with open(f"{folder}/{name}.phones", "w", encoding="utf-8") as g:
            g.writelines(sentence(espeak, text) + "\n" for text in texts_of(f"{folder}/{name}.json"))
