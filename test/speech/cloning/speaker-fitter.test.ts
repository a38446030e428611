import { expect, test } from 'bun:test'
import { MODEL_FOLDER, modelFingerprint } from '../../../src/engines/embedded/model-folder.ts'
import { EngineFailure } from '../../../src/engines/shared/engine.ts'
import { fitInProcess } from '../../../src/speech/cloning/analysis-processes.ts'
import type { Profile } from '../../../src/speech/cloning/measure.ts'
import { CLONED } from '../../support/controlled-cloner.ts'
import { patientCloner } from '../../support/patient-cloner.ts'
import { recorded, someone, wavFile } from '../../support/recordings.ts'

const { profile } = CLONED
const never = new AbortController().signal

test('a profile alone gives the speaker that its clip gave, and which model that is for', async () => {
  const clip = wavFile(await recorded(someone({ logF0: Math.log(140), warp: 0.95 })))
  const { profile, ...fitted } = await patientCloner().clone(clip, 'its owner')
  expect(fitted.model).toBe(await modelFingerprint(MODEL_FOLDER))
  expect(await fitInProcess(JSON.parse(JSON.stringify(profile)), never)).toEqual(fitted)
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['another object', { pitch: 120 }],
  ['one without a pitch', { ...profile, f0: undefined }],
  ['one without breath', { ...profile, breath: undefined }],
  ['one of fewer bands', { ...profile, spectrum: [0, 0] }],
])('%s is no profile', async (_, wrong) => {
  await expect(fitInProcess(wrong as Profile, never)).rejects.toThrow(EngineFailure)
})

test('it ends when it is told to', async () => {
  const ending = new AbortController()
  const fitted = fitInProcess(profile, ending.signal)
  ending.abort()
  await expect(fitted).rejects.toThrow(EngineFailure)
  await expect(fitInProcess(profile, ending.signal)).rejects.toThrow(EngineFailure)
})
