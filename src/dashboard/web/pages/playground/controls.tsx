import type { Encoding } from '../../audio/sample-decoder.ts'
import { hasWordTimes, type Transport } from '../../speech/request.ts'
import { Field } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import type { Chosen } from './use-settings.ts'
import { VoicePicker } from './voice-picker.tsx'

const TRANSPORTS: { value: Transport; label: string }[] = [
  { value: 'websocket', label: 'WebSocket' },
  { value: 'sse', label: 'Server-Sent Events' },
  { value: 'bytes', label: 'Bytes' },
]
const CONTAINERS = [
  { value: 'raw', label: 'Raw' },
  { value: 'wav', label: 'WAV' },
] as const
const ENCODINGS: { value: Encoding; label: string }[] = [
  { value: 'pcm_s16le', label: '16-bit PCM' },
  { value: 'pcm_mulaw', label: 'µ-law' },
  { value: 'pcm_alaw', label: 'A-law' },
]
const SAMPLE_RATES = ['8000', '16000', '22050'].map((value) => ({
  value,
  label: `${formatNumber(Number(value))} Hz`,
}))
const SPEEDS = [0.6, 0.8, 0.9, 1, 1.1, 1.2, 1.5].map((speed) => ({
  value: String(speed),
  label: speed === 1 ? 'Normal' : `× ${speed}`,
}))
/** Stands for the language of the voice. */
const OWN = 'own'
const names = new Intl.DisplayNames(undefined, { type: 'language' })

/** How the text is spoken, and how the speech comes. */
export function Controls({ chosen }: { chosen: Chosen }) {
  const { choices, change, voice, setVoice, model } = chosen
  const isWhole = choices.transport === 'bytes' && choices.container === 'wav'
  return (
    <div className="playground-controls">
      <VoicePicker label="Voice" voice={voice} onChange={setVoice} />
      <Field label="Language">
        <Select
          choices={languagesOf(model?.languages ?? [])}
          value={choices.language ?? OWN}
          onChange={(language) => change({ language: language === OWN ? undefined : language })}
        />
      </Field>
      {model?.speed !== false && (
        <Field label="Speed">
          <Select
            choices={SPEEDS}
            value={String(choices.speed)}
            onChange={(speed) => change({ speed: Number(speed) })}
          />
        </Field>
      )}
      <Field
        label="Transport"
        hint={hasWordTimes(choices.transport) ? undefined : 'Reports no times of words.'}
      >
        <Select
          choices={TRANSPORTS}
          value={choices.transport}
          onChange={(transport) => change({ transport })}
        />
      </Field>
      {choices.transport === 'bytes' && (
        <Field label="Container" hint={isWhole ? 'A file comes when all of it is spoken.' : undefined}>
          <Select
            choices={CONTAINERS}
            value={choices.container}
            onChange={(container) => change({ container })}
          />
        </Field>
      )}
      <Field label="Encoding">
        <Select choices={ENCODINGS} value={choices.encoding} onChange={(encoding) => change({ encoding })} />
      </Field>
      <Field label="Sample rate">
        <Select
          choices={SAMPLE_RATES}
          value={String(choices.sampleRate)}
          onChange={(rate) => change({ sampleRate: Number(rate) })}
        />
      </Field>
    </div>
  )
}

/** The languages that a model speaks, and the regions in which English is read differently. */
function languagesOf(tags: readonly string[]) {
  const all = tags.flatMap((tag) => (tag === 'en' ? ['en-US', 'en-GB'] : [tag]))
  return [
    { value: OWN, label: "The voice's own" },
    ...[...new Set(all)].map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
  ]
}
