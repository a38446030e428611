import { describe, expect, test } from 'bun:test'
import { modelTokens } from '../../../../src/engines/embedded/model-tokens.ts'
import { localeOf } from '../../../../src/languages/registry.ts'
import { withQuestionMarks } from '../../../../src/languages/shared/segmentation/questions.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { isPause, type Token } from '../../../../src/languages/shared/text/token.ts'
import { segmentsOf } from '../../../support/text-stream.ts'

const asked = (tag: string, text: string): Token[] => {
  const locale = localeOf(tag)
  return withQuestionMarks(normalise(text, locale), locale.language)
}

const RISING: Readonly<Record<string, readonly string[]>> = {
  'en-US': [
    'Is that correct?',
    'Would you like me to book that for you?',
    "Isn't it open on Sundays?",
    'And can you spell your last name?',
    'Tomorrow at nine?',
    "You're calling about the invoice?",
    'Okay?',
    'When you land, will you need a taxi?',
    'Could you tell me what time works for you?',
    "That's the one you wanted, right?",
    'What works best for you is Tuesday, right?',
    "What you're saying is that you want a refund?",
    'When you called yesterday, you spoke to Anna?',
    'When I get the form, I send it to you, okay?',
    'Could you tell me, please, what your name is?',
    "What's your name, and is this your first visit?",
    'Can I help you, Mrs. Smith?',
    'Could you repeat that, please?',
    "I'd like to know when you're free?",
    "You're coming when?",
    'How about Tuesday?',
    'What if I sent you a link?',
    'You mean the account, which ends in 4821?',
    'The card ending in 4821, which is your debit card?',
    'Do you have any pets or children?',
    'Can I get your order number or email address?',
    'Do you feel dizzy or nauseous?',
    'Are you hurt or bleeding?',
    'Is there a gate code or a buzzer?',
    'Could you wait a minute or two?',
    'Would you like anything else, or is that all?',
    "You don't have a fever or chills?",
    'Have you seen a doctor or a nurse?',
    'Any allergies or conditions?',
    'Any idea, when?',
    'Or are you happy to wait?',
    'How about the Harbor Inn, which has a pool?',
    'What about Dr. Reyes, who is a dentist?',
    'Is that right.',
    'So, just to confirm, is that the one you meant.',
    'And would you like anything else today',
    'Do you need a hand with the bags.',
    'Should I book the table.',
    'Are your windows closed.',
  ],
  'de-DE': [
    'Ist das richtig?',
    'Soll ich das für Sie buchen?',
    'Und passt Ihnen Dienstag?',
    'Morgen um neun?',
    'Wie besprochen, soll ich den Termin absagen?',
    'Wissen Sie, ob das geht?',
    'Wissen Sie noch, mit wem Sie gesprochen haben?',
    'Darf ich fragen, worum es geht?',
    'Könnten Sie mir bitte sagen, wie Sie heißen?',
    'Sie möchten wissen, wann wir öffnen?',
    'Was Sie brauchen, ist eine Kopie, oder?',
    'Wie besprochen, Dienstag um neun?',
    'Wie bitte?',
    'Passt Ihnen Dienstag, Frau Müller?',
    'Sie kommen wann?',
    'Eine Ahnung, wann?',
    'Keine Idee, warum?',
    'Noch Kaffee oder Kuchen?',
    'Besondere Wünsche oder Fragen?',
    'Vorerkrankungen oder Allergien?',
    'Haben Sie Kinder oder Haustiere?',
    'Kommen Sie um acht oder so?',
    'Dienstag oder nicht?',
    'Haben Sie Fieber oder Husten?',
    'Sie haben Fieber oder Husten?',
    'Nehmen Sie Medikamente oder Vitamine?',
    'Leiden Sie unter Asthma oder Heuschnupfen?',
    'Ist Ihnen übel oder schwindelig?',
    'Sind Sie schwanger oder stillen Sie?',
    'Ist jemand verletzt oder eingeklemmt?',
    'Ist bei Ihnen Diabetes oder Bluthochdruck bekannt?',
    'Gibt es Parkplätze oder eine Garage?',
    'Kann ich Ihre Kundennummer oder E-Mail-Adresse haben?',
    'Möchten Sie noch etwas trinken oder essen?',
    'Ist das richtig oder nicht?',
    'Geht es Ihnen gut oder schlecht?',
    'Könnten Sie eine Minute oder zwei warten?',
    'Stimmt das so, oder?',
    'Was, wirklich?',
    'Wie, heute schon?',
    'Ist Herr Müller oder seine Frau da?',
    'Ist die Chefin oder ein Kollege erreichbar?',
  ],
  'nl-NL': [
    'Klopt dat?',
    'Wilt u dat ik dat voor u boek?',
    'En heeft u een reservering?',
    'Morgen om negen uur?',
    'Wat u ook kiest, wilt u een bevestiging?',
    'Kunt u mij zeggen, waar het over gaat?',
    'Wanneer u aankomt, belt u mij dan?',
    'Wat u nodig heeft, is een kopie, toch?',
    'U komt dinsdag, hè?',
    'Kunt u dat herhalen, alstublieft?',
    'Enig idee, waarom?',
    'Nog koffie of thee?',
    'Allergieën of aandoeningen?',
    'Heeft u kinderen of huisdieren?',
    'Verder nog iets of was dat alles?',
    'Wat, echt waar?',
    'Dat kan toch, of wel?',
    'Of wilt u liever wachten?',
    'Zal ik kijken of de winkel open is?',
    'Wilt u bevestigen of de gegevens kloppen?',
    'Geldt dat ook voor kinderen of studenten?',
    'Wilt u dat ik nakijk of uw pakket verzonden is?',
    'Kunt u uw naam of klantnummer noemen?',
    'Is er een intercom of een deurcode?',
    'Is iemand gewond of bewusteloos?',
    'Bent u misselijk of duizelig?',
    'Rookt u of drinkt u alcohol?',
    'Ziet u rook of vlammen?',
    'Is het mogelijk om de afspraak te verzetten of te annuleren?',
    'Is de heer Jansen of zijn vrouw thuis?',
    'Is uw partner of iemand anders thuis?',
    'Zit er olie of water in?',
  ],
}

