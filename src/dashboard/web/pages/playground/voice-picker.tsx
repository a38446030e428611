import '../../ui/popup.css'
import '../../ui/field.css'
import '../../ui/select.css'
import './voice-picker.css'
import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { later, useLater } from '../../ui/later.ts'
import type { VoicePickerProps } from './full-voice-picker.tsx'

const fullVoicePicker = later(() => import('./full-voice-picker.tsx'))

/** A voice among those of the organization, found by its name. The list is loaded when somebody is about to open it. */
export function VoicePicker(props: VoicePickerProps) {
  const { label, voice } = props
  const id = useId()
  const { Component, ask, isAsked } = useLater(fullVoicePicker)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {Component ? (
        <Component {...props} id={id} wasAsked={isAsked} />
      ) : (
        <div className="voice-picker">
          <input
            id={id}
            className="input"
            placeholder="Search voices"
            role="combobox"
            aria-expanded={false}
            readOnly
            value={voice?.name ?? ''}
            onPointerEnter={fullVoicePicker.prepare}
            onFocus={ask}
          />
          <button
            type="button"
            tabIndex={-1}
            className="voice-picker-open"
            aria-label={`${label}: show all`}
            onPointerEnter={fullVoicePicker.prepare}
            onClick={ask}
          >
            <ChevronsUpDown aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  )
}
