"""lts.py LANGUAGE DICTIONARY.json SECONDS OUT.onnx [NAME.json EXCEPTIONS.json] - the letter-to-sound model, for words that no
dictionary has. EXCEPTIONS: {word: "tokens"} of those words in NAME.json's texts and of common-words.json that the model says
otherwise than the dictionary, above all the small words that are weak in a sentence.

A small net sees the letters of a word, and gives a phone or nothing (token 0) for each of SLOTS slots of a letter. It is trained
by CTC (Graves et al. 2006), and what it guesses on the way is given back to it (Nozaki and Komatsu, "Relaxing the conditional
independence assumption of CTC-based ASR by conditioning on intermediate predictions", 2021), so that the phones of a word fit each
other. What is kept is the moving average of its weights. Reading: the best token of every slot, without repeats and without 0.
DICTIONARY: {word: "tokens"}, of lexicon.ts for en, of phones.py lexicon for de and nl.
Input of the graph: input_ids [1, letters] int64, the letter's place in phones.py's LETTERS of the language, from 1 up;
output: logits [1, SLOTS * letters, tokens]."""
import copy
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
from phones import COMMON, LETTERS, WORD, words_of
from tokens import ID, TOKENS
from wer import edits

SLOTS = 3
LETTER_WIDTH, SLOT_WIDTH, HEADS = 160, 128, 4
GUESS_SHARE = .3            # of the loss, for the guess on the way
KEPT = .998                 # of the average, at each step


class Convolution(nn.Module):
    """A depthwise convolution and a feed-forward layer."""

    def __init__(self, d, size, dilation):
        super().__init__()
        self.dw = nn.Conv1d(d, d, size, padding=size // 2 * dilation, dilation=dilation, groups=d)
        self.norm, self.up, self.down, self.drop = nn.LayerNorm(d), nn.Linear(d, 3 * d), nn.Linear(3 * d, d), Dropout(.1)

    def forward(self, x, mask):
        h = self.norm(self.dw((x * mask).transpose(1, 2)).transpose(1, 2))
        with torch.cpu.amp.autocast(enabled=self.training, dtype=torch.bfloat16):
            h = self.down(F.relu(self.up(h)))
        return x + self.drop(h.float())


class Attention(nn.Module):
    """Every letter sees the whole word: its stress depends on how it ends."""

    def __init__(self, d):
        super().__init__()
        self.norm, self.qkv, self.out, self.drop = nn.LayerNorm(d), nn.Linear(d, 3 * d), nn.Linear(d, d), Dropout(.1)

    def forward(self, x, mask):
        words, letters, d = x.shape
        q, k, v = self.qkv(self.norm(x)).reshape(words, letters, 3, HEADS, d // HEADS).permute(2, 0, 3, 1, 4)
        weights = q @ k.transpose(2, 3) * (d // HEADS) ** -.5 + (mask.transpose(1, 2)[:, None] - 1) * 1e4
        return x + self.drop(self.out((weights.softmax(-1) @ v).transpose(1, 2).reshape(words, letters, d)))


class LetterToSound(nn.Module):
    def __init__(self, letters):
        super().__init__()
        self.emb = nn.Embedding(letters + 1, LETTER_WIDTH)
        d = LETTER_WIDTH
        self.letters = nn.ModuleList([Convolution(d, 5, 1), Attention(d), Convolution(d, 5, 2), Attention(d), Convolution(d, 5, 1),
                                      Convolution(d, 5, 2)])
        self.expand = nn.Linear(LETTER_WIDTH, SLOTS * SLOT_WIDTH)
        self.before, self.after = Convolution(SLOT_WIDTH, 7, 1), Convolution(SLOT_WIDTH, 7, 3)
        self.guess, self.back = nn.Linear(SLOT_WIDTH, len(TOKENS)), nn.Linear(len(TOKENS), SLOT_WIDTH)
        self.out = nn.Linear(SLOT_WIDTH, len(TOKENS))

    def guessed(self, ids):
        """[B, letters], 0 = padding -> logits [B, SLOTS * letters, tokens], those of the guess on the way"""
        mask = (ids > 0).float()[:, :, None]
        x = self.emb(ids)
        for layer in self.letters:
            x = layer(x, mask)
        x = self.expand(x).reshape(ids.shape[0], -1, SLOT_WIDTH)
        mask = mask.repeat(1, 1, SLOTS).reshape(ids.shape[0], -1, 1)
        x = self.before(x, mask)
        guess = self.guess(x)
        return self.out(self.after(x + self.back(guess.softmax(2)), mask)), guess

    def forward(self, ids):
        """[B, letters], 0 = padding -> logits [B, SLOTS * letters, tokens]"""
        return self.guessed(ids)[0]


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


def keep(average, net, kept):
    """Moves the average of the weights towards what the net has now."""
    with torch.no_grad():
        for mean, now in zip(average.parameters(), net.parameters()):
            mean.lerp_(now, 1 - kept)


def main(language, dictionary, seconds, out, texts=None, exceptions_out=None):
    torch.set_num_threads(2)
    torch.manual_seed(0)
    random.seed(0)
    letters = LETTERS[language]
    with open(dictionary, encoding="utf-8") as f:
        entries = [(w, [ID[p] for p in tokens.split()]) for w, tokens in json.load(f).items() if re.fullmatch(WORD[language], w)]
    entries = [(w, p) for w, p in entries if len(p) <= 2 * len(w)]
    random.shuffle(entries)
    held_out, training = entries[:2000], entries[2000:]
    net = LetterToSound(len(letters))
    average = copy.deepcopy(net)
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
            last, guess = (F.ctc_loss(F.log_softmax(logits, 2).transpose(0, 1), phones, slots, lengths, zero_infinity=True)
                           for logits in net.guessed(ids))
            loss = (1 - GUESS_SHARE) * last + GUESS_SHARE * guess
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.)
            optimizer.step()
            step += 1
            keep(average, net, min(KEPT, step / (step + 9)))
            if time.time() - said > 60:
                said = time.time()
                print(f"{said - began:.0f}s step {step} loss {loss.item():.3f} {score(average, held_out, letters)}", flush=True)
    print("end, step", step, score(average, held_out, letters))
    average.eval()
    if texts:
        spoken = words_of(language, texts) | set(COMMON[language].split())
        with open(exceptions_out, "w", encoding="utf-8") as f:
            json.dump(exceptions(average, sorted(e for e in held_out + training if e[0] in spoken), letters), f, ensure_ascii=False, indent=1)
    torch.onnx.export(average, (torch.tensor([[3, 1, 20]]),), out, opset_version=17, input_names=["input_ids"],
                      output_names=["logits"], dynamic_axes={"input_ids": {0: "words", 1: "letters"}, "logits": {0: "words", 1: "slots"}})
    halve(out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), *sys.argv[4:])
