import { afterAll, beforeAll } from 'bun:test'
import { cartesiaJs2 } from './cartesia-js-2.ts'
import { cartesiaJs4 } from './cartesia-js-4.ts'
import { cartesiaJs4Example } from './cartesia-js-4-example.ts'
import { jambonz } from './jambonz.ts'
import { livekit } from './livekit.ts'
import { openAi } from './openai.ts'
import { type Suite, startSuite } from './suite.ts'

// One file, since the servers take a while to start.
let suite: Suite
beforeAll(async () => {
  suite = await startSuite()
})
afterAll(() => suite.close())

cartesiaJs4(() => suite)
cartesiaJs2(() => suite)
cartesiaJs4Example(() => suite)
livekit(() => suite)
jambonz(() => suite)
openAi(() => suite)
