import './field.css'
import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'

interface FieldProps {
  readonly label: string
  /** What to write, or what it is for. */
  readonly hint?: ReactNode
  /** What is wrong with what was written. */
  readonly error?: ReactNode
  /** One control of this folder: TextInput, TextArea or Select. */
  readonly children: ReactNode
}

/** A control with its label, hint and error, which belong together for everyone. */
export function Field({ label, hint, error, children }: FieldProps) {
  return (
    <Base.Root className="field" invalid={Boolean(error)}>
      <Base.Label className="field-label">{label}</Base.Label>
      {children}
      {hint && <Base.Description className="field-hint">{hint}</Base.Description>}
      {error && (
        <Base.Error className="field-error" match>
          {error}
        </Base.Error>
      )}
    </Base.Root>
  )
}

/** A line of text. In a Field, that labels it; elsewhere it needs an `aria-label`. */
export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <Base.Control {...rest} className={`input ${className}`} />
}

/** Several lines of text, as high as they need. */
export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <Base.Control {...(rest as object)} className={`input ${className}`} render={<textarea />} />
}
