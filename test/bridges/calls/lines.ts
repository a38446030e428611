const FRAME_TIME = 20

/** A frame that came from the server. */
export interface Heard {
  readonly at: number
  readonly frame: Buffer
}

export interface StreamOptions {
  readonly headers?: Record<string, string>
  /** Of the stream's start. */
  readonly parameters?: Record<string, string>
  readonly callId?: string
  /** Of the address. */
  readonly query?: Record<string, string>
}

/**
 * The telephone system's end of a media stream, as its protocol is published. It plays what it gets in real time, one
 * frame each 20 ms, and says when a mark is reached.
 */
abstract class Line {
  readonly frames: Heard[] = []
  /** All else that was said, in its order, with how many frames came before it. */
  readonly said: { readonly at: number; readonly after: number; readonly message: string }[] = []
  closed: { readonly code: number; readonly reason: string } | undefined
  readonly socket: WebSocket
  readonly #changed: (() => void)[] = []
  /** When all that came will have been played. */
  #playedAt = 0
  #marks: { readonly name: string; readonly timer: Timer }[] = []

  protected constructor(
    url: string,
    path: string,
    { headers, query = {} }: StreamOptions,
    protocols?: string,
  ) {
    const address = new URL(url.replace(/^http/, 'ws') + path)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    this.socket = new WebSocket(address, { headers, protocols } as never)
    this.socket.binaryType = 'arraybuffer'
    this.socket.onmessage = ({ data }) => {
      this.receive(data)
      this.tell()
    }
    this.socket.onclose = ({ code, reason }) => {
      for (const { timer } of this.#marks) clearTimeout(timer)
      this.closed = { code, reason }
      this.tell()
    }
  }

  async opened(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.socket.onopen = () => resolve()
      this.socket.onerror = () => reject(new Error('the handshake was refused'))
    })
    return this
  }

  get audio(): Buffer {
    return Buffer.concat(this.frames.map(({ frame }) => frame))
  }

  /** Milliseconds of audio that came and was not played yet. */
  get buffered(): number {
    return Math.max(0, this.#playedAt - performance.now())
  }

  abstract press(digit: string): void

  hangUp(): void {
    this.socket.close()
  }

  /** Resolves when something holds. It fails late, as `eventually` does. */
  async until(isSo: () => boolean): Promise<void> {
    const giveUp = Date.now() + 90_000
    while (!isSo()) {
      if (Date.now() > giveUp)
        throw new Error(`it never came about: ${this.said.map(({ message }) => message)}`)
      const changed = Promise.withResolvers<void>()
      this.#changed.push(changed.resolve)
      await Promise.race([changed.promise, Bun.sleep(1000)])
    }
  }

  protected abstract receive(data: string | ArrayBuffer): void
  protected abstract markReached(name: string): void

  protected hear(frame: Buffer): void {
    this.frames.push({ at: performance.now(), frame })
    this.#playedAt = Math.max(this.#playedAt, performance.now()) + FRAME_TIME
  }

  protected note(message: string): void {
    this.said.push({ at: performance.now(), after: this.frames.length, message })
  }

  protected mark(name: string): void {
    const timer = setTimeout(() => {
      this.#marks = this.#marks.filter((each) => each.timer !== timer)
      this.markReached(name)
    }, this.buffered)
    this.#marks.push({ name, timer })
  }

  /** Drops what was not played; gives the marks in it. */
  protected drop(): string[] {
    this.#playedAt = 0
    for (const { timer } of this.#marks) clearTimeout(timer)
    return this.#marks.splice(0).map(({ name }) => name)
  }

  protected tell(): void {
    for (const resolve of this.#changed.splice(0)) resolve()
  }
}

/** Twilio's end of `<Connect><Stream>`. */
export class TwilioLine extends Line {
  readonly callId: string
  readonly streamSid = `MZ${crypto.randomUUID().replaceAll('-', '')}`
  #sequence = 0

  protected constructor(url: string, options: StreamOptions, path = '/calls/twilio') {
    super(url, path, options)
    this.callId = options.callId ?? `CA${crypto.randomUUID().replaceAll('-', '')}`
  }

  static async connect(url: string, options: StreamOptions = {}): Promise<TwilioLine> {
    const line = await new TwilioLine(url, options).opened()
    line.send({ event: 'connected', protocol: 'Call', version: '1.0.0' })
    const { callId: callSid, streamSid } = line
    line.say('start', {
      start: {
        accountSid: 'AC00000000000000000000000000000000',
        streamSid,
        callSid,
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        customParameters: options.parameters ?? {},
      },
    })
    return line
  }

  press(digit: string): void {
    this.say('dtmf', { dtmf: { track: 'inbound_track', digit } })
  }

  /** What the caller says, which comes all the time. */
  talk(): void {
    this.say('media', { media: { track: 'inbound', chunk: '1', timestamp: '5', payload: 'f39/f38=' } })
  }

  stop(): void {
    this.say('stop', { stop: { callSid: this.callId } })
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  say(event: string, fields: object): void {
    this.send({ event, sequenceNumber: String(++this.#sequence), streamSid: this.streamSid, ...fields })
  }

  protected override receive(data: string | ArrayBuffer): void {
    const { event, streamSid, media, mark } = JSON.parse(data as string)
    this.checkStream(streamSid)
    if (event === 'media') {
      this.hear(Buffer.from(media.payload, 'base64'))
      return
    }
    this.note(event === 'mark' ? `mark ${mark.name}` : event)
    if (event === 'mark') this.mark(mark.name)
    else if (event === 'clear') for (const name of this.drop()) this.markReached(name)
    else throw new Error(`not in the protocol: ${data}`)
  }

  protected checkStream(streamSid: unknown): void {
    if (streamSid !== this.streamSid) throw new Error(`of another stream: ${streamSid}`)
  }

  protected markReached(name: string): void {
    this.say('mark', { mark: { name } })
  }
}

/** Telnyx's end of media streaming in the mode `rtp`. */
export class TelnyxLine extends TwilioLine {
  static override async connect(
    url: string,
    options: StreamOptions & { encoding?: string } = {},
  ): Promise<TelnyxLine> {
    const line = await new TelnyxLine(url, options, '/calls/telnyx').opened()
    line.send({ event: 'connected', version: '1.0.0' })
    line.say('start', {
      start: {
        user_id: crypto.randomUUID(),
        call_control_id: line.callId,
        call_session_id: crypto.randomUUID(),
        from: '+13122010094',
        to: '+13122123456',
        custom_parameters: options.parameters ?? {},
        media_format: { encoding: options.encoding ?? 'PCMU', sample_rate: 8000, channels: 1 },
      },
    })
    return line
  }

  override say(event: string, fields: object): void {
    this.send({ event, sequence_number: '1', stream_id: this.streamSid, ...fields })
  }

  protected override checkStream(streamSid: unknown): void {
    if (streamSid !== undefined) throw new Error('Telnyx has no streamSid')
  }
}

/** Asterisk's end of chan_websocket: it drops what is not in whole frames, and what does not fit into its queue. */
export class AsteriskLine extends Line {
  readonly callId: string
  readonly #isJson: boolean
  readonly #frameBytes: number
  readonly #xoff: number
  #isBuffering = false
  #isFull = false
  /** What Asterisk would have lost. */
  dropped = 0

  protected constructor(
    url: string,
    options: StreamOptions,
    isJson: boolean,
    frameBytes: number,
    xoff: number,
  ) {
    super(url, '/calls/asterisk', options, 'media')
    this.callId = options.callId ?? crypto.randomUUID()
    this.#isJson = isJson
    this.#frameBytes = frameBytes
    this.#xoff = xoff
  }

  /** @param xoff frames in its queue from which it has no room */
  static async connect(
    url: string,
    { json = false, codec = 'ulaw', bytes = 160, xoff = 900, ...options }: AsteriskOptions = {},
  ): Promise<AsteriskLine> {
    const line = await new AsteriskLine(url, options, json, bytes, xoff).opened()
    line.event('MEDIA_START', {
      connection_id: line.callId,
      channel: 'WebSocket/purr/0x5140001a0040',
      channel_id: 'pbx-1.9',
      format: codec,
      optimal_frame_size: bytes,
      ptime: 20,
    })
    return line
  }

  press(digit: string): void {
    this.event('DTMF_END', { digit })
  }

  event(event: string, fields: Record<string, string | number> = {}): void {
    const words = Object.entries(fields).map(([name, value]) =>
      name === 'correlation_id' ? value : `${name}:${value}`,
    )
    this.socket.send(this.#isJson ? JSON.stringify({ event, ...fields }) : [event, ...words].join(' '))
  }

  protected receive(data: string | ArrayBuffer): void {
    if (typeof data === 'string') this.#command(data)
    else this.#media(Buffer.from(data))
  }

  protected markReached(name: string): void {
    this.event('MEDIA_BUFFERING_COMPLETED', { correlation_id: name })
  }

  #command(data: string): void {
    if (Buffer.byteLength(data) > 128) throw new Error('Asterisk drops it')
    const { command, correlation_id } = this.#isJson
      ? JSON.parse(data)
      : { command: data.split(' ')[0], correlation_id: data.split(' ')[1] }
    this.note(correlation_id === undefined ? command : `${command} ${correlation_id}`)
    if (command === 'START_MEDIA_BUFFERING') this.#isBuffering = true
    else if (command === 'STOP_MEDIA_BUFFERING') {
      this.#isBuffering = false
      this.mark(correlation_id)
    } else if (command === 'FLUSH_MEDIA') {
      this.#isBuffering = false
      this.drop()
    } else if (command === 'HANGUP') this.socket.close(1000)
    else throw new Error(`not in the protocol: ${data}`)
  }

  #media(audio: Buffer): void {
    if (audio.length > 65_500) throw new Error('Asterisk hangs up')
    if (!this.#isBuffering || audio.length % this.#frameBytes > 0) this.dropped += audio.length
    for (let at = 0; at < audio.length; at += this.#frameBytes) {
      if (this.buffered / FRAME_TIME > 1000) this.dropped++
      this.hear(audio.subarray(at, at + this.#frameBytes))
    }
    if (this.#isFull || this.buffered / FRAME_TIME <= this.#xoff) return
    this.#isFull = true
    this.event('MEDIA_XOFF')
    setTimeout(() => {
      this.#isFull = false
      this.event('MEDIA_XON')
    }, this.buffered / 2)
  }
}

export interface AsteriskOptions extends StreamOptions {
  readonly json?: boolean
  readonly codec?: string
  readonly bytes?: number
  readonly xoff?: number
}