const FALLING: Readonly<Record<string, readonly string[]>> = {
  'en-US': [
    'How can I help you today?',
    "What's the best number to reach you?",
    'And what is your date of birth?',
    'At what time would you like to come in?',
    'Sorry, what was that?',
    'Where would you like to go, Paris or Rome?',
    'Why not?',
    'So, what can I do for you, Mrs. Smith?',
    'Okay, when would you like to come in, please?',
    "Okay great and what's your date of birth?",
    'Roughly how many people will be there?',
    'Under which name is the booking?',
    'Which one, the red or the blue?',
    'Okay, which is closer?',
    'Thanks, who is your carrier?',
    'Cash or card?',
    'Small, medium, or large?',
    'Would you like to pay now or later?',
    'Do you prefer morning or afternoon?',
    'Is it for here or to go?',
    'Should I send it by email or by text?',
    'Did you say fifteen or fifty?',
    'Are you a new patient or an existing one?',
    'Would Tuesday or Thursday work better?',
    'You mean the fifth or the fifteenth?',
    'Okay, Monday or Tuesday?',
    'Would you like to pay now or later.',
    'What time is it.',
  ],
  'de-DE': [
    'Wie kann ich Ihnen helfen?',
    'Um wie viel Uhr möchten Sie kommen?',
    'Und auf welchen Namen?',
    'Entschuldigung, mit wem spreche ich?',
    'Also, wie war Ihr Name, bitte?',
    'Gut, dann kann ich Ihnen Dienstag anbieten, wann passt es Ihnen?',
    'Ungefähr wie viele Gäste kommen?',
    'Vor wie vielen Tagen war das?',
    'Welcher der beiden Termine passt Ihnen besser?',
    'Bar oder Karte?',
    'Gut, Montag oder Dienstag?',
    'Hin- und Rückfahrt oder nur Hinfahrt?',
    'Möchten Sie bar oder mit Karte zahlen?',
    'Soll ich Sie anrufen oder eine E-Mail schreiben?',
    'Sind Sie privat oder gesetzlich versichert?',
    'Sind Sie Mieter oder Eigentümer?',
    'Ist das zum Mitnehmen oder für hier?',
    'Meinten Sie 15 oder 50?',
    'Haben Sie fünfzehn oder fünfzig gesagt?',
    'Kommen Sie lieber am Montag oder am Dienstag?',
    'Passt Ihnen Montag oder Dienstag?',
    'Zahlen Sie bar oder mit Karte?',
    'Nehmen Sie den Zug oder das Auto?',
    'Geht es um eine Bestellung oder um eine Rechnung?',
    'Wird das eine Einzelfahrt oder eine Rückfahrt?',
    'Was?',
    'Eine Frage, wann kommen Sie?',
    'Ist Herr Müller morgens oder abends erreichbar?',
    'Ist das Lämpchen grün oder rot?',
    'Soll ich hier warten oder lieber da?',
  ],
  'nl-NL': [
    'Waarmee kan ik u helpen?',
    'Om hoe laat wilt u langskomen?',
    'En op welke naam?',
    'Sorry, met wie spreek ik?',
    'Dus, wat kan ik voor u doen, meneer Jansen?',
    'Goed, dan heb ik u genoteerd voor dinsdag, hoe laat wilt u komen?',
    'Onder welk nummer kunnen we u bereiken?',
    'Waarnaar bent u op zoek?',
    'Wat zijn uw openingstijden?',
    'Contant of pinnen?',
    'Oké, liever maandag of dinsdag?',
    'Met de trein of de auto?',
    'Wilt u contant of met pin betalen?',
    'Betaalt u contant of met pin?',
    'Zal ik u terugbellen of een mail sturen?',
    'Is het lampje groen of rood?',
    'Bent u een nieuwe of een bestaande klant?',
    'Kunt u beter op maandag of op dinsdag?',
    'Wordt u liever gebeld of gemaild?',
    'Gaat het om een storing of een vraag over uw factuur?',
    'Ziet u een rood of een groen lampje?',
    'Sorry, zei u maandag of dinsdag?',
    'Bent u getrouwd of samenwonend?',
    'Bent u huurder of eigenaar?',
    'Zit de schade binnen of buiten?',
    'Is het kantoor op maandag of op dinsdag bereikbaar?',
  ],
}

