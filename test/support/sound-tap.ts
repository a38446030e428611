import type { Page } from 'playwright-core'

/** What a page has sent to its loudspeaker, as a tap before it has heard. */
export interface TappedSound {
  /** The loudest sample since the tap was emptied, full scale 1. */
  readonly peak: number
  /** Hz, of the last loudspeaker that was opened; 0: none. */
  readonly sampleRate: number
  /** The text of an element when the first sound was heard; undefined: none was. */
  readonly said: string | undefined
}

/** Listens to everything that is connected to a loudspeaker, and notes what an element said at the first sound. */
const TAP = `(${function tap() {
  const page = globalThis as unknown as {
    AudioNode: { prototype: { connect: (...to: unknown[]) => unknown } }
    AudioDestinationNode: new () => object
    document: { querySelector: (selector: string) => { textContent: string } | null }
    soundTap: { peak: number; sampleRate: number; said: string | undefined; selector: string }
  }
  page.soundTap = { peak: 0, sampleRate: 0, said: undefined, selector: 'body' }
  const { connect } = page.AudioNode.prototype
  page.AudioNode.prototype.connect = function (this: { context: AudioContextLike }, ...to: unknown[]) {
    if (to[0] instanceof page.AudioDestinationNode) listen(this)
    return connect.apply(this, to)
  }
  interface AudioContextLike {
    readonly sampleRate: number
    createAnalyser(): { fftSize: number; getFloatTimeDomainData(into: Float32Array): void }
  }
  function listen(node: { context: AudioContextLike }) {
    const analyser = node.context.createAnalyser()
    analyser.fftSize = 2048
    connect.call(node, analyser)
    page.soundTap.sampleRate = node.context.sampleRate
    const samples = new Float32Array(analyser.fftSize)
    setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
      if (peak > 0.01) page.soundTap.said ??= page.document.querySelector(page.soundTap.selector)?.textContent
      page.soundTap.peak = Math.max(page.soundTap.peak, peak)
    }, 20)
  }
}})()`

/** Puts a tap before the loudspeaker of a page, which is loaded again. */
export async function tapSound(page: Page): Promise<void> {
  await page.addInitScript(TAP)
  await page.reload()
}

/**
 * Empties the tap.
 *
 * @param selector of the element whose text is noted at the next first sound
 */
export async function emptyTap(page: Page, selector: string): Promise<void> {
  await page.evaluate(
    `Object.assign(soundTap, { peak: 0, said: undefined, selector: ${JSON.stringify(selector)} })`,
  )
}

export function tapped(page: Page): Promise<TappedSound> {
  return page.evaluate('({ ...soundTap })')
}
