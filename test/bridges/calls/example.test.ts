import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleOf } from '../../support/client-example.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
import { TwilioLine } from './lines.ts'

let service: Service
let member: Member
let folder: string
beforeAll(async () => {
  service = await startService()
  member = await service.member(10_000)
  folder = await mkdtemp(join(tmpdir(), 'purr-twilio-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

async function bytesOf(transcript: string): Promise<Buffer> {
  const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
  const answer = await post(`${service.url}/tts/bytes`, member.key, {
    ...goodRequest,
    transcript,
    output_format,
  })
  return Buffer.from(await answer.arrayBuffer())
}

test('the program for Twilio greets a caller, and answers the key that is pressed in the middle of it', async () => {
  const [file, port] = [join(folder, 'twilio.mjs'), await freePort()]
  await Bun.write(file, exampleOf('Twilio', 'js'))
  const env = {
    ...process.env,
    PURR: service.url,
    KEY: member.key,
    HOST: 'purr.example.com',
    PORT: `${port}`,
  }
  const program = Bun.spawn([process.execPath, file], { env, stdout: 'inherit', stderr: 'inherit' })
  try {
    const callId = 'CA0123456789abcdef0123456789abcdef'
    const ask = () =>
      fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: new URLSearchParams({ CallSid: callId }) })
    let twiml = ''
    await eventually(async () => {
      twiml = await ask().then(
        (answer) => answer.text(),
        () => '',
      )
      return twiml !== ''
    })
    expect(twiml).toContain('<Stream url="wss://purr.example.com/calls/twilio">')
    expect(twiml).not.toContain(member.key)
    const parameters = Object.fromEntries(
      [...twiml.matchAll(/<Parameter name="(.*?)" value="(.*?)" \/>/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    )
    const line = await TwilioLine.connect(service.url, { callId, parameters })
    await line.until(() => line.frames.length > 20)
    // The program may connect a moment later; a key that nobody hears of does nothing.
    while (!line.said.some(({ message }) => message === 'clear')) {
      line.press('1')
      await Bun.sleep(100)
    }
    const clear = line.said.find(({ message }) => message === 'clear')!
    await line.until(() => line.said.at(-1)!.message.startsWith('mark'))
    const [greeting, hours] = await Promise.all([
      bytesOf(parameters.announcement!),
      bytesOf('We are open from nine to five.'),
    ])
    const [heard, then] = [line.audio.subarray(0, clear.after * 160), line.audio.subarray(clear.after * 160)]
    expect(greeting.subarray(0, heard.length).equals(heard)).toBe(true)
    expect(then.subarray(0, hours.length).equals(hours)).toBe(true)
    line.hangUp()
  } finally {
    program.kill()
    await program.exited
  }
})
