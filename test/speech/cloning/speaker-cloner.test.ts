import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClipError } from '../../../src/audio/clip/clip.ts'
import type { Speaker } from '../../../src/engines/embedded/speaker.ts'
import { EngineFailure } from '../../../src/engines/shared/engine.ts'
import { SpeakerCloner } from '../../../src/speech/cloning/analysis-processes.ts'
import { AnalysisTimeout, type ClonedSpeaker } from '../../../src/speech/cloning/cloner.ts'
import { measure, speechOf } from '../../../src/speech/cloning/measure.ts'
import { detectVoice } from '../../../src/speech/cloning/voice-activity.ts'
import { mean } from '../../bench/statistics.ts'
import { eventually } from '../../support/eventually.ts'
import { patientCloner } from '../../support/patient-cloner.ts'
import { inNoise, recorded, someone, telephoned, wavFile } from '../../support/recordings.ts'

const SAYING =
  'Nobody had told the captain about the storm. She read the letter again, folded it and went below.'

const OWNER = 'its owner'

const cloner = patientCloner()
afterAll(() => cloner.close())

const PEOPLE = {
  'a deep man': { logF0: Math.log(95), warp: 0.87, range: 0.7, breath: 0.5 },
  'a man of middle pitch': { logF0: Math.log(120), warp: 0.93 },
  'a lively woman': { logF0: Math.log(215), warp: 1.06, range: 1.3 },
  'a child': { logF0: Math.log(270), warp: 1.15, breath: -0.5 },
  'a dark voice': { equaliser: Array.from({ length: 64 }, (_, band) => 0.8 - band * 0.025) },
} satisfies Record<string, Partial<Speaker>>

/** A good recording of a person, and its clone. */
interface Clean {
  readonly clip: Float32Array
  readonly cloned: ClonedSpeaker
}

/** Of each person, once: a clone takes seconds. */
const clean = new Map<string, Promise<Clean>>()

function cleanOf(person: keyof typeof PEOPLE): Promise<Clean> {
  const make = async () => {
    const clip = await recorded(someone(PEOPLE[person]))
    return { clip, cloned: await cloner.clone(wavFile(clip), OWNER) }
  }
  return clean.getOrInsertComputed(person, make)
}

describe.each(Object.keys(PEOPLE) as (keyof typeof PEOPLE)[])('the clone of %s', (person) => {
  const changes = PEOPLE[person]
  let cloned: ClonedSpeaker
  beforeAll(async () => {
    cloned = (await cleanOf(person)).cloned
  })

  test('sounds as the clip does', async () => {
    const samples = await recorded(cloned.speaker, SAYING)
    const original = await recorded(someone(changes), SAYING)
    const heard = profileOf(samples)
    const wanted = profileOf(original)
    expect(1200 * Math.log2(heard.f0 / wanted.f0)).toBeWithin(-70, 70)
    expect(heard.range / wanted.range).toBeWithin(0.75, 1.33)
    expect(heard.formants / wanted.formants).toBeWithin(0.95, 1.05)
    expect(distance(heard.spectrum, wanted.spectrum)).toBeLessThan(2.5)
  })

  test('is as loud as other voices, and never cut off', async () => {
    const samples = await recorded(cloned.speaker, SAYING)
    expect(samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0)).toBeWithin(0.3, 0.999)
  })
})

function profileOf(samples: Float32Array) {
  return measure(speechOf({ samples, bandwidth: 11_025 }, detectVoice(samples)))
}

/** How far two spectra are apart between 100 and 8000 Hz, in dB (RMS). */
function distance(one: readonly number[], other: readonly number[]): number {
  const squares = one.slice(3, 55).map((each, band) => (each - other[band + 3]!) ** 2)
  return 8.686 * Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length)
}

describe('a worse clip gives much the same person', () => {
  test('with some noise', async () => {
    const { clip, cloned } = await cleanOf('a man of middle pitch')
    expect(await formantsApart(cloned, wavFile(inNoise(clip, 20)))).toBeLessThan(0.05)
  })

  const CALLERS = ['a deep man', 'a man of middle pitch', 'a lively woman'] as const
  const apart = new Map<string, Promise<number>>()
  const apartOf = (person: (typeof CALLERS)[number]) =>
    apart.getOrInsertComputed(person, async () => {
      const { clip, cloned } = await cleanOf(person)
      return formantsApart(cloned, telephoned(clip))
    })

  test.each(CALLERS)('of a telephone call by %s', async (person) => {
    expect(await apartOf(person)).toBeLessThan(0.08)
  })

  test('of telephone calls, on the whole', async () => {
    expect(mean(await Promise.all(CALLERS.map(apartOf)))).toBeLessThan(0.05)
  })
})

