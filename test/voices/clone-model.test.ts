import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npyOf } from '../../src/engines/onnx/npy.ts'
import { openModel } from '../../src/engines/registry.ts'
import type { Model } from '../../src/engines/shared/model.ts'
import { silentLog } from '../../src/telemetry/log.ts'
import { outdatedClones } from '../../src/voices/outdated-clones.ts'
import type { Voice } from '../../src/voices/voices.ts'
import { CLONED, ControlledCloner } from '../support/controlled-cloner.ts'
import { formWith, postClone } from '../support/form.ts'
import { pocketWeights, randomVoice, TOKEN, writePocket } from '../support/onnx/pocket.ts'
import { ownVoices } from '../support/own-voices.ts'
import { seeded } from '../support/random.ts'
import { wavFile } from '../support/recordings.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { toneModel } from '../support/tone-model.ts'

const random = seeded(4)
const samples = Float32Array.from({ length: 4 * 22_050 }, () => random() - 0.5)
const clip = wavFile(samples)
const HUM = toneModel('hum-1')

let root: string
let pocket: Model
let service: Service
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pocket-clones-'))
  const folder = join(root, 'pocket')
  await writePocket(join(folder, 'files'), pocketWeights(1), { layout: 'bundle', end: 80 })
  const voice = npyOf({ shape: [1, 6, TOKEN], data: randomVoice(6, 2) })
  await Bun.write(join(folder, 'files', 'alba.npy'), voice)
  const voices = [{ name: 'Alba', voice: 'alba.npy', language: 'en-GB' }]
  await Bun.write(join(folder, 'config.json'), JSON.stringify({ engine: 'pocket', pace: 0.9, voices }))
  const log = silentLog()
  pocket = await openModel('pocket', { folder, env: {}, log })
  service = await startService({ models: [pocket, HUM], cloner: new ControlledCloner() })
})
afterAll(async () => {
  await service.close()
  await pocket.engine.close()
  await rm(root, { recursive: true })
})

let member: Member & { readonly url: string }
beforeEach(async () => {
  member = { ...(await service.member(10_000)), url: service.url }
})

test('a voice is made by the model that is named, and belongs to it', async () => {
  const answer = await postClone(member, formWith({ clip, model_id: 'pocket' }))
  expect(answer.status).toBe(200)
  const voice = (await answer.json()) as Voice
  expect(voice).toMatchObject({ name: 'Ann', language: 'en-US', model_id: 'pocket', is_owner: true })
  const [row] = await ownVoices(service, member)
  expect(row).toMatchObject({ id: voice.id, modelId: 'pocket', profile: null, model: null })
  expect(row!.speaker).toEqual({
    voice: expect.stringMatching(/^[0-9a-f-]{36}$/),
    prompt: expect.stringMatching(/^1024:/),
    speed: 1,
    pace: 0.9,
  })
  // It is never fitted to other weights of the main model.
  expect(await outdatedClones(service.storage.db, 'other weights')).not.toContain(voice.id)

  const speak = (id: string, model_id?: string) => {
    const body = { ...goodRequest, model_id, voice: { mode: 'id', id } }
    return post(`${service.url}/tts/bytes`, member.key, body)
  }
  const speech = await speak(voice.id, 'pocket')
  expect(speech.status).toBe(200)
  const spoken = await speech.bytes()
  expect(spoken.length).toBeGreaterThan(10_000)
  const shared = await (await speak(pocket.voices[0]!.id, 'pocket')).bytes()
  expect(Buffer.from(spoken).equals(shared)).toBe(false)
  const elsewhere = await speak(voice.id, 'gepard-1.0')
  expect([elsewhere.status, ((await elsewhere.json()) as { error: string }).error]).toEqual([
    404,
    'voice_not_found',
  ])
})

test.each([undefined, '', 'gepard-1.0'])(
  'with model_id %j it is made for the main model',
  async (model_id) => {
    const answer = await postClone(member, formWith({ model_id }))
    expect(await answer.json()).toMatchObject({ model_id: 'gepard-1.0' })
    const [row] = await ownVoices(service, member)
    expect(row).toMatchObject({ modelId: 'gepard-1.0', profile: CLONED.profile, model: CLONED.model })
  },
)

describe('a clone is refused', () => {
  async function refused(changes: Record<string, string | Uint8Array>) {
    const answer = await postClone(member, formWith(changes))
    expect(await ownVoices(service, member)).toEqual([])
    const { error, message } = (await answer.json()) as { error: string; message: string }
    return { status: answer.status, error, message }
  }

  test('for a model that is not there, or makes none', async () => {
    expect(await refused({ model_id: 'sonic-3' })).toEqual({
      status: 400,
      error: 'unknown_model',
      message: 'model_id "sonic-3" is not a model of this service. Use "gepard-1.0", "pocket".',
    })
    expect(await refused({ model_id: 'hum-1' })).toMatchObject({
      error: 'unknown_model',
      message: 'model_id "hum-1" makes no voices of recordings. Use "gepard-1.0", "pocket".',
    })
  })

  test('for a language that the model does not read', async () => {
    expect(await refused({ model_id: 'pocket', language: 'de', clip })).toEqual({
      status: 400,
      error: 'invalid_language',
      message: 'The model "pocket" does not speak de. It speaks en. Choose another model_id.',
    })
  })

  test('for a recording that the model cannot use', async () => {
    const short = wavFile(samples.subarray(0, 22_050))
    expect(await refused({ model_id: 'pocket', clip: short })).toEqual({
      status: 400,
      error: 'invalid_clip',
      message: 'The clip has only 1.0 s; at least 3 s are needed, and 10 s are best.',
    })
  })
})
