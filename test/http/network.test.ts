import { expect, test } from 'bun:test'
import { networkOfAddress } from '../../src/http/network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%j belongs to the network %j', (address, network) => {
  expect(networkOfAddress(address)).toBe(network)
})
