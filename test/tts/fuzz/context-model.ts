import type { Meaning } from './meaning.ts'

/** A frame that came for a context. */
export interface Answer {
  readonly type: string
  readonly flushId: unknown
  /** So many of the context's frames had certainly reached the service before it was sent … */
  readonly reached: number
  /** … and no more than this many, because the others were sent after it had come. */
  readonly sent: number
}

/** A turn that is running. */
interface Turn {
  /** The frame that began it. */
  readonly first: number
  /** ending: it has all its text; failing: a frame was refused, and more may come. */
  readonly phase: 'open' | 'failing' | 'ending'
  readonly fails: 'no' | 'perhaps' | 'yes'
  readonly texts: number
  readonly hasSound: boolean
  readonly isHeard: boolean
  readonly flushes: number
  readonly flushed: number
}

/** How far a context may have come: the next frame to be looked at, and what is left of those before it. */
interface Position {
  readonly next: number
  readonly turn: Turn | undefined
  /** Without a turn: frames of one that has ended may still come. */
  readonly ended: 'failed' | 'closed' | undefined
}

/** So many short texts are surely no more than one turn may hold. */
const FEW_TEXTS = 12

/**
 * What the service may answer to the frames of one context: every turn comes to its one `done` or error, or is
 * cancelled and falls silent. When exactly the service looks at a frame is not known, so all ways are followed.
 */
export class ContextModel {
  readonly #sent: Meaning[] = []
  #positions: readonly Position[] = [{ next: 0, turn: undefined, ended: undefined }]

  send(frame: Meaning): void {
    this.#sent.push(frame)
  }

  /** Takes an answer. False when it, or the lack of another before it, has no explanation. */
  isRight(answer: Answer): boolean {
    this.#positions = distinct(this.#reachable().flatMap((at) => this.#after(at, answer)))
    return this.#positions.length > 0
  }

  /** Whether there may be nothing more to come. */
  get isOver(): boolean {
    return this.#reachable().some(({ next, turn }) => next === this.#sent.length && turn === undefined)
  }

