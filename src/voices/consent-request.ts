import { Type } from '@sinclair/typebox'
import { ServiceError } from '../http/errors.ts'
import type { Form } from '../http/form.ts'
import { checkedBy, checker, REFUSAL } from '../http/schema.ts'
import { show } from '../http/show.ts'
import { MAX_NAME, nameFault } from '../http/texts.ts'
import type { Consent } from '../storage/schema.ts'
import { textField, textOf } from './clone-request.ts'
import { CONSENT_STATEMENT } from './consent-statement.ts'

const { version, text: statement } = CONSENT_STATEMENT

/** The fields of a form with which consent is recorded. White space around them is dropped. */
export const CONSENT_FIELDS = {
  consent_speaker: textField(
    'consent_speaker',
    'invalid_consent',
    'Send the name of the person who speaks.',
    {
      faultOf: nameFault,
      minLength: 1,
      maxLength: MAX_NAME,
      description: 'The name of the person who speaks in the clip.',
      examples: ['Ann Smith'],
    },
  ),
  consent: checkedBy<string>((sent) => sent === version, {
    type: 'string',
    enum: [version],
    description: `The version of the statement that is agreed to. ${version}: “${statement}”`,
    examples: [version],
    [REFUSAL]: (sent) =>
      new ServiceError(
        'invalid_consent',
        sent === undefined
          ? 'consent is missing.'
          : `consent ${show(sent)} is no statement that is used now.`,
        { detail: `Send ${JSON.stringify(version)} if this is true: ${statement}` },
      ),
  }),
}

const checkFields = checker(Type.Object(CONSENT_FIELDS))

/**
 * The consent that a form says was given.
 *
 * @param recordedBy who sends it: an e-mail address, or the name of a management key
 * @throws ServiceError invalid_consent
 */
export function consentRequest(form: Form, recordedBy: string): Consent {
  const { consent_speaker: speaker } = checkFields({
    consent_speaker: textOf(form.get('consent_speaker')),
    consent: textOf(form.get('consent')),
  })
  return { speaker, statement, recordedBy, recordedAt: new Date().toISOString() }
}
