import { describe, expect, test } from 'bun:test'
import { announcementOf } from '../../../src/bridges/calls/announcement.ts'
import { AsteriskStream } from '../../../src/bridges/calls/asterisk.ts'
import { type Protocol, ProtocolError } from '../../../src/bridges/calls/protocol.ts'
import { TelnyxStream, TwilioStream } from '../../../src/bridges/calls/twilio.ts'
import { isSignedByTwilio } from '../../../src/bridges/calls/twilio-signature.ts'

const TWILIO_START = {
  event: 'start',
  sequenceNumber: '1',
  start: {
    accountSid: 'AC1',
    streamSid: 'MZ1',
    callSid: 'CA1',
    tracks: ['inbound'],
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
    customParameters: { voice: 'Iris', name: 'Ann' },
  },
  streamSid: 'MZ1',
}
const TELNYX_START = {
  event: 'start',
  sequence_number: '1',
  stream_id: '32DE0DEA',
  start: {
    call_control_id: 'v2:T02',
    custom_parameters: { voice: 'Iris' },
    media_format: { encoding: 'PCMA', sample_rate: 8000, channels: 1 },
  },
}
const ASTERISK_START =
  'MEDIA_START connection_id:e226 channel:WebSocket/purr channel_id:1.9 format:ulaw optimal_frame_size:160 ptime:20'
const ASTERISK_JSON = {
  event: 'MEDIA_START',
  connection_id: 'e226',
  channel: 'WebSocket/purr/0x5',
  format: 'slin16',
  optimal_frame_size: 640,
  ptime: 20,
  channel_variables: { A: 'b' },
}

const mulaw = {
  output: { container: 'raw', encoding: 'pcm_mulaw', sampleRate: 8000 },
  bytes: 160,
  silence: 0xff,
}
const alaw = { ...mulaw, output: { ...mulaw.output, encoding: 'pcm_alaw' }, silence: 0xd5 }
const wide = {
  output: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 16_000 },
  bytes: 640,
  silence: 0,
}

function read(protocol: Protocol, message: string | object) {
  return protocol.read(typeof message === 'string' ? message : JSON.stringify(message))
}

describe.each<[string, () => Protocol, [string | object, object | undefined][]]>([
  [
    'Twilio',
    () => new TwilioStream(),
    [
      [{ event: 'connected', protocol: 'Call', version: '1.0.0' }, undefined],
      [
        TWILIO_START,
        {
          is: 'start',
          start: { callId: 'CA1', parameters: { voice: 'Iris', name: 'Ann' }, format: mulaw },
        },
      ],
      [{ event: 'media', media: { payload: 'AAAA', track: 'inbound' }, streamSid: 'MZ1' }, undefined],
      ['{"event":"media", this is not even looked at', undefined],
      ['\uFEFF{"event":"stop"}', { is: 'stop' }],
      [
        { event: 'mark', sequenceNumber: '4', streamSid: 'MZ1', mark: { name: 'purr-1' } },
        { is: 'played', mark: 'purr-1' },
      ],
      [
        { event: 'dtmf', streamSid: 'MZ1', dtmf: { track: 'inbound_track', digit: '#' } },
        { is: 'dtmf', digit: '#' },
      ],
      [{ event: 'stop', stop: { callSid: 'CA1' }, streamSid: 'MZ1' }, { is: 'stop' }],
      [{ event: 'something new' }, undefined],
    ],
  ],
  [
    'Telnyx',
    () => new TelnyxStream(),
    [
      [
        TELNYX_START,
        { is: 'start', start: { callId: 'v2:T02', parameters: { voice: 'Iris' }, format: alaw } },
      ],
      [
        {
          ...TELNYX_START,
          start: { ...TELNYX_START.start, custom_parameters: [{ name: 'voice', value: 'Iris' }, 1] },
        },
        { is: 'start', start: { callId: 'v2:T02', parameters: { voice: 'Iris' }, format: alaw } },
      ],
      [
        { event: 'mark', stream_id: '32DE0DEA', mark: { name: 'purr-2' } },
        { is: 'played', mark: 'purr-2' },
      ],
      [
        { event: 'dtmf', stream_id: '32DE0DEA', dtmf: { digit: '1' } },
        { is: 'dtmf', digit: '1' },
      ],
      [{ event: 'stop', stream_id: '32DE0DEA' }, { is: 'stop' }],
      [{ event: 'error', payload: { code: 100_002 } }, undefined],
    ],
  ],
  [
    'Asterisk in words',
    () => new AsteriskStream(),
    [
      [ASTERISK_START, { is: 'start', start: { callId: 'e226', parameters: {}, format: mulaw } }],
      ['DTMF_END digit:5', { is: 'dtmf', digit: '5' }],
      ['MEDIA_XOFF', { is: 'full' }],
      ['MEDIA_XON', { is: 'ready' }],
      ['MEDIA_BUFFERING_COMPLETED purr-3', { is: 'played', mark: 'purr-3' }],
      ['MEDIA_BUFFERING_COMPLETED', { is: 'played', mark: '' }],
      ['QUEUE_DRAINED', undefined],
      ['STATUS queue_length:0 xon_level:800', undefined],
    ],
  ],
  [
    'Asterisk in JSON',
    () => new AsteriskStream(),
    [
      [ASTERISK_JSON, { is: 'start', start: { callId: 'e226', parameters: {}, format: wide } }],
      [
        { event: 'DTMF_END', channel_id: '1.9', digit: '*' },
        { is: 'dtmf', digit: '*' },
      ],
      [
        { event: 'MEDIA_BUFFERING_COMPLETED', channel_id: '1.9', correlation_id: 'purr-1' },
        { is: 'played', mark: 'purr-1' },
      ],
      [{ event: 'MEDIA_XOFF', channel_id: '1.9' }, { is: 'full' }],
    ],
  ],
])('%s', (_, create, messages) => {
  test.each(messages)('%j is read as %j', (message, event) => {
    expect(read(create(), message)).toEqual(event as never)
  })
})