  /** The positions that are reached without an answer. */
  #reachable(): Position[] {
    const found = [...this.#positions]
    for (const position of found) found.push(...this.#silently(position))
    return distinct(found)
  }

  #silently({ next, turn, ended }: Position): Position[] {
    const frame = this.#sent[next]
    if (frame === undefined) return []
    const on = (change: Partial<Position>): Position[] => [{ next: next + 1, turn, ended, ...change }]
    const { kind, isLast } = frame
    if (turn === undefined) {
      if (ended === 'failed') {
        if (kind === 'marker') return on({ ended: undefined })
        if (kind === 'lastSpace') return []
        return on({ ended: isLast || kind === 'cancel' ? 'closed' : ended })
      }
      if (kind === 'text') return on({ turn: begun(frame, next), ended: undefined })
      if (kind === 'cancel' || kind === 'flush') return on({})
      if (ended === 'closed' && kind === 'space') return on({})
      if (ended === 'closed' && endsText(kind)) return on({ ended: undefined })
      return []
    }
    if (kind === 'cancel') return on({ turn: undefined, ended: 'closed' })
    if (turn.phase === 'ending') {
      if (kind !== 'text' && kind !== 'bad') return on({})
      // It waits for the end of the turn, and what follows waits too; a cancel takes all of that along.
      const cancel = this.#sent.findIndex((later, index) => index > next && later.kind === 'cancel')
      return cancel < 0 ? [] : [{ next: cancel + 1, turn: undefined, ended: 'closed' }]
    }
    const phase = isLast ? 'ending' : turn.phase
    if (turn.phase === 'failing') return on({ turn: { ...turn, phase } })
    if (kind === 'flush') return on({ turn: { ...turn, flushes: turn.flushes + 1 } })
    if (endsText(kind) || kind === 'space') return on({ turn: { ...turn, phase } })
    if (kind === 'text' && this.#fits(turn, frame)) return on({ turn: { ...withText(turn, frame), phase } })
    return on({ turn: { ...turn, phase: isLast ? 'ending' : 'failing', fails: 'yes' } })
  }

  /** The positions after an answer. */
  #after({ next, turn, ended }: Position, { type, flushId, reached, sent }: Answer): Position[] {
    const frame = this.#sent[next]
    if (turn === undefined) {
      if (frame === undefined || !isAnswered(frame.kind, ended)) return []
      if (sent <= next || this.#hasCancel(next + 1, reached)) return []
      if (type !== (endsText(frame.kind) ? 'done' : 'error')) return []
      const after = frame.isLast ? 'closed' : 'failed'
      return [{ next: next + 1, turn, ended: endsText(frame.kind) ? undefined : after }]
    }
    const isWaiting = turn.phase === 'ending' && (frame?.kind === 'text' || frame?.kind === 'bad')
    if (sent < next || (reached > next && (!isWaiting || this.#hasCancel(next, reached)))) return []
    const on = (change: Partial<Turn>): Position[] => [{ next, turn: { ...turn, ...change }, ended }]
    switch (type) {
      case 'chunk':
        return on({ isHeard: true })
      case 'timestamps':
      case 'phoneme_timestamps':
        return on({})
      case 'flush_done':
        return flushId === turn.flushed && turn.flushed < turn.flushes
          ? on({ flushed: turn.flushed + 1 })
          : []
      case 'done': {
        const isWhole = turn.flushed === turn.flushes && (turn.isHeard || !turn.hasSound)
        const isDone = turn.phase === 'ending' && turn.fails !== 'yes' && isWhole
        return isDone ? [{ next, turn: undefined, ended: undefined }] : []
      }
      case 'error':
        if (turn.fails === 'no') return []
        return [{ next, turn: undefined, ended: turn.phase === 'ending' ? 'closed' : 'failed' }]
      default:
        return []
    }
  }

  /** Whether a text is to be spoken as the turn began. */
  #fits({ first }: Turn, { manner }: Meaning): boolean {
    const before = this.#sent[first]!.manner!
    const { voice, format, language } = manner!
    const isSame = language === undefined || tagOf(language) === tagOf(before.language)
    return voice === before.voice && format === before.format && isSame
  }

  #hasCancel(from: number, to: number): boolean {
    for (let index = from; index < to; index++) if (this.#sent[index]!.kind === 'cancel') return true
    return false
  }
}

/** Whether it is a frame without words that ends a text. */
function endsText(kind: Meaning['kind']): boolean {
  return kind === 'marker' || kind === 'lastSpace'
}

/** Whether a frame that begins no turn is answered where none is running. */
function isAnswered(kind: Meaning['kind'], ended: Position['ended']): boolean {
  if (ended === 'failed') return kind === 'lastSpace'
  return kind === 'bad' || (ended === undefined && (endsText(kind) || kind === 'space'))
}

/** In lower case; of the voices, when none is asked for. */
function tagOf(language = 'en'): string {
  return language.toLowerCase()
}

function begun(frame: Meaning, first: number): Turn {
  const turn: Turn = {
    first,
    phase: frame.isLast ? 'ending' : 'open',
    fails: frame.hasVoice ? 'no' : 'yes',
    texts: 0,
    hasSound: false,
    isHeard: false,
    flushes: 0,
    flushed: 0,
  }
  return withText(turn, frame)
}

function withText(turn: Turn, { hasSound, isShort, isLast, flushes }: Meaning): Turn {
  const isSafe = isShort && turn.texts < FEW_TEXTS && (turn.hasSound || hasSound || !isLast)
  return {
    ...turn,
    texts: turn.texts + 1,
    hasSound: turn.hasSound || hasSound,
    fails: isSafe || turn.fails === 'yes' ? turn.fails : 'perhaps',
    flushes: turn.flushes + (flushes ? 1 : 0),
  }
}

function distinct(positions: readonly Position[]): Position[] {
  const key = ({ next, turn, ended }: Position) => [next, ended, ...Object.values(turn ?? {})].join()
  return [...new Map(positions.map((position) => [key(position), position])).values()]
}
