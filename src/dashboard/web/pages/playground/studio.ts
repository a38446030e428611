import { Player } from '../../audio/player.ts'
import type { SpeechSettings } from '../../speech/request.ts'
import type { Speaker } from '../../speech/speaker.ts'
import { Comparison, type Side } from './comparison.ts'
import { remembered } from './history.ts'
import { type NamedVoice, Utterance } from './utterance.ts'

/** What is to be seen of a studio. It is replaced whenever something changes. */
export interface StudioState {
  /** What is spoken or played now, or was last. */
  readonly shown: Utterance | undefined
  /** Whether something is spoken or heard now. */
  readonly isBusy: boolean
  /** Why what is shown is not played. */
  readonly playError: unknown
  readonly comparison: Comparison | undefined
  /** Which side of the comparison is played, or was last. */
  readonly side: Side
  /** Whether the two sides of a comparison are being spoken, and cannot be heard yet. */
  readonly isPreparing: boolean
  /** What was spoken, the newest first. */
  readonly history: readonly Utterance[]
}

const EMPTY: StudioState = {
  shown: undefined,
  isBusy: false,
  playError: undefined,
  comparison: undefined,
  side: 'a',
  isPreparing: false,
  history: [],
}

/** Speaks and plays, one thing at a time, and remembers what was spoken. */
export class Studio {
  /** Speaks what is asked for from now on. */
  speaker: Speaker
  readonly #listeners = new Set<() => void>()
  #state = EMPTY
  #player: { readonly rate: number; readonly opened: Promise<Player> } | undefined
  /** The player while it plays what is shown. */
  #playing: Player | undefined
  /** Where in the utterance the player began (seconds). */
  #offset = 0
  /** Whether what is played began to play as soon as it arrived. */
  #isLive = false
  /** Ends what is being done. */
  #ending = new AbortController()
  /** What is played when this is over. */
  #next: (() => void) | undefined
  #count = 0

  constructor(speaker: Speaker) {
    this.speaker = speaker
  }

  get state(): StudioState {
    return this.#state
  }

  /** Calls a function whenever the state has changed. Returns how to end that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Seconds of what is shown that were heard; undefined if it is not being played. */
  get position(): number | undefined {
    return this.#playing && this.#offset + this.#playing.heard.seconds
  }

  /** Speaks a text, and plays it while it arrives. What was spoken or played before ends. */
  async speak(settings: SpeechSettings, voice: NamedVoice): Promise<void> {
    const { signal } = this.#interrupt()
    const utterance = new Utterance(++this.#count, settings, voice)
    this.#remember(utterance)
    this.#set({ shown: utterance, isBusy: true, isPreparing: false, comparison: undefined })
    try {
      const player = await this.#playerFor(utterance)
      if (signal.aborted) return
      this.#begin(player, { isLive: true, from: 0, volume: 1 })
      for await (const part of this.speaker.speak(settings, signal)) {
        if (signal.aborted) return
        const samples = utterance.take(part)
        if (samples !== undefined) player.push(samples)
        this.#set({})
      }
      if (signal.aborted) return
      utterance.status = 'complete'
      player.complete()
    } catch (error) {
      if (signal.aborted) return
      fail(utterance, error)
      this.#playing?.complete() // what came of it is played
    }
    this.#set({
      isBusy: this.#playing !== undefined && utterance.size > 0,
      history: remembered(this.#state.history),
    })
  }

  /** Ends what is spoken or played. It is silent at once. */
  stop(): void {
    this.#interrupt()
    this.#set({ isBusy: false, isPreparing: false })
  }

  /** Plays something that was spoken. */
  async replay(utterance: Utterance): Promise<void> {
    this.#interrupt()
    this.#set({ isPreparing: false, comparison: undefined })
    await this.#play(utterance)
  }

