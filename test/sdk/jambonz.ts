import { beforeAll, describe, expect, test } from 'bun:test'
import type { scenarios } from './scripts/jambonz.ts'
import { DATE, WITHOUT_TAGS } from './scripts/texts.ts'
import type { Performance, Suite } from './suite.ts'

/** What is expected of jambonz's speech-utils with Purr as its custom vendor. */
export function jambonz(suite: () => Suite): void {
  describe('jambonz', () => {
    let purr: Suite
    let client: Performance<typeof scenarios>
    beforeAll(async () => {
      purr = suite()
      client = await purr.play('jambonz.ts')
    })

    test.each([
      ['american', 'en-US'],
      ['british', 'en-GB'],
      ['german', 'de-DE'],
      ['withoutLanguage', undefined],
    ] as const)('speaks in the language that is asked for: %s', async (scenario, language) => {
      expect(client.of(scenario)).toEqual({ audio: await purr.wav(DATE, language), extension: 'wav' })
    })

    test('sounds otherwise in each language', () => {
      const { sha256 } = client.of('american').audio
      expect(client.of('british').audio.sha256).not.toBe(sha256)
      expect(client.of('german').audio.sha256).not.toBe(sha256)
    })

    test('names the voice or has its id', async () => {
      expect(client.of('named').audio).toEqual(await purr.wav(DATE))
    })

    test('leaves out the tags of SSML', async () => {
      expect(client.of('ssml').audio).toEqual(await purr.wav(WITHOUT_TAGS))
    })

    test.each([
      ['wrongKey', 401],
      ['wrongLanguage', 400],
      ['wrongVoice', 404],
      ['tooLong', 400],
      ['poor', 402],
    ] as const)('is told what is refused: %s', (scenario, status) => {
      expect(client.of(scenario)).toBe(status)
    })
  })
}
