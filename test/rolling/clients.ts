import { listen, type Transport } from '../support/listener.ts'
import { goodRequest } from '../support/request.ts'
import { SpeechClient } from '../support/speech-client.ts'

/** What became of the turns of some clients. */
export interface Tally {
  /** Heard to the end. */
  complete: number
  /** Refused, or not reached, before any audio: the client may try again. */
  readonly notBegun: string[]
  /** Begun and not heard to the end. There must be none. */
  readonly lost: string[]
  /** WebSockets that the server closed with 1001, after which the client connected again. */
  reconnected: number
  /** WebSockets that ended in another way. There must be none. */
  readonly broken: string[]
}

interface Caller {
  readonly url: string
  readonly key: string
}

const RAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
const GOING_AWAY = 1001

/** Has turns spoken one after the other until it is told to stop. */
export async function keepListening(
  transport: Transport,
  caller: Caller,
  texts: readonly string[],
  tally: Tally,
  over: AbortSignal,
): Promise<void> {
  for (let turn = 0; !over.aborted; turn++) {
    const { audio, isComplete, error } = await listen(transport, caller, [texts[turn % texts.length]!])
    if (isComplete && error === undefined) tally.complete++
    else if (audio === 0) tally.notBegun.push(`${transport}: ${error ?? 'no answer'}`)
    else tally.lost.push(`${transport}: ${audio} bytes, ${error ?? 'no end'}`)
    if (!isComplete) await Bun.sleep(100)
  }
}

/** The same on one WebSocket, which it opens again when the server goes away. */
export async function keepTalking(
  { url, key }: Caller,
  texts: readonly string[],
  tally: Tally,
  over: AbortSignal,
): Promise<void> {
  let client: SpeechClient | undefined
  for (let turn = 0; !over.aborted; turn++) {
    client ??= await SpeechClient.connect(url, key).catch(() => undefined)
    if (client === undefined) {
      tally.notBegun.push('one socket: not connected')
      await Bun.sleep(100)
      continue
    }
    const context = `turn-${turn}`
    const open = client
    open.send({
      ...goodRequest,
      output_format: RAW,
      transcript: texts[turn % texts.length],
      context_id: context,
    })
    const end = () => open.of(context).find(({ done }) => done === true)
    await open.until(() => open.closed !== undefined || end() !== undefined)
    const hasAudio = open.of(context).some(({ type }) => type === 'chunk')
    if (end()?.type === 'done') tally.complete++
    else if (hasAudio)
      tally.lost.push(`one socket: ${end()?.error_code ?? `closed with ${open.closed?.code}`}`)
    else tally.notBegun.push(`one socket: ${end()?.error_code ?? `closed with ${open.closed?.code}`}`)
    if (open.closed === undefined) continue
    if (open.closed.code === GOING_AWAY) tally.reconnected++
    else tally.broken.push(`${open.closed.code} ${open.closed.reason}`)
    client = undefined
  }
  client?.close()
}
