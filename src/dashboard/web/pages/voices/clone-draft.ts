import { CONSENT_STATEMENT } from '../../../../voices/consent-statement.ts'
import type { Clip } from './clip.ts'

/** What is said of a recording. */
export interface CloneDraft {
  readonly name: string
  readonly language: string
  readonly speaker: string
  readonly agrees: boolean
  /** Empty: the main one. */
  readonly model: string
}

/** What is wrong with a draft or its recording, in words. */
export type Faults = Partial<Record<'clip' | 'name' | 'speaker' | 'agrees', string>>

/** Languages that are offered first; the models add theirs. */
export const LANGUAGES = ['en-US', 'en-GB', 'de-DE', 'nl-NL', 'nl-BE']

/** A draft that nobody has changed yet. */
export function newDraft(): CloneDraft {
  return { name: '', language: firstLanguage(), speaker: '', agrees: false, model: '' }
}

/** The browser's language, if it is among those offered first. */
function firstLanguage(): string {
  const [code] = navigator.language.split('-')
  return (
    LANGUAGES.find((tag) => tag === navigator.language) ??
    LANGUAGES.find((tag) => tag.startsWith(`${code}-`)) ??
    LANGUAGES[0]!
  )
}

/** What is to be mended before a voice can be cloned; empty: nothing. */
export function faultsOf({ name, speaker, agrees }: CloneDraft, clip: Clip | undefined): Faults {
  return {
    ...(clip === undefined && { clip: 'Record the voice, or choose a file.' }),
    ...(name.trim() === '' && { name: 'Give the voice a name.' }),
    ...(speaker.trim() === '' && { speaker: 'Write the name of the person who speaks.' }),
    ...(!agrees && { agrees: 'A voice can be cloned only with the consent of the person.' }),
  }
}

/** A draft and its recording, as the management API takes them. */
export function formOf({ name, language, speaker, model }: CloneDraft, { file, fileName }: Clip): FormData {
  const form = new FormData()
  form.set('name', name)
  form.set('language', language)
  form.set('consent_speaker', speaker)
  form.set('consent', CONSENT_STATEMENT.version)
  if (model !== '') form.set('model_id', model)
  form.set('clip', file, fileName)
  return form
}
