import { useSyncExternalStore } from 'react'
import { toastError } from '../../ui/toast.tsx'

/** What becomes of a sound: it is not played, is on its way, or is heard. */
type PlayState = 'still' | 'loading' | 'playing'

interface Playing {
  readonly key: string
  readonly state: PlayState
}

const NOTHING: Playing = { key: '', state: 'still' }

/** Plays one sound at a time: what is played next ends what is played now. */
class Player {
  readonly #audio = new Audio()
  readonly #watchers = new Set<() => void>()
  #playing = NOTHING
  #address: string | undefined

  constructor() {
    this.#audio.addEventListener('ended', () => this.stop())
  }

  get playing(): Playing {
    return this.#playing
  }

  /** Plays a sound, or stops it if it is the one that is played. */
  async toggle(key: string, source: () => Promise<Blob>): Promise<void> {
    const isOn = this.#playing.key === key
    this.stop()
    if (isOn) return
    const playing: Playing = { key, state: 'loading' }
    this.#change(playing)
    try {
      const sound = await source()
      if (this.#playing !== playing) return
      this.#address = URL.createObjectURL(sound)
      this.#audio.src = this.#address
      await this.#audio.play()
      if (this.#playing === playing) this.#change({ key, state: 'playing' })
    } catch (error) {
      if (this.#playing !== playing) return
      this.stop()
      toastError(error)
    }
  }

  stop(): void {
    this.#audio.pause()
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address)
    this.#address = undefined
    this.#change(NOTHING)
  }

  readonly watch = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => {
      this.#watchers.delete(watcher)
    }
  }

  #change(playing: Playing): void {
    this.#playing = playing
    for (const watcher of this.#watchers) watcher()
  }
}

/** Plays the samples and clips of the page. */
export const player = new Player()

/** What becomes of the sound with a key. */
export function usePlayState(key: string): PlayState {
  return useSyncExternalStore(player.watch, () => {
    const { playing } = player
    return playing.key === key ? playing.state : 'still'
  })
}
