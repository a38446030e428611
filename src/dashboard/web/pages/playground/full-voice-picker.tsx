import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
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
  const [voices, hold] = useHeld(data)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  useOpenedAtOnce(wasAsked, input, setOpen)
  return (
    <Combobox.Root
      items={voices}
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
              {(item: Voice) => <VoiceItem key={item.id} voice={item} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

/** Items, and a function that keeps them as they are until the pointer is released. */
function useHeld<Item>(items: readonly Item[]): readonly [readonly Item[], () => void] {
  const [held, setHeld] = useState<readonly Item[]>()
  const hold = () => {
    setHeld(items)
    const release = () => requestAnimationFrame(() => setHeld(undefined)) // after the click
    addEventListener('pointerup', release, { once: true })
    addEventListener('pointercancel', release, { once: true })
  }
  return [held ?? items, hold]
}

/** Opens what has taken the place of a control that somebody has asked to open, unless they have gone on meanwhile. */
function useOpenedAtOnce(
  wasAsked: boolean,
  input: RefObject<HTMLInputElement | null>,
  setOpen: (isOpen: boolean) => void,
): void {
  useEffect(() => {
    // The focus was on what is gone.
    if (!wasAsked || document.activeElement !== document.body) return
    input.current?.focus()
    // A frame later, because Base UI checks at its first opening whether the input is inside the popup.
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [wasAsked, input, setOpen])
}

/** A voice in the list. */
function VoiceItem({ voice }: { voice: Voice }) {
  const { name, is_owner, language, description } = voice
  return (
    <Combobox.Item value={voice} className="popup-item">
      <div className="voice-picker-voice">
        {name}
        <span>{[is_owner ? 'Yours' : '', language, description].filter(Boolean).join(' · ')}</span>
      </div>
      <Combobox.ItemIndicator className="select-tick">
        <Check aria-hidden="true" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  )
}
