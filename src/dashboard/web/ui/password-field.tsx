import { Field, TextInput } from './field.tsx'

/** The password of somebody who has one. */
export function PasswordField({
  label = 'Password',
  value,
  onChange,
}: {
  label?: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field label={label}>
      <TextInput
        type="password"
        name="current-password"
        autoComplete="current-password"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** A password that somebody chooses. */
export function NewPasswordField({
  label = 'Password',
  value,
  onChange,
}: {
  label?: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field label={label} hint="10 characters or more. Some words that do not belong together are good.">
      <TextInput
        type="password"
        name="new-password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={256}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
