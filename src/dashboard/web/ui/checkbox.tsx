import './checkbox.css'
import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

interface CheckboxProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** What is agreed to or chosen; stands beside it. */
  readonly children: ReactNode
  /** What is wrong with the choice. */
  readonly error?: string
}

/** Something to agree to, which counts when the form is sent. */
export function Checkbox({ checked, onChange, children, error }: CheckboxProps) {
  return (
    <div className="field">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox within is its control */}
      <label className="checkbox-label">
        <Base.Root
          className="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          onCheckedChange={(next) => onChange(next)}
        >
          <Base.Indicator>
            <Check aria-hidden="true" />
          </Base.Indicator>
        </Base.Root>
        <span>{children}</span>
      </label>
      {error && (
        <div className="field-error" role="alert">
          {error}
        </div>
      )}
    </div>
  )
}
