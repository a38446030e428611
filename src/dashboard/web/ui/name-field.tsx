import type { ReactNode } from 'react'
import { Field, TextInput } from './field.tsx'

/** The name of something that is made or renamed in a dialog. */
export function NameField({
  hint,
  value,
  onChange,
}: {
  hint?: ReactNode
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field label="Name" hint={hint}>
      <TextInput
        name="name"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={100}
        required
      />
    </Field>
  )
}
