/* The two dynamic programs of align.py. cc -O3 -shared -fPIC -o viterbi.so viterbi.c */
#include <math.h>
#include <stdlib.h>

/* Dynamic time warping of cost[n][m] by steps (1,1), (1,0), (0,1) within a band about the diagonal.
 * path[i]: a column that matches row i. -> mean cost of a step. */
double dtw(const float *cost, int n, int m, int band, int *path)
{
    float *total = malloc(sizeof(float) * n * m);
    unsigned char *from = calloc((size_t)n * m, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float best = 1e30f;
            int step = 0;
            if (abs(j - (int)((long)i * m / n)) > band) {
                total[i * m + j] = 1e30f;
                continue;
            }
            if (!i && !j) best = 0;
            if (i && j && total[(i - 1) * m + j - 1] + cost[i * m + j] < best)      /* counts twice in all */
                best = total[(i - 1) * m + j - 1] + cost[i * m + j], step = 0;
            if (i && total[(i - 1) * m + j] < best) best = total[(i - 1) * m + j], step = 1;
            if (j && total[i * m + j - 1] < best) best = total[i * m + j - 1], step = 2;
            total[i * m + j] = best + cost[i * m + j];
            from[i * m + j] = step;
        }
    for (int i = n - 1, j = m - 1; i >= 0 && j >= 0;) {
        path[i] = j;
        int step = from[i * m + j];
        if (step != 2) i--;
        if (step != 1) j--;
    }
    double mean = total[n * m - 1] / (n + m);
    free(total);
    free(from);
    return mean;
}

/* The likeliest path through a chain of states. A frame's state follows its own, the one before or, where skip[j] >= 0,
 * state skip[j]; coming into j costs enter[j]. likelihood[frames][states] in log. The path starts in state 0 or
 * start2 and ends in the last or in end2. -> mean log likelihood of a frame, or -1e30 where no path fits. */
double viterbi(const float *likelihood, int frames, int states, const int *skip, const float *enter, int start2, int end2, int *path)
{
    double *now = malloc(sizeof(double) * states), *next = malloc(sizeof(double) * states);
    unsigned char *from = calloc((size_t)frames * states, 1);
    for (int j = 0; j < states; j++) now[j] = j == 0 || j == start2 ? likelihood[j] : -1e30;
    for (int t = 1; t < frames; t++) {
        for (int j = 0; j < states; j++) {
            double best = now[j];
            int step = 0;
            if (j && now[j - 1] - enter[j] > best) best = now[j - 1] - enter[j], step = 1;
            if (skip[j] >= 0 && now[skip[j]] - enter[j] > best) best = now[skip[j]] - enter[j], step = 2;
            next[j] = best + likelihood[(size_t)t * states + j];
            from[(size_t)t * states + j] = step;
        }
        double *swap = now;
        now = next;
        next = swap;
    }
    int j = now[states - 1] >= now[end2] ? states - 1 : end2;
    double mean = now[j] / frames;
    for (int t = frames - 1; t >= 0; t--) {
        path[t] = j;
        int step = from[(size_t)t * states + j];
        j = step == 0 ? j : step == 1 ? j - 1 : skip[j];
    }
    free(now);
    free(next);
    free(from);
    return mean;
}
