/** Longest that a recording may be (seconds): more speech is not taken. */
export const LONGEST = 60

/** The samples that a level is taken of: more than come between two polls. */
const WINDOW = 8192
/** Fine enough that nothing of a voice is lost (bits a second). */
const BIT_RATE = 192_000

/** Why there is no recording, and what to do about it. */
export class MicrophoneError extends Error {
  readonly advice: string

  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options)
    this.advice = advice
  }
}

/** Records a microphone as it is, without what browsers do to make calls clearer: that changes the voice. */
export class Recorder {
  readonly #stream: MediaStream
  readonly #context = new AudioContext()
  readonly #analyser: AnalyserNode
  readonly #recorder: MediaRecorder
  readonly #stopped: Promise<unknown>
  readonly #parts: Blob[] = []
  readonly #begunAt = performance.now()
  readonly #samples = new Float32Array(WINDOW)

  private constructor(stream: MediaStream) {
    this.#stream = stream
    this.#analyser = this.#context.createAnalyser()
    this.#analyser.fftSize = WINDOW
    this.#context.createMediaStreamSource(stream).connect(this.#analyser)
    this.#recorder = new MediaRecorder(stream, { audioBitsPerSecond: BIT_RATE })
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#parts.push(data))
    this.#stopped = new Promise((resolve) => this.#recorder.addEventListener('stop', resolve))
    this.#recorder.start()
  }

  /**
   * Begins to record, when the browser may.
   *
   * @throws MicrophoneError
   */
  static async start(): Promise<Recorder> {
    if (navigator.mediaDevices === undefined)
      throw new MicrophoneError(
        'The browser gives this page no microphone.',
        'Browsers do so only on https pages and on localhost. Open the dashboard that way, or choose a file.',
      )
    const audio = {
      channelCount: 1,
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
    }
    const stream = await navigator.mediaDevices.getUserMedia({ audio }).catch((cause: unknown) => {
      throw refusalOf(cause)
    })
    try {
      return new Recorder(stream)
    } catch (cause) {
      letGo(stream)
      throw refusalOf(cause)
    }
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (performance.now() - this.#begunAt) / 1000
  }

  /** True when nothing is recorded any more: it was stopped, or the microphone was unplugged. */
  get hasEnded(): boolean {
    return this.#recorder.state === 'inactive'
  }

  /** The largest sample of the last moments, from 0 to 1. */
  get peak(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples)
    return this.#samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
  }

  /** Ends the recording. */
  async stop(): Promise<Blob> {
    if (!this.hasEnded) this.#recorder.stop()
    await this.#stopped
    this.close()
    return new Blob(this.#parts, { type: this.#recorder.mimeType })
  }

  /** Lets go of the microphone. */
  close(): void {
    letGo(this.#stream)
    if (this.#context.state !== 'closed') void this.#context.close()
  }
}

function letGo(microphone: MediaStream): void {
  for (const track of microphone.getTracks()) track.stop()
}

function refusalOf(cause: unknown): MicrophoneError {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'NotAllowedError')
    return new MicrophoneError(
      'The browser may not use the microphone.',
      'Allow it beside the address of this page, or in the settings of the browser and the system, and try again.',
      { cause },
    )
  if (name === 'NotFoundError')
    return new MicrophoneError('No microphone was found.', 'Connect one and try again, or choose a file.', {
      cause,
    })
  return new MicrophoneError(
    'The microphone cannot be used.',
    'Another program may have it. Close that and try again, or choose a file.',
    { cause },
  )
}
