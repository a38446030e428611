import type { LoadLocalModel } from '../../../src/engines/onnx/local-model.ts'

const SAMPLE_RATE = 24_000
/** A step of a large model that streams (milliseconds), and what it gives (seconds): half as fast as speech. */
const STEP = 200
const PIECE = 0.1
const PIECES = 30

/** A model that keeps its worker busy and says nothing of interest. */
const load: LoadLocalModel = async () => ({
  sampleRate: SAMPLE_RATE,
  voices: ['slow'],
  hasSpeed: false,
  wordTimes: 'estimated',
  async *speak() {
    for (let piece = 0; piece < PIECES; piece++) {
      const end = performance.now() + STEP
      let sum = 0
      while (performance.now() < end) for (let i = 0; i < 10_000; i++) sum += Math.sqrt(i)
      const pcm = new Float32Array(SAMPLE_RATE * PIECE).fill(Math.min(0.1, sum))
      yield { pcm }
    }
  },
})
export default load
