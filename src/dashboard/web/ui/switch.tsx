import './switch.css'
import { Switch as Base } from '@base-ui/react/switch'

export interface SwitchProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Stands beside it. */
  readonly label: string
  readonly disabled?: boolean
}

/** Something that is on or off, at once. */
export function Switch({ checked, onChange, label, disabled }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch within is its control
    <label className="switch-label">
      <Base.Root
        className="switch"
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        disabled={disabled}
      >
        <Base.Thumb className="switch-thumb" />
      </Base.Root>
      {label}
    </label>
  )
}
