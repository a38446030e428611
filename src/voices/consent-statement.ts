/**
 * What is agreed to when a person's voice is cloned on the dashboard, and which words these are. Whoever sends a recording
 * names the version, so that nobody agrees to words that they were not shown. A change of the words is a new version.
 */
export const CONSENT_STATEMENT = {
  version: '1',
  text:
    'The person who speaks in this recording knows that a voice is made of it which can say any text, and agrees to that. ' +
    'I am this person, or they have told me so.',
} as const
