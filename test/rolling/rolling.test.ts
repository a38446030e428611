import { expect, test } from 'bun:test'
import { hasHaproxy } from '../support/haproxy.ts'
import { restartInTurn } from './restarts.ts'

const POSTGRES = process.env.TEST_DATABASE_URL
const isPossible = POSTGRES !== undefined && hasHaproxy
if (!isPossible) console.warn('Servers are not restarted in turn: that needs haproxy and TEST_DATABASE_URL.')

test.skipIf(!isPossible)(
  'two servers that are restarted in turn under load lose no turn that had begun',
  async () => {
    const rolled = await restartInTurn(POSTGRES!, 1)
    expect(rolled).toMatchObject({ lost: [], broken: [], discrepancies: 0, open: 0, exitCodes: [0, 0, 0, 0] })
    expect(rolled.reconnected).toBeGreaterThan(0)
  },
)
