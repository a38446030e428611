import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { exampleOf } from '../support/client-example.ts'
import { eventually } from '../support/eventually.ts'
import type { scenarios } from './scripts/jambonz.ts'
import { DATE, WITHOUT_TAGS } from './scripts/texts.ts'
import type { Performance, Program, Suite } from './suite.ts'

/** What is expected of jambonz's speech-utils with the documentation's bridge, as it is printed there. */
export function jambonz(suite: () => Suite): void {
  describe("jambonz, over the documentation's bridge", () => {
    let purr: Suite
    let bridge: Program
    let client: Performance<typeof scenarios>
    beforeAll(async () => {
      purr = suite()
      const port = freePort()
      const address = `http://127.0.0.1:${port}`
      const env = { PURR: purr.setting.url, PORT: String(port) }
      bridge = await purr.start(exampleOf('jambonz', 'js'), 'mjs', env)
      await eventually(() => fetch(address).then(Boolean, () => false))
      client = await purr.play('jambonz.ts', undefined, { BRIDGE: address })
    })
    afterAll(async () => {
      bridge.kill()
      await bridge.exited
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

    test('leaves out the tags of SSML', async () => {
      expect(client.of('ssml').audio).toEqual(await purr.wav(WITHOUT_TAGS))
    })

    test('is told what is refused', () => {
      expect(client.of('wrongKey')).toBe(401)
      expect(client.of('wrongLanguage')).toBe(400)
    })
  })
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  probe.stop(true)
  return probe.port
}
