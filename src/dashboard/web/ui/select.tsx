import './popup.css'
import './select.css'
import { Field } from '@base-ui/react/field'
import { ChevronsUpDown } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { SelectProps } from './full-select.tsx'
import { isOpening, later, useLater } from './later.ts'

const fullSelect = later(() => import('./full-select.tsx'))

/** One of several values. The list is loaded when the first one is opened. */
export function Select<Value extends string>({
  placeholder = 'Choose …',
  onChange,
  ...rest
}: SelectProps<Value>) {
  const props: SelectProps<string> = {
    ...rest,
    placeholder,
    onChange: (value) => onChange(value as Value), // it is that of a choice
  }
  const { Component, ask, isAsked } = useLater(fullSelect)
  if (Component !== undefined) return <Component {...props} defaultOpen={isAsked} />
  return <ClosedSelect {...props} onOpen={ask} />
}

/** Looks like the select, and is the control of its field. */
function ClosedSelect({
  choices,
  value,
  label,
  placeholder,
  onOpen,
}: SelectProps<string> & { readonly onOpen: () => void }) {
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <Field.Control
      className="input select"
      render={({ defaultValue, ...control }) => (
        <button
          {...(control as object)}
          type="button"
          role="combobox"
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={false}
          onPointerEnter={fullSelect.prepare}
          onFocus={fullSelect.prepare}
          onClick={onOpen}
          onKeyDown={(event: KeyboardEvent) => {
            if (isOpening(event.key)) onOpen()
          }}
        >
          <span dir="auto" className="select-value" data-placeholder={value ? undefined : ''}>
            {chosen?.label ?? placeholder}
          </span>
          <ChevronsUpDown aria-hidden="true" />
        </button>
      )}
    />
  )
}
