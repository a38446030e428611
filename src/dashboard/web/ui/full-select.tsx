import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'

/** One of the values of a select. */
interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Shown after the label, in the list only. */
  readonly note?: string
}

export interface SelectProps<Value extends string> {
  readonly choices: readonly Choice<Value>[]
  /** Null: nothing is chosen. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  /** Where it is in no Field. */
  readonly label?: string
  readonly placeholder?: string
}

/** The select that `Select` stands for. */
export default function FullSelect({
  choices,
  value,
  onChange,
  label,
  placeholder,
  defaultOpen,
}: SelectProps<string> & { readonly defaultOpen: boolean }) {
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
      defaultOpen={defaultOpen}
      modal={false}
    >
      <Base.Trigger className="input select" aria-label={label}>
        <Base.Value dir="auto" className="select-value" placeholder={placeholder} />
        <Base.Icon>
          <ChevronsUpDown aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="popup-positioner" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="popup">
            <Base.List>
              {choices.map((choice) => (
                <Base.Item key={choice.value} value={choice.value} className="popup-item">
                  <Base.ItemText>{choice.label}</Base.ItemText>
                  {choice.note && <span className="select-note">{choice.note}</span>}
                  <Base.ItemIndicator className="select-tick">
                    <Check aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
