import { Play, Scale, Square } from 'lucide-react'
import { useState } from 'react'
import type { Voice } from '../../../../voices/voices.ts'
import { creditsOf } from '../../speech/request.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { formatCredits, formatNumber } from '../../ui/format.ts'
import { Controls } from './controls.tsx'
import type { Chosen } from './use-settings.ts'
import { VoicePicker } from './voice-picker.tsx'

/** What is to be spoken, and the buttons that do it. */
export function Composer({
  chosen,
  isBusy,
  onSpeak,
  onStop,
  onCompare,
}: {
  chosen: Chosen
  isBusy: boolean
  onSpeak: () => void
  onStop: () => void
  onCompare: (other: Voice) => void
}) {
  const { choices, change, voice } = chosen
  const [compares, setCompares] = useState(false)
  const [other, setOther] = useState<Voice>()
  const count = creditsOf(choices.text)
  const isEmpty = choices.text.trim() === ''
  const hint = `${formatNumber(count)} ${count === 1 ? 'character' : 'characters'}, ${formatCredits(count)}`
  return (
    <Card>
      <Field label="Text" hint={hint}>
        <TextArea
          value={choices.text}
          onChange={(event: { target: { value: string } }) => change({ text: event.target.value })}
          placeholder="Write what is to be spoken."
          spellCheck
        />
      </Field>
      <Controls chosen={chosen} />
      {compares && <VoicePicker label="Other voice" voice={other} onChange={setOther} />}
      <div className="row">
        <Button
          kind="primary"
          icon={Play}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={isEmpty || voice === undefined}
          onClick={onSpeak}
        >
          Speak
        </Button>
        <Button icon={Square} aria-keyshortcuts="Escape" disabled={!isBusy} onClick={onStop}>
          Stop
        </Button>
        <Button
          icon={Scale}
          aria-expanded={compares}
          disabled={compares && (isEmpty || other === undefined)}
          onClick={() => {
            if (!compares) setCompares(true)
            else if (other !== undefined) onCompare(other)
          }}
        >
          {compares ? 'Speak with both' : 'Compare two voices'}
        </Button>
        <span className="quiet playground-keys">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> speaks, <kbd>Esc</kbd> stops
        </span>
      </div>
    </Card>
  )
}