  /** Speaks a text in two ways, and plays both one after the other. */
  async compare(
    first: { settings: SpeechSettings; voice: NamedVoice },
    second: { settings: SpeechSettings; voice: NamedVoice },
  ): Promise<void> {
    const { signal } = this.#interrupt()
    this.#set({ isPreparing: true, isBusy: true, comparison: undefined })
    const spoken: Utterance[] = []
    for (const { settings, voice } of [first, second]) {
      const utterance = new Utterance(++this.#count, settings, voice)
      this.#remember(utterance)
      this.#set({ shown: utterance })
      try {
        for await (const part of this.speaker.speak(settings, signal)) {
          if (signal.aborted) return
          utterance.take(part)
          this.#set({})
        }
      } catch (error) {
        if (signal.aborted) return
        fail(utterance, error)
        this.#set({ isPreparing: false, isBusy: false })
        return
      }
      if (signal.aborted) return
      utterance.status = 'complete'
      spoken.push(utterance)
    }
    await this.compareSpoken(spoken[0]!, spoken[1]!)
  }

  /** Plays two things that were spoken one after the other. */
  async compareSpoken(a: Utterance, b: Utterance): Promise<void> {
    this.#set({
      isPreparing: false,
      comparison: new Comparison(a, b),
      history: remembered(this.#state.history),
    })
    await this.playBoth()
  }

  /** Plays the first side of the comparison, then the second. */
  async playBoth(): Promise<void> {
    this.#interrupt()
    this.#next = () => void this.#playSide('b', 0)
    await this.#playSide('a', 0)
  }

  /** Plays a side of the comparison: from the place at which the other one is being heard, else from its start. */
  async choose(side: Side): Promise<void> {
    const { comparison, side: from } = this.#state
    if (comparison === undefined) return
    const { position } = this
    this.#interrupt()
    const start = position === undefined ? 0 : side === from ? position : comparison.samePlace(from, position)
    await this.#playSide(side, start)
  }

  close(): void {
    this.stop()
    this.#closePlayer()
  }

  async #playSide(side: Side, from: number): Promise<void> {
    const { comparison } = this.#state
    if (comparison === undefined) return
    this.#set({ side })
    await this.#play(comparison[side], { from, volume: comparison.volume(side) })
  }

  async #play(utterance: Utterance, { from = 0, volume = 1 } = {}): Promise<void> {
    const { signal } = this.#ending
    this.#set({ shown: utterance, isBusy: true })
    try {
      const player = await this.#playerFor(utterance)
      if (signal.aborted) return
      this.#begin(player, { isLive: false, from, volume })
      player.push(utterance.samples().slice(Math.round(from * utterance.settings.format.sampleRate)))
      player.complete()
    } catch (playError) {
      if (!signal.aborted) this.#set({ isBusy: false, playError })
    }
  }

  #begin(player: Player, { isLive, from, volume }: { isLive: boolean; from: number; volume: number }): void {
    this.#isLive = isLive
    player.setVolume(volume)
    player.begin()
    this.#offset = from
    this.#playing = player
  }

  /** Ends what is being done. Returns the signal of what comes instead. */
  #interrupt(): AbortController {
    this.#ending.abort()
    this.#ending = new AbortController()
    this.#next = undefined
    this.#playing?.stop()
    this.#playing = undefined
    const { shown } = this.#state
    if (shown?.status === 'asked' || shown?.status === 'arriving') shown.status = 'interrupted'
    this.#set({ playError: undefined })
    return this.#ending
  }

  /** The player for the sample rate of an utterance. There is only one at a time. */
  #playerFor({ settings }: Utterance): Promise<Player> {
    const rate = settings.format.sampleRate
    if (this.#player?.rate !== rate) {
      this.#closePlayer()
      const opening = { rate, opened: Player.open(rate) }
      this.#player = opening
      opening.opened.then(
        (player) => player.onChange(() => this.#followed(player)),
        () => {
          if (this.#player === opening) this.#player = undefined
        },
      )
    }
    return this.#player!.opened
  }

  #closePlayer(): void {
    this.#player?.opened.then(
      (player) => player.close(),
      () => {}, // it was not opened
    )
  }

  /** The player has reported something. */
  #followed(player: Player): void {
    const { shown } = this.#state
    if (player !== this.#playing || shown === undefined) return
    const { phase, since, underruns, missing } = player.heard
    if (underruns > shown.gaps.count) shown.gaps = { count: underruns, seconds: missing }
    if (this.#isLive) shown.heardAt ??= since
    if (phase !== 'over') {
      this.#set({})
      return
    }
    this.#playing = undefined
    const next = this.#next
    this.#next = undefined
    if (next === undefined) this.#set({ isBusy: false })
    else next()
  }

  #remember(utterance: Utterance): void {
    this.#set({ history: remembered([utterance, ...this.#state.history]) })
  }

  #set(changes: Partial<StudioState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}

function fail(utterance: Utterance, error: unknown): void {
  utterance.status = 'failed'
  utterance.error = error
}
