"""lts.py LANGUAGE DICTIONARY.json SECONDS OUT.onnx [NAME.json EXCEPTIONS.json] - the letter-to-sound model, for words that no
dictionary has. EXCEPTIONS: {word: "tokens"} of those words in NAME.json's texts and of common-words.json that the model says
otherwise than the dictionary, above all the small words that are weak in a sentence.

Every letter is repeated in SLOTS slots; a small convolutional net gives a phone or nothing (token 0) for each slot, and is
trained by CTC (Graves et al. 2006). Reading: the best token of every slot, without repeats and without 0.
DICTIONARY: {word: pronunciation}, CMUdict's for en ("hh ah0 l ow1"), tokens for de and nl (phones.py lexicon).
Input of the graph: input_ids [1, letters] int64, the letter's place in phones.py's LETTERS of the language, from 1 up;
output: logits [1, SLOTS * letters, tokens]."""
import json
import math
import random
import re
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from export import halve
from model import Dropout
from phones import COMMON, LETTERS, WORD, from_arpabet, words_of
from tokens import ID, TOKENS
from wer import edits

SLOTS = 3
DILATIONS = (1, 3, 1, 3, 1, 3)


def token_ids(pronunciation, language):
    """CMUdict's phones (secondary stress counts as stress) or tokens -> token ids."""
    phones = pronunciation.split("#")[0].split()
    if language != "en":
        return [ID[p] for p in phones]
    plain = [(from_arpabet(p.rstrip("012").lower(), "0" if p.endswith("0") else "1"), p[-1]) for p in phones]
    return [ID[p if digit not in "012" or p in ID else p + ("0" if digit == "0" else "1")] for p, digit in plain]


class LetterToSound(nn.Module):
    def __init__(self, letters, d=128):
        super().__init__()
        n = len(DILATIONS)
        self.emb = nn.Embedding(letters + 1, d)
        self.slot = nn.Parameter(torch.randn(SLOTS, d) * .5)
        self.dw = nn.ModuleList(nn.Conv1d(d, d, 7, padding=3 * r, dilation=r, groups=d) for r in DILATIONS)
        self.norm = nn.ModuleList(nn.LayerNorm(d) for _ in range(n))
        self.up = nn.ModuleList(nn.Linear(d, 3 * d) for _ in range(n))
        self.down = nn.ModuleList(nn.Linear(3 * d, d) for _ in range(n))
        self.out, self.drop = nn.Linear(d, len(TOKENS)), Dropout(.1)

    def forward(self, ids):
        """[B, letters], 0 = padding -> logits [B, SLOTS * letters, tokens]"""
        mask = (ids > 0).float()[:, :, None].repeat(1, 1, SLOTS).reshape(ids.shape[0], -1, 1)
        x = (self.emb(ids)[:, :, None] + self.slot).reshape(ids.shape[0], mask.shape[1], -1)
        for dw, norm, up, down in zip(self.dw, self.norm, self.up, self.down):
            h = norm(dw((x * mask).transpose(1, 2)).transpose(1, 2))
            with torch.cpu.amp.autocast(enabled=self.training, dtype=torch.bfloat16):
                h = down(F.relu(up(h)))
            x = x + self.drop(h.float())
        return self.out(x)


def read(slots):
    out, last = [], -1
    for token in slots:
        if token not in (last, 0):
            out.append(token)
        last = token
    return out


def batch(entries, letters):
    """-> letters [B,L], all phones in a row, slots of each word, phones of each word."""
    ids = torch.zeros(len(entries), max(len(w) for w, _ in entries), dtype=torch.long)
    for i, (word, _) in enumerate(entries):
        ids[i, :len(word)] = torch.tensor([letters.index(c) + 1 for c in word])
    return (ids, torch.tensor([p for _, phones in entries for p in phones]),
            torch.tensor([len(w) * SLOTS for w, _ in entries]), torch.tensor([len(phones) for _, phones in entries]))


def score(net, entries, letters):
    """How many held-out words are right, right but for stress, and phones wrong, as text."""
    net.eval()
    right = plain_right = wrong = total = 0

    def plain(phones):
        return [TOKENS[p].rstrip("01") for p in phones]

    with torch.no_grad():
        for i in range(0, len(entries), 200):
            part = entries[i:i + 200]
            ids, _, slots, _ = batch(part, letters)
            for (_, phones), best, n in zip(part, net(ids).argmax(2).tolist(), slots.tolist()):
                got = read(best[:n])
                right += got == phones
                plain_right += plain(got) == plain(phones)
                wrong += edits(plain(got), plain(phones))
                total += len(phones)
    net.train()
    n = len(entries)
    return f"words right {right / n:.3f}, without stress {plain_right / n:.3f}, phone errors {wrong / total:.3f}"


def exceptions(net, entries, letters):
    net.eval()
    found = {}
    with torch.no_grad():
        for word, tokens in entries:
            ids = batch([(word, tokens)], letters)[0]
            if read(net(ids).argmax(2)[0].tolist()) != tokens:
                found[word] = " ".join(TOKENS[t] for t in tokens)
    return found


def main(language, dictionary, seconds, out, texts=None, exceptions_out=None):
    torch.set_num_threads(2)
    torch.manual_seed(0)
    random.seed(0)
    letters = LETTERS[language]
    with open(dictionary, encoding="utf-8") as f:
        entries = [(w, token_ids(p, language)) for w, p in json.load(f).items() if re.fullmatch(WORD[language], w)]
    entries = [(w, p) for w, p in entries if len(p) <= 2 * len(w)]
    random.shuffle(entries)
    held_out, training = entries[:2000], entries[2000:]
    net = LetterToSound(len(letters))
    print(len(training), "words,", sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=.01)
    began, said, step = time.time(), 0, 0
    net.train()
    while time.time() - began < seconds:
        random.shuffle(training)
        batches = []
        for i in range(0, len(training), 25600):                # words of like length together
            part = sorted(training[i:i + 25600], key=lambda entry: len(entry[0]))
            batches += [part[j:j + 128] for j in range(0, len(part), 128)]
        random.shuffle(batches)
        for entries in batches:
            progress = (time.time() - began) / seconds
            if progress >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = 2.5e-3 * min(1, (step + 1) / 200) * (.01 + .495 * (1 + math.cos(math.pi * progress)))
            ids, phones, slots, lengths = batch(entries, letters)
            loss = F.ctc_loss(F.log_softmax(net(ids), 2).transpose(0, 1), phones, slots, lengths, zero_infinity=True)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.)
            optimizer.step()
            step += 1
            if time.time() - said > 60:
                said = time.time()
                print(f"{said - began:.0f}s step {step} loss {loss.item():.3f} {score(net, held_out, letters)}", flush=True)
    print("end, step", step, score(net, held_out, letters))
    net.eval()
    if texts:
        spoken = words_of(language, texts) | set(COMMON[language].split())
        with open(exceptions_out, "w", encoding="utf-8") as f:
            json.dump(exceptions(net, sorted(e for e in held_out + training if e[0] in spoken), letters), f, ensure_ascii=False, indent=1)
    torch.onnx.export(net, (torch.tensor([[3, 1, 20]]),), out, opset_version=17, input_names=["input_ids"],
                      output_names=["logits"], dynamic_axes={"input_ids": {0: "words", 1: "letters"}, "logits": {0: "words", 1: "slots"}})
    halve(out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), *sys.argv[4:])
