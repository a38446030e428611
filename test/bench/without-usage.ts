/** Preloaded into a server, which then records no usage: what a server with a dashboard is compared with. */

import { UsageRecorder } from '../../src/usage/recorder.ts'

const nothing = () => {}
Object.assign(UsageRecorder.prototype, {
  begun: () => Date.now(),
  rested: nothing,
  ended: nothing,
  refused: nothing,
  start: nothing,
})