const cases = (texts: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(texts).flatMap(([tag, all]) => all.map((text) => [tag, text] as const))

describe('a question of yes or no rises', () => {
  test.each(cases(RISING))('%s: %s', (tag, text) => {
    expect(asked(tag, text).at(-1)).toBe('?')
  })
})

describe('a question that asks for more falls, and so does one that offers a choice', () => {
  test.each(cases(FALLING))('%s: %s', (tag, text) => {
    expect(asked(tag, text).at(-1)).toBe('.')
  })
})

describe('what only opens as a question does is none without its mark', () => {
  test.each([
    'So do I.',
    'They are late, are they.',
    'Should you need help, call us.',
    'Do it now.',
    'Do that by Friday.',
    'Have a nice day.',
    'Have it your way.',
    'Will do.',
    'May I suggest the soup.',
    'Had I known, I would have called.',
  ])('%s', (text) => {
    expect(asked('en-US', text).at(-1)).toBe('.')
  })
})

test('each question of a segment ends in its own way, and what is no question as it was', () => {
  const tokens = asked('en-US', 'Are you there? What time is it? Wow! Is it late?')
  expect(tokens.filter((token) => typeof token === 'string' && isPause(token))).toEqual(['?', '.', '!', '?'])
})

describe('a question is judged by all of its sentence, of which the opening segment of a turn may have cut a part', () => {
  test.each([
    ['en-US', 'What can I do for you, Mrs. Smith?', '.'],
    ['en-US', 'What can I do\nReady?', '?'],
    ['en-US', 'What is it? Mrs. Smith?', '?'],
    ['de-DE', 'Wissen Sie, wann der Termin ist?', '?'],
    ['nl-NL', 'Wat kan ik voor u doen, <break time="1s"/> meneer Jansen?', '.'],
  ] as const)('%s: %s', (tag, text, mark) => {
    const segments = segmentsOf(text, localeOf(tag)).flatMap(({ segment }) => segment ?? [])
    expect(segments).toHaveLength(2)
    expect(modelTokens(segments[1]!).at(-1)).toBe(mark)
    expect(segments[1]!.text.endsWith('?')).toBe(true)
  })
})

test('words stay as they are', () => {
  const locale = localeOf('en-US')
  const tokens = normalise('So, what time is it?', locale)
  expect(withQuestionMarks(tokens, locale.language).slice(0, -1)).toEqual(tokens.slice(0, -1))
})
