/**
 * The life of a context, the frames of one `context_id` on one socket:
 *
 * - new: nothing is known of it (also after its `done`: the id can be used again)
 * - open: a turn is being spoken and more text may come
 * - ending: the turn has all its text and is being spoken
 * - queued: the same, and frames of the next turn wait for its end
 * - failing: a frame was refused; what came before it is still being spoken, the error follows
 * - failed: the error was sent; what the client still sends for that turn is dropped up to its end
 * - closed: cancelled, or ended with an error: an end marker that still comes is not answered, new text begins a turn
 */
export type State = 'new' | 'open' | 'ending' | 'queued' | 'failing' | 'failed' | 'closed'

/**
 * The kinds of a client's frame. "last" means without `continue: true`.
 *
 * - text, lastText: something to say
 * - space: no words, and the turn goes on
 * - marker: an empty text, and the turn ends
 * - lastSpace: white space alone, and the turn ends, as LiveKit's plugins end it
 * - flush: no words, `flush: true`, and the turn goes on
 * - cancel
 * - bad, lastBad: a frame that must be refused
 */
export type FrameKind =
  | 'text'
  | 'lastText'
  | 'space'
  | 'lastSpace'
  | 'marker'
  | 'flush'
  | 'cancel'
  | 'bad'
  | 'lastBad'

/**
 * What a frame makes the socket do.
 *
 * - begin: begin a turn with its text; append: add its text to the turn; end: let the turn know that it has all its text
 * - flush: have the turn say what it has
 * - answerDone: there is nothing to say: send `done`
 * - refuse: send an error; breakOff: send it after what has been accepted before
 * - cancel: stop the turn, send nothing more
 * - hold: keep the frame until the turn has ended
 * - ignore: do nothing
 */
export type Action =
  | 'begin'
  | 'append'
  | 'end'
  | 'flush'
  | 'answerDone'
  | 'refuse'
  | 'breakOff'
  | 'cancel'
  | 'hold'
  | 'ignore'

type Row = Readonly<Record<FrameKind, readonly [Action, State]>>

const HELD: readonly [Action, State] = ['hold', 'queued']

const FRAMES: Readonly<Record<State, Row>> = {
  new: {
    text: ['begin', 'open'],
    lastText: ['begin', 'ending'],
    space: ['refuse', 'failed'],
    lastSpace: ['answerDone', 'new'],
    marker: ['answerDone', 'new'],
    flush: ['ignore', 'new'],
    cancel: ['ignore', 'new'],
    bad: ['refuse', 'failed'],
    lastBad: ['refuse', 'closed'],
  },
  open: {
    text: ['append', 'open'],
    lastText: ['append', 'ending'],
    space: ['append', 'open'],
    lastSpace: ['end', 'ending'],
    marker: ['end', 'ending'],
    flush: ['flush', 'open'],
    cancel: ['cancel', 'closed'],
    bad: ['breakOff', 'failing'],
    lastBad: ['breakOff', 'ending'],
  },
  ending: {
    text: HELD,
    lastText: HELD,
    space: ['ignore', 'ending'],
    lastSpace: ['ignore', 'ending'],
    marker: ['ignore', 'ending'],
    flush: ['ignore', 'ending'],
    cancel: ['cancel', 'closed'],
    bad: HELD,
    lastBad: HELD,
  },
  queued: {
    text: HELD,
    lastText: HELD,
    space: HELD,
    lastSpace: HELD,
    marker: HELD,
    flush: HELD,
    cancel: ['cancel', 'closed'],
    bad: HELD,
    lastBad: HELD,
  },
  failing: {
    text: ['ignore', 'failing'],
    lastText: ['ignore', 'ending'],
    space: ['ignore', 'failing'],
    lastSpace: ['ignore', 'ending'],
    marker: ['ignore', 'ending'],
    flush: ['ignore', 'failing'],
    cancel: ['cancel', 'closed'],
    bad: ['ignore', 'failing'],
    lastBad: ['ignore', 'ending'],
  },
  failed: {
    text: ['ignore', 'failed'],
    lastText: ['ignore', 'closed'],
    space: ['ignore', 'failed'],
    // LiveKit's plugins wait for an end behind the error of a turn whose text was still coming.
    lastSpace: ['answerDone', 'new'],
    marker: ['ignore', 'new'],
    flush: ['ignore', 'failed'],
    cancel: ['ignore', 'closed'],
    bad: ['ignore', 'failed'],
    lastBad: ['ignore', 'closed'],
  },
  closed: {
    text: ['begin', 'open'],
    lastText: ['begin', 'ending'],
    space: ['ignore', 'closed'],
    lastSpace: ['ignore', 'new'],
    marker: ['ignore', 'new'],
    flush: ['ignore', 'closed'],
    cancel: ['ignore', 'closed'],
    bad: ['refuse', 'failed'],
    lastBad: ['refuse', 'closed'],
  },
}

/** The action for a frame in a state, and the next state. */
export function onFrame(state: State, kind: FrameKind): readonly [Action, State] {
  return FRAMES[state][kind]
}

/** The states in which a turn is running. */
export type Running = 'open' | 'ending' | 'queued' | 'failing'

/** The state after the last frame of a turn was sent. */
export function afterTurn(state: Running, lastFrame: 'done' | 'error'): State {
  if (lastFrame === 'done') return 'new'
  return state === 'open' || state === 'failing' ? 'failed' : 'closed'
}