test.each<[string, () => Protocol, string | object]>([
  ['no JSON', () => new TwilioStream(), 'hello'],
  ['a JSON array', () => new TwilioStream(), []],
  ['JSON null', () => new TelnyxStream(), 'null'],
  ['a start without its fields', () => new TwilioStream(), { event: 'start' }],
  ['a start without a call', () => new TwilioStream(), { ...TWILIO_START, start: { streamSid: 'MZ1' } }],
  ['a start without a call', () => new TelnyxStream(), { event: 'start', start: {} }],
  [
    'a codec that is not G.711',
    () => new TelnyxStream(),
    {
      event: 'start',
      start: { ...TELNYX_START.start, media_format: { encoding: 'OPUS', sample_rate: 8000 } },
    },
  ],
  ['a codec that is not plain samples', () => new AsteriskStream(), ASTERISK_START.replace('ulaw', 'opus')],
  ['the name of a property', () => new AsteriskStream(), ASTERISK_START.replace('ulaw', 'constructor')],
  ['frames of 30 ms', () => new AsteriskStream(), ASTERISK_START.replace('size:160', 'size:240')],
  [
    'a start without its connection',
    () => new AsteriskStream(),
    'MEDIA_START format:ulaw optimal_frame_size:160',
  ],
  ['half of an object', () => new AsteriskStream(), '{"event":"MEDIA_START"'],
])('%s is refused in words that fit into a close', (_, create, message) => {
  let error: unknown
  try {
    read(create(), message)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(ProtocolError)
  expect(Buffer.byteLength((error as Error).message)).toBeLessThan(121)
})

describe('what is written', () => {
  const frame = new Uint8Array([1, 2, 255])

  test('to Twilio has its streamSid', () => {
    const twilio = new TwilioStream()
    read(twilio, TWILIO_START)
    const written = [twilio.media(frame), twilio.mark('m'), twilio.clear()].map((each) => JSON.parse(each))
    expect(written).toEqual([
      { event: 'media', streamSid: 'MZ1', media: { payload: 'AQL/' } },
      { event: 'mark', streamSid: 'MZ1', mark: { name: 'm' } },
      { event: 'clear', streamSid: 'MZ1' },
    ])
    expect([twilio.begin(), twilio.hangUp()]).toEqual([undefined, undefined])
  })

  test('to Telnyx has none', () => {
    const telnyx = new TelnyxStream()
    read(telnyx, TELNYX_START)
    const written = [telnyx.media(frame), telnyx.mark('m'), telnyx.clear()].map((each) => JSON.parse(each))
    expect(written).toEqual([
      { event: 'media', media: { payload: 'AQL/' } },
      { event: 'mark', mark: { name: 'm' } },
      { event: 'clear' },
    ])
  })

  test('to Asterisk is in the form that Asterisk writes, and fits into the 128 bytes that it takes', () => {
    const asterisk = new AsteriskStream()
    const written = () => [
      asterisk.begin(),
      asterisk.mark('purr-1000000'),
      asterisk.clear(),
      asterisk.hangUp(),
    ]
    read(asterisk, ASTERISK_START)
    expect(written()).toEqual([
      'START_MEDIA_BUFFERING',
      'STOP_MEDIA_BUFFERING purr-1000000',
      'FLUSH_MEDIA',
      'HANGUP',
    ])
    read(asterisk, ASTERISK_JSON)
    expect(written().map((each) => JSON.parse(each))).toEqual([
      { command: 'START_MEDIA_BUFFERING' },
      { command: 'STOP_MEDIA_BUFFERING', correlation_id: 'purr-1000000' },
      { command: 'FLUSH_MEDIA' },
      { command: 'HANGUP' },
    ])
    for (const each of written()) expect(Buffer.byteLength(each)).toBeLessThan(128)
    expect(asterisk.media(frame)).toBe(frame)
  })
})

describe("Twilio's signature", () => {
  const TOKEN = '12345678901234567890123456789012'

  /** Made by OpenSSL: `printf %s <address> | openssl dgst -sha1 -hmac <token> -binary | base64`. */
  function signed(address: string, token = TOKEN): string {
    return new Bun.CryptoHasher('sha1', token).update(address).digest('base64')
  }

  function handshake(url: string, signature: string | undefined, host: string): Request {
    return new Request(url, { headers: { host, ...(signature && { 'x-twilio-signature': signature }) } })
  }

  test('is what OpenSSL makes of the address and the token', () => {
    expect(signed('wss://purr.example.com/calls/twilio')).toBe('f5vphoGVWQYZDtJ9D3lxByVglVg=')
  })

  test.each<[string, string, string | undefined, string, boolean]>([
    [
      'the address',
      'http://10.0.0.1/calls/twilio',
      signed('wss://purr.example.com/calls/twilio'),
      'purr.example.com',
      true,
    ],
    [
      'with a slash at its end',
      'http://10.0.0.1/calls/twilio',
      signed('wss://purr.example.com/calls/twilio/'),
      'purr.example.com',
      true,
    ],
    [
      'with its port',
      'http://10.0.0.1/calls/twilio',
      signed('wss://purr.example.com:8443/calls/twilio'),
      'purr.example.com:8443',
      true,
    ],
    [
      'without its port',
      'http://10.0.0.1/calls/twilio',
      signed('wss://purr.example.com/calls/twilio'),
      'purr.example.com:8443',
      true,
    ],
    [
      'another host',
      'http://10.0.0.1/calls/twilio',
      signed('wss://other.example.com/calls/twilio'),
      'purr.example.com',
      false,
    ],
    [
      'another path',
      'http://10.0.0.1/calls/twilio',
      signed('wss://purr.example.com/calls/telnyx'),
      'purr.example.com',
      false,
    ],
    [
      'another account',
      'http://10.0.0.1/calls/twilio',
      signed('wss://purr.example.com/calls/twilio', 'f'.repeat(32)),
      'purr.example.com',
      false,
    ],
    ['no signature', 'http://10.0.0.1/calls/twilio', undefined, 'purr.example.com', false],
    ['nonsense', 'http://10.0.0.1/calls/twilio', '????', 'purr.example.com', false],
  ])('of %s', (_, url, signature, host, isRight) => {
    expect(isSignedByTwilio(handshake(url, signature, host), TOKEN)).toBe(isRight)
  })

  test.each([
    ['its public address', 'https://purr.example.com', 'wss://purr.example.com/calls/twilio', true],
    [
      'one with a port and a path',
      'https://example.com:8443/purr',
      'wss://example.com/purr/calls/twilio',
      true,
    ],
    ['the address behind the proxy', 'https://purr.example.com', 'wss://10.0.0.1/calls/twilio', false],
  ])('of a service behind a proxy, for %s', (_, publicUrl, address, isRight) => {
    const request = handshake('http://10.0.0.1/calls/twilio', signed(address), '10.0.0.1')
    expect(isSignedByTwilio(request, TOKEN, publicUrl)).toBe(isRight)
  })
})

test.each([
  ['Hello {name}, you are number {place}.', { name: 'Ann', place: '3' }, 'Hello Ann, you are number 3.'],
  ['Hello{name}.', {}, 'Hello.'],
  ['{toString}{constructor}{__proto__}', {}, ''],
  ['{api_key} {id} {voice} {language} {announcement}', { api_key: 'secret', id: '1', voice: 'Iris' }, '    '],
  ['{name}', { name: '{api_key}', api_key: 'secret' }, '{api_key}'],
  ['a { b } {} {a b}', { a: 'x' }, 'a { b } {} {a b}'],
])('the announcement %j is %j', (template, parameters, said) => {
  expect(announcementOf(template, parameters)).toBe(said)
})
