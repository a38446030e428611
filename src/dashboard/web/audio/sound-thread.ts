import { type PlayerCommand, PlayerCore, type PlayerReport } from './player-core.ts'
import PLAYER from './player-worklet.ts?url'

/** Where a {@link PlayerCore} runs. */
export interface SoundThread {
  /** What it plays comes out here. */
  readonly node: AudioNode
  send(command: PlayerCommand): void
}

/** Samples of a block where there is no thread of the sound. */
const LARGE_BLOCK = 1024

/**
 * Starts a player in the thread of the sound. Browsers have none for pages from other computers that come without TLS: there
 * it runs in the page, where a busy page can be heard.
 */
export async function startThread(
  context: AudioContext,
  report: (report: PlayerReport) => void,
): Promise<SoundThread> {
  if (context.audioWorklet === undefined) return inPage(context, report)
  await context.audioWorklet.addModule(PLAYER)
  const node = new AudioWorkletNode(context, 'player', { numberOfInputs: 0, outputChannelCount: [1] })
  node.port.onmessage = ({ data }: MessageEvent<PlayerReport>) => report(data)
  const send = (command: PlayerCommand) => {
    node.port.postMessage(command, command.type === 'samples' ? [command.samples.buffer] : [])
  }
  return { node, send }
}

function inPage(context: AudioContext, report: (report: PlayerReport) => void): SoundThread {
  const core = new PlayerCore(context.sampleRate, report)
  const node = context.createScriptProcessor(LARGE_BLOCK, 0, 1)
  node.onaudioprocess = ({ outputBuffer, playbackTime }) =>
    core.fill(outputBuffer.getChannelData(0), playbackTime)
  return { node, send: (command) => core.take(command) }
}
