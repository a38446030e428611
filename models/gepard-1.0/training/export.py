"""export.py CHECKPOINT GENERATOR OUTDIR - writes OUTDIR/onnx/plan.onnx, OUTDIR/onnx/window.onnx (weights kept as float16) and OUTDIR/tokens.json.

The first graph plans an utterance. The second speaks any window of its frames, and windows join to the sample. See ../README.md for their
inputs and outputs."""
import json
import os
import sys

import numpy as np
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper

import checkpoint
from features import HOP, NB
from generator import AFTER, BEFORE, STEP, burst_gains, halves, inputs, jittered
from generator import REACH as GENERATOR_REACH
from lasting import lasting
from model import EMB, NOISE, REACH
from question import with_rises
from short import as_short
from source_filter import pulse_train
from tokens import ID

# The speaker vector, a row of SPEAKER numbers: learned numbers, mean log F0, factor on the excursions of log F0, added
# to the aperiodicity's logits, equaliser in log amplitude of the bands as they are heard
PARTS = (EMB, 1, 1, 1, NB)
SPEAKER = sum(PARTS)

# How much of what is drawn is kept of pitch, level, length and release. All of it is what speakers do; but where lengths and
# levels vary as theirs do, a recogniser understands less (see experiments.md), and where the melody does, it does not.
KEPT = (1., .4, .4, .4)

SHAPES = {"noise": {0: "rows"}, "waveform": {1: "samples"}, **{name: {1: "tokens"} for name in ("input_ids", "least", "states", "prosody", "durations")}}


def drawn_plan(net, x, ids, least, noise, s, spread):
    """One of the ways to say an utterance, without all of its hazards (see KEPT), short ones slower, words as long as they have to last, and with its
    questions asked. Arguments as those of `Acoustic.prosody`, `lasting` and `with_rises`."""
    middle = net.prosody(x, ids, torch.zeros_like(noise), None, s)
    plan = as_short(ids, middle + torch.tensor(KEPT) * (net.prosody(x, ids, noise, None, s) - middle))
    plan = lasting(ids, plan, least)
    starts, ends = net.times(ids, plan)
    return with_rises(ids, plan, ends - starts, spread)


def rows(noise, first, numbers):
    """The noise of frames, or of tokens, of these numbers, where that of the first is the row `first`."""
    return noise[torch.remainder(numbers + first, noise.shape[0])]


class Plan(nn.Module):
    """The graph that is run once for an utterance: the states of its tokens, and their prosody and durations."""

    inputs = ["input_ids", "least", "speaker", "language", "speed", "noise", "noise_row"]
    outputs = ["states", "prosody", "durations"]

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, input_ids, least, speaker, language, speed, noise, noise_row):
        net = self.net
        s, _, spread, _, _ = torch.split(speaker, PARTS, 1)
        s = s + net.language(language)
        states = net.encode(input_ids, None, s)
        drawn = rows(noise, noise_row, torch.arange(input_ids.shape[1]))[None]
        drawn = torch.cat([drawn[..., :NOISE], drawn[:, :1, NOISE:2 * NOISE].expand(-1, input_ids.shape[1], -1)], 2)
        prosody = drawn_plan(net, states, input_ids, least, drawn, s, spread)
        starts, ends = net.times(input_ids, prosody, speed)
        return states, prosody, ends - starts


