import { type PlayerCommand, PlayerCore } from './player-core.ts'

/*
 * The thread of the sound. `player.ts` loads this file by its address.
 */

declare const sampleRate: number
declare const currentTime: number
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

class PlayerProcessor extends AudioWorkletProcessor {
  readonly #core = new PlayerCore(sampleRate, (report) => this.port.postMessage(report))

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<PlayerCommand>) => this.#core.take(data)
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    this.#core.fill(outputs[0]![0]!, currentTime)
    return true
  }
}

registerProcessor('player', PlayerProcessor)
