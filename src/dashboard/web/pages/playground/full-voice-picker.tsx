import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Voice } from '../../../../voices/voices.ts'
import { useSettled } from '../../use-settled.ts'
import { useVoices } from './data.ts'

export interface VoicePickerProps {
  readonly label: string
  readonly voice: Voice | undefined
  readonly onChange: (voice: Voice) => void
}

/** The control that `VoicePicker` stands for. */
export default function FullVoicePicker({
  id,
  label,
  voice,
  onChange,
  wasAsked,
}: VoicePickerProps & {
  readonly id: string
  /** Whether it is opened at once. */
  readonly wasAsked: boolean
}) {
  const [search, setSearch] = useState('')
  const { data = [], isFetching } = useVoices(useSettled(search.trim()))
  const [held, setHeld] = useState<readonly Voice[]>()
  const hold = () => {
    setHeld(data)
    const release = () => requestAnimationFrame(() => setHeld(undefined)) // after the click
    addEventListener('pointerup', release, { once: true })
    addEventListener('pointercancel', release, { once: true })
  }
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The focus was on what this has replaced, unless somebody has gone on meanwhile.
    if (!wasAsked || document.activeElement !== document.body) return
    input.current?.focus()
    // A frame later, because Base UI looks at its first opening whether the input is inside the popup.
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [wasAsked])
  return (
    <Combobox.Root
      items={held ?? data}
      value={voice ?? null}
      onValueChange={(chosen) => {
        setSearch('')
        if (chosen !== null) onChange(chosen)
      }}
      itemToStringLabel={({ name }: Voice) => name}
      isItemEqualToValue={(item, value) => item.id === value.id}
      filter={null}
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        setOpen(open)
        // After the press, which sets the cursor.
        if (reason === 'input-press') requestAnimationFrame(() => input.current?.select())
      }}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'item-press') setSearch(text === voice?.name ? '' : text)
      }}
    >
      <Combobox.InputGroup className="voice-picker">
        <Combobox.Input
          id={id}
          ref={input}
          className="input"
          placeholder="Search voices"
          onFocus={({ currentTarget }) => currentTarget.select()} // what is typed replaces the name
        />
        <Combobox.Trigger className="voice-picker-open" aria-label={`${label}: show all`}>
          <ChevronsUpDown aria-hidden="true" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner className="popup-positioner" sideOffset={4}>
          <Combobox.Popup className="popup" aria-busy={isFetching || undefined}>
            <Combobox.Empty>
              {isFetching ? null : <div className="voice-picker-none">No voice has this in its name.</div>}
            </Combobox.Empty>
            {/* What is found meanwhile does not move the voice from under the pointer that presses it. */}
            <Combobox.List onPointerDown={hold}>
              {(item: Voice) => (
                <Combobox.Item key={item.id} value={item} className="popup-item">
                  <div className="voice-picker-voice">
                    {item.name}
                    <span>
                      {[item.is_owner ? 'Yours' : '', item.language, item.description]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </div>
                  <Combobox.ItemIndicator className="select-tick">
                    <Check aria-hidden="true" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