class Window(nn.Module):
    """The graph that is run for each window: frames [first, first + count) of an utterance, by its plan."""

    inputs = ["input_ids", *Plan.outputs, "speaker", "language", "pitch", "warp", "noise", "noise_row", "first", "count", "phase"]
    outputs = ["waveform", "next_phase"]

    def __init__(self, net, generator):
        super().__init__()
        self.net, self.generator = net, generator

    def forward(self, input_ids, states, prosody, durations, speaker, language, pitch, warp, noise, noise_row, first, count, phase):
        net, gen = self.net, self.generator
        s, mean, spread, breath, equaliser = torch.split(speaker, PARTS, 1)
        s = s + net.language(language)
        ends = torch.cumsum(durations, 1)
        starts = ends - durations
        total = ends[0, -1].to(torch.int64)

        def drawn(numbers):
            return rows(noise, noise_row, numbers)

        def clip(frame):
            return torch.minimum(torch.clamp(frame, min=0), total)

        a = clip(first[0])
        b = clip(first[0] + count[0])
        # Frames that each step needs for the output frames [a, b): see generator.py. Clipping at the utterance's ends
        # leaves exactly the zero padding that the whole computation has there.
        y0, y1 = clip(a - BEFORE), clip(b + AFTER)              # filters
        e0, e1 = clip(y0 - 1), clip(y1 + 1)                     # what they are interpolated from
        p0, p1 = clip(y0 - 1), clip(y1 + 2)                     # pulses, and F0 one further
        g0, g1 = clip(y0 - GENERATOR_REACH), clip(y1 + 1 + GENERATOR_REACH)
        q0, q1 = clip(g0 - REACH), clip(g1 + REACH)

        t = torch.arange(q0, q1).to(ends.dtype)
        idx = (t[None, :, None] >= ends[:, None, :]).to(torch.int64).sum(2)
        voicing, pitch_curve, env, ap = net.decode(states, input_ids, prosody, idx, t, starts, durations, None, s)
        bursts = net.bursts(states, input_ids, prosody, idx, t, starts, durations)
        voicing, pitch_curve, env, ap, bursts = (z[:, g0 - q0:g1 - q0] for z in (voicing, pitch_curve, env, ap, bursts))

        f0 = torch.clamp(torch.exp(torch.clamp(pitch_curve * spread, -1, 1) + mean) * pitch, 40, 800)
        voiced = (voicing > 0).to(f0.dtype)
        env = gen.warped(env, warp)
        ap = torch.sigmoid(ap + breath[:, None])
        # without the equaliser: it filters what is said, and changes nothing else
        said = gen.network(inputs(f0, voiced, env, ap, bursts, drawn(torch.arange(g0, g1))[None]))

        cycle, slope, cycles = gen.cycles(jittered(f0[:, p0 - g0:p1 - g0], drawn(torch.arange(p0, p1))[None]), phase, a - p0)
        turned = phase.double() + cycles[:, a - p0:b - p0].sum(1)
        next_phase = (turned - torch.floor(turned)).to(phase.dtype)
        pulses = pulse_train(cycle, slope) * voiced[:, p0 - g0:p1 - g0, None]

        def stretches(z):
            """[1,p1-p0,HOP] -> [1,S+1,STEP] from half a step before the first step to half a step after the last."""
            padded = F.pad(z.reshape(1, -1), (STEP // 2, STEP // 2))
            return padded[:, (y0 - p0) * HOP:(y1 - p0) * HOP + STEP].reshape(1, -1, STEP)

        white = drawn(torch.arange(y0, y1 + 1)).reshape(1, -1, STEP)[:, :-1]
        filters = [halves(z)[:, 2 * (y0 - e0):2 * (y1 - e0)]
                   for z in gen.filters(*(z[:, e0 - g0:e1 - g0] for z in (env + equaliser[:, None], ap, voiced)))]
        # a step more than there are: past the last frame of the utterance there is nothing
        said = F.pad(said, (0, 0, 0, 1))[:, 2 * (y0 - g0):2 * (y1 - g0) + 1]
        y = gen.filtered(stretches(pulses), white, stretches(cycle), filters, said, burst_gains(bursts)[:, 2 * (y0 - g0):2 * (y1 - g0) + 1])
        begin = (a - y0) * HOP + STEP + STEP // 2
        samples = gen.overlap_add(y)[:, begin:begin + (b - a) * HOP]
        return torch.clamp(samples, -1, 1), next_phase


def halve(path):
    """Keeps the weights of an ONNX file as float16, each behind a Cast to float32: half the size, and onnxruntime
    folds the casts when it loads the file, so it computes in float32 at the same speed."""
    model = onnx.load(path)
    graph, casts = model.graph, []
    for t in list(graph.initializer):
        if t.data_type == TensorProto.FLOAT and np.prod(t.dims) > 500:
            graph.initializer.remove(t)
            graph.initializer.append(numpy_helper.from_array(numpy_helper.to_array(t).astype(np.float16), t.name + "_half"))
            casts.append(helper.make_node("Cast", [t.name + "_half"], [t.name], to=TensorProto.FLOAT))
    for node in reversed(casts):
        graph.node.insert(0, node)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def example():
    """By its name, what the graphs take: a few frames of a short word. They are traced with it."""
    one = torch.ones(1)
    return {"input_ids": torch.tensor([[1, 20, 40, 2, 25, 50, 8]]), "least": torch.zeros(1, 7), "speaker": torch.zeros(1, SPEAKER),
            "language": torch.tensor([0]), "speed": one, "pitch": one, "warp": one, "noise": torch.randn(50, HOP), "noise_row": torch.tensor([3]),
            "first": torch.tensor([2]), "count": torch.tensor([20]), "phase": torch.zeros(1)}


def export(graph, given, path):
    """Writes one of the graphs, traced with what it takes of `given`."""
    inputs = tuple(given[name] for name in graph.inputs)
    torch.onnx.export(graph.eval(), inputs, path, opset_version=17, do_constant_folding=False, input_names=graph.inputs,
                      output_names=graph.outputs, dynamic_axes={name: axes for name, axes in SHAPES.items() if name in graph.inputs + graph.outputs})
    halve(path)
    print(path, os.path.getsize(path), "bytes")


if __name__ == "__main__":
    ck, out = checkpoint.read(sys.argv[1]), sys.argv[3]
    os.makedirs(out + "/onnx", exist_ok=True)
    net = checkpoint.acoustic(ck)
    net.spk = nn.Identity()                                # the speaker vector is an input
    plan, given = Plan(net), example()
    export(plan, given, out + "/onnx/plan.onnx")
    with torch.no_grad():
        given |= zip(Plan.outputs, plan(*(given[name] for name in Plan.inputs)))
    export(Window(net, checkpoint.generator(sys.argv[2])), given, out + "/onnx/window.onnx")
    with open(out + "/tokens.json", "w", encoding="utf-8") as f:
        json.dump(ID, f, ensure_ascii=False)
