import { STATUS } from '../../../src/http/errors.ts'
import { post } from '../../support/request.ts'
import { type Random, randomBody } from './frames.ts'
import { isRightBody } from './meaning.ts'

/** What may come of a body that is right in its fields. */
const MAY_FAIL = ['missing_transcript', 'input_too_long', 'voice_not_found']

/** Posts a random body to one of the two endpoints. Throws when the answer is not one of those that may come. */
export async function postBody(url: string, key: string, random: Random): Promise<void> {
  const body = randomBody(random)
  const isStream = random() < 0.5
  const leaves = random() < 0.05
  const answer = await post(`${url}${isStream ? '/tts/sse' : '/tts/bytes'}`, key, body)
  const said = () => `${answer.status} to ${isStream ? 'sse' : 'bytes'} ${String(body).slice(0, 1000)}`
  if (leaves) {
    await answer.body?.cancel()
    return
  }
  const text = new TextDecoder('utf-8', { fatal: true })
  const isRight = isRightBody(decoded(body), isStream)
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status === 200) {
    if (!isRight || type.startsWith('application/json')) throw new Error(`${said()}: ${type}`)
    const bytes = await answer.bytes()
    if (!isStream && bytes.length === 0) throw new Error(`${said()}: no audio`)
    if (isStream) checkEvents(text.decode(bytes), said())
    return
  }
  const { error, message } = (await answer.json()) as { error: keyof typeof STATUS; message: unknown }
  const isKnown = STATUS[error] === answer.status && answer.status !== 500
  if (!isKnown || typeof message !== 'string' || (isRight && !MAY_FAIL.includes(error)))
    throw new Error(`${said()}: ${error} ${message}`)
}

function decoded(body: string | Uint8Array): string {
  return typeof body === 'string' ? body.toWellFormed() : new TextDecoder().decode(body)
}

function checkEvents(stream: string, said: string): void {
  const frames = stream
    .trimEnd()
    .split('\n\n')
    .map((event) => JSON.parse(event.slice('data: '.length)))
  const ends = frames.filter(({ done }) => done)
  if (ends.length !== 1 || ends[0] !== frames.at(-1) || frames.length < 2)
    throw new Error(`${said}: ${stream}`)
}
