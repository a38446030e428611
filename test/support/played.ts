import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/** A sound that a page plays: how far it is, and its loudest sample. */
export interface Played {
  /** Seconds that have been heard. */
  readonly seconds: number
  /** From 0 to 1. */
  readonly peak: number
}

/** Keeps account of what a page plays from now on. */
export async function listenTo(page: Page): Promise<void> {
  await page.evaluate(`{
    globalThis.sounds = []
    const files = new Map() // a page may not fetch what it has at such an address
    const address = URL.createObjectURL
    URL.createObjectURL = (file) => {
      const made = address.call(URL, file)
      files.set(made, file)
      return made
    }
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      globalThis.sounds.push({ element: this, file: files.get(this.src) })
      return play.call(this)
    }
    const start = AudioBufferSourceNode.prototype.start
    AudioBufferSourceNode.prototype.start = function (...times) {
      globalThis.sounds.push({ context: this.context, begun: this.context.currentTime, buffer: this.buffer })
      return start.apply(this, times)
    }
  }`)
}

/** How many sounds a page has begun to play. */
export function soundsOf(page: Page): Promise<number> {
  return page.evaluate('globalThis.sounds.length')
}

/** The last sound that a page has begun to play. */
function lastPlayed(page: Page): Promise<Played> {
  return page.evaluate(`(async () => {
    const { element, file, context, begun, buffer } = globalThis.sounds.at(-1)
    const sound = buffer ?? (await new OfflineAudioContext(1, 1, 44100).decodeAudioData(await file.arrayBuffer()))
    const peak = sound.getChannelData(0).reduce((most, each) => Math.max(most, Math.abs(each)), 0)
    return { seconds: element ? element.currentTime : context.currentTime - begun, peak }
  })()`)
}

/** Waits until the last sound is heard: time passes in it, and it is not silent. */
export async function untilHeard(page: Page): Promise<void> {
  await eventually(async () => {
    if ((await soundsOf(page)) === 0) return false
    const { seconds, peak } = await lastPlayed(page)
    return seconds > 0.2 && peak > 0.05
  })
}
