"""agreement.py NAME.json NAME.tsv PUBLISHED.jsonl - how far our word and phone boundaries lie from published ones.

PUBLISHED: {"id", "words": [{"word", "phones": [{"start", "duration", "phone"}]}]} a line, in seconds. Its clock may start
elsewhere than the recording, so each utterance's median difference is taken off. Utterances and words that are divided
otherwise are left out."""
import json
import sys

import numpy as np

from tokens import items

names, tsv, published = sys.argv[1:]
with open(names, encoding="utf-8") as f:
    ids = [u["id"] for u in json.load(f)]
with open(tsv, encoding="utf-8") as f:
    ours = dict(zip(ids, (line.rstrip("\n").split("\t")[2] for line in f)))
word_errors, phone_errors, used = [], [], 0
with open(published, encoding="utf-8") as f:
    for line in f:
        u = json.loads(line)
        theirs = [[(p["start"], p["start"] + p["duration"]) for p in w["phones"]] for w in u["words"] if w["phones"]
                  and w["word"] and w["phones"][0]["phone"] not in ("SIL", "SPN")]
        words, begin = [], 0.
        for phone, end, _, start, _ in items(ours[u["id"]]):
            if phone != "pau":
                if start == "1":
                    words.append([])
                words[-1].append((begin, float(end)))
            begin = float(end)
        if len(words) != len(theirs) or len(words) < 3:
            continue
        starts = np.array([a[0][0] - b[0][0] for a, b in zip(words, theirs)])
        offset = np.median(starts)
        used += 1
        word_errors += list(starts - offset)
        phone_errors += [a[0] - b[0] - offset for v, w in zip(words, theirs) if len(v) == len(w) for a, b in zip(v[1:], w[1:])]
for what, errors in (("word starts", word_errors), ("phones within words of as many phones", phone_errors)):
    e = abs(np.array(errors)) * 1000
    print(f"{what}: {len(e)} in {used} utterances, median {np.median(e):.1f} ms, within 20 ms {100 * (e <= 20).mean():.1f} %, "
          f"beyond 50 ms {100 * (e > 50).mean():.1f} %, beyond 100 ms {100 * (e > 100).mean():.1f} %")
