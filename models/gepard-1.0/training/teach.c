/* teach.c - speaks every line of a text file with one of flite's voices, and says what was spoken when.
 *   teach VOICE sentences.txt out.raw out.tsv        VOICE: slt, rms, awb or kal16
 * out.raw: 16-bit mono samples at 16 kHz of all sentences, one after the other.
 * out.tsv: a line each, offset <tab> samples <tab> phones; a phone is name:end_in_seconds:stress:wordstart:mark, where
 * stress is 0 or 1, wordstart 1 on the first phone of a word, and mark the punctuation before a pause, or 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <flite/flite.h>

cst_voice *register_cmu_us_slt(const char *), *register_cmu_us_rms(const char *);
cst_voice *register_cmu_us_awb(const char *), *register_cmu_us_kal16(const char *);

static cst_voice *voice_named(const char *name)
{
    if (!strcmp(name, "slt")) return register_cmu_us_slt(NULL);
    if (!strcmp(name, "rms")) return register_cmu_us_rms(NULL);
    if (!strcmp(name, "awb")) return register_cmu_us_awb(NULL);
    if (!strcmp(name, "kal16")) return register_cmu_us_kal16(NULL);
    return NULL;
}

static int fail(const char *why, const char *what)
{
    fprintf(stderr, "teach: %s: %s\n", why, what);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 5) return fail("usage", "teach VOICE TXT RAW TSV");
    flite_init();
    cst_voice *voice = voice_named(argv[1]);
    if (!voice) return fail("no such voice", argv[1]);
    FILE *in = fopen(argv[2], "r"), *raw = fopen(argv[3], "wb"), *tsv = fopen(argv[4], "w");
    if (!in || !raw || !tsv) return fail("cannot open", !in ? argv[2] : !raw ? argv[3] : argv[4]);
    char line[4096];
    long off = 0;
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = 0;
        cst_utterance *u = flite_synth_text(line, voice);
        if (!u) return fail("cannot speak", line);
        cst_wave *w = utt_wave(u);
        if (w->sample_rate != 16000) cst_wave_resample(w, 16000);
        fwrite(w->samples, 2, w->num_samples, raw);
        fprintf(tsv, "%ld\t%d\t", off, w->num_samples);
        off += w->num_samples;
        const char *punc = "0";
        cst_item *prev_word = NULL;
        for (cst_item *s = relation_head(utt_relation(u, "Segment")); s; s = item_next(s)) {
            const char *name = item_feat_string(s, "name");
            int pau = !strcmp(name, "pau");
            cst_item *ss = item_as(s, "SylStructure");
            cst_item *syl = ss ? item_parent(ss) : NULL, *word = syl ? item_parent(syl) : NULL;
            int start = !pau && word && word != prev_word;
            if (start) {
                prev_word = word;
                punc = ffeature_string(word, "R:Token.n.name");
                punc = strcmp(punc, "0") ? "0" : ffeature_string(word, "R:Token.parent.punc");
                if (!punc || !*punc) punc = "0";
            }
            fprintf(tsv, "%s:%.4f:%s:%d:%c ", name, item_feat_float(s, "end"),
                    syl ? item_feat_string(syl, "stress") : "0", start, pau ? *punc : '0');
            if (pau) punc = "0";
        }
        fputc('\n', tsv);
        delete_utterance(u);
    }
    return fclose(raw) || fclose(tsv);
}