/**
 * How far the formants of two clones are apart, as a natural logarithm: of a clean clip's, and of a worse one's. Expects the
 * same pitch of both.
 */
async function formantsApart(clean: ClonedSpeaker, worse: Uint8Array): Promise<number> {
  const heard = await cloner.clone(worse, OWNER)
  expect(1200 * Math.log2(heard.profile.f0 / clean.profile.f0)).toBeWithin(-50, 50)
  expect(Math.max(...heard.speaker.equaliser!.map(Math.abs))).toBeLessThan(1.6)
  return Math.abs(Math.log(heard.speaker.warp / clean.speaker.warp))
}

test('a clip is decoded for models that make their voices themselves, up to 30 seconds', async () => {
  const samples = Float32Array.from({ length: 31 * 22_050 }, (_, index) => (index % 200) / 256)
  expect(await cloner.decode(wavFile(samples), OWNER)).toEqual(samples.subarray(0, 30 * 22_050))
  const error = await cloner.decode(new Uint8Array(9), OWNER).catch((each) => each)
  expect(error).toBeInstanceOf(ClipError)
  expect(error).toMatchObject({ fault: 'not_audio' })
})

test('what the clip lacks is refused with the reason', async () => {
  const short = wavFile((await recorded(someone())).subarray(0, 44_100))
  const error = await cloner.clone(short, OWNER).catch((each) => each)
  expect(error).toBeInstanceOf(ClipError)
  expect(error).toMatchObject({ fault: 'too_short', message: expect.stringContaining('at least 3 s') })
})

test('the same clip gives the same speaker, and a bad one between them stops nothing', async () => {
  const { clip, cloned } = await cleanOf('a dark voice')
  const [bad, last] = await Promise.allSettled([
    cloner.clone(new Uint8Array(9), OWNER),
    cloner.clone(wavFile(clip), OWNER),
  ])
  expect(bad.status).toBe('rejected')
  expect(last).toEqual({ status: 'fulfilled', value: cloned })
})

test("owners take turns: another's clip waits for the one that is being cloned alone", async () => {
  const ended: string[] = []
  const clips = ['Ann', 'Ann', 'Ben'].map((owner) =>
    cloner.clone(new Uint8Array(9), owner).catch(() => ended.push(owner)),
  )
  await Promise.all(clips)
  expect(ended).toEqual(['Ann', 'Ben', 'Ann'])
})

test('a cloner that is closed ends what it does and refuses the rest', async () => {
  const closing = new SpeakerCloner()
  const clip = wavFile(await recorded(someone()))
  const results = Promise.allSettled([closing.clone(clip, OWNER), closing.clone(clip, OWNER)])
  await Bun.sleep(0)
  closing.close()
  for (const result of await results)
    expect(result).toEqual({ status: 'rejected', reason: expect.any(EngineFailure) })
})

test('a clip is given so much time from when its turn has come: waiting takes none of it', async () => {
  const outcomeOf = (by: SpeakerCloner) => by.clone(new Uint8Array(9), OWNER).catch((each) => each)
  const start = performance.now()
  await outcomeOf(cloner)
  const once = performance.now() - start
  const hurried = new SpeakerCloner({ timeout: 10 * once })
  const outcomes = await Promise.all(Array.from({ length: 16 }, () => outcomeOf(hurried)))
  for (const outcome of outcomes) expect(outcome).toBeInstanceOf(ClipError)
})

test('one that takes longer is ended, and says so, and so is the next one', async () => {
  const clip = wavFile(await recorded(someone()))
  const hasty = new SpeakerCloner({ timeout: 1 })
  const error = await hasty.clone(clip, OWNER).catch((each) => each)
  expect(error).toBeInstanceOf(AnalysisTimeout)
  expect(error.limit).toBe(1)
  expect(await hasty.clone(clip, OWNER).catch((each) => each)).toBeInstanceOf(AnalysisTimeout)
})

test('a clip whose owner has left is analysed no longer, or not at all, and those behind it go on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purr-cloner-'))
  const script = join(folder, 'endless.ts')
  await Bun.write(script, 'await Bun.sleep(1e9)')
  const endless = patientCloner(script)
  const leaving = new AbortController()
  const left = [1, 2].map(() =>
    endless.clone(new Uint8Array(9), OWNER, leaving.signal).catch((error) => error),
  )
  const next = endless.decode(wavFile(new Float32Array(22_050).fill(0.5)), OWNER)
  await eventually(() => endless.state().waiting === 2)
  leaving.abort()
  for (const error of await Promise.all(left)) expect(error).toBe(leaving.signal.reason)
  expect((await next).length).toBe(22_050)
  expect(endless.state().failures).toBe(0)
  endless.close()
  await rm(folder, { recursive: true })
})
