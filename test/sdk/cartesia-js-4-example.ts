import { beforeAll, describe, expect, test } from 'bun:test'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { changed, exampleOf } from '../support/client-example.ts'
import { digest } from './scripts/scenario.ts'
import type { Suite } from './suite.ts'

/** What is expected of the documentation's example of cartesia-js 4, as it is printed there. */
export function cartesiaJs4Example(suite: () => Suite): void {
  describe("the documentation's example of cartesia-js 4", () => {
    const example = exampleOf('cartesia-js 4', 'js')
    let purr: Suite
    beforeAll(() => {
      purr = suite()
    })

    async function run(program: string, url: string, env: Record<string, string> = {}) {
      const here = changed(program, 'https://127.0.0.1:8080', url)
      const node = await purr.start(here, { KEY: purr.setting.key, ...env })
      const [out, err] = await Promise.all([
        new Response(node.stdout).bytes(),
        new Response(node.stderr).text(),
      ])
      return { code: await node.exited, out: digest([out]), err }
    }

    const silence = digest([])

    test('speaks', async () => {
      const spoken = await purr.speech('Good morning. How can I help you?')
      expect(await run(example, purr.setting.url)).toEqual({ code: 0, out: spoken, err: '' })
    })

    test('says in one line that the key is wrong', async () => {
      const err = 'Unexpected server response: 401\n'
      const env = { KEY: `${purr.setting.key.slice(0, -1)}_` }
      expect(await run(example, purr.setting.url, env)).toEqual({ code: 1, out: silence, err })
    })

    test.each([
      [
        'model',
        'gepard-1.0',
        'sonic-3',
        'model_id "sonic-3" is not a model of this service. Use "gepard-1.0".\n',
      ],
      [
        'voice',
        catalogue()[0]!.id,
        'kathleen',
        'There is no voice with this id. GET /voices lists the voices with their ids. A name is not an id.\n',
      ],
    ])('says in one line that the %s is wrong', async (_, right, wrong, err) => {
      const program = changed(example, right, wrong)
      expect(await run(program, purr.setting.url)).toEqual({ code: 1, out: silence, err })
    })

    test('says in one line that no server is there', async () => {
      const err = 'connect ECONNREFUSED 127.0.0.1:1\n'
      expect(await run(example, 'https://127.0.0.1:1')).toEqual({ code: 1, out: silence, err })
    })

    test('says in one line that it does not know who signed the certificate', async () => {
      const err = 'self-signed certificate\n'
      const env = { NODE_EXTRA_CA_CERTS: '' }
      expect(await run(example, purr.setting.url, env)).toEqual({ code: 1, out: silence, err })
    })

    test('says in one line that the connection was lost in the middle of a turn', async () => {
      const { cert, key } = purr.certificate
      const server = Bun.serve({
        port: 0,
        tls: { cert, key },
        fetch: (request, server) => (server.upgrade(request) ? undefined : new Response()),
        websocket: { message: (socket) => socket.close(1011) },
      })
      try {
        const err = 'The connection was lost (1011).\n'
        expect(await run(example, `https://127.0.0.1:${server.port}`)).toEqual({ code: 1, out: silence, err })
      } finally {
        await server.stop(true)
      }
    })
  })
}
