/** What is read aloud for a recording, by language: some 20 seconds, with all of its sounds and a question. */
const TEXTS: Readonly<Record<string, string>> = {
  en: 'Good morning! I would like to tell you how the journey went. We left the house at a quarter past five, when the streets were still quiet, and drove along the river to the harbour. Have you ever seen the boats come in before sunrise? A young man sold us warm bread and coffee, and he laughed at our thick jackets. By noon it was so hot that everybody chose to sit in the shade.',
  de: 'Guten Morgen! Ich möchte Ihnen erzählen, wie die Reise war. Wir sind um Viertel nach fünf losgefahren, als die Straßen noch ruhig waren, und dann am Fluss entlang bis zum Hafen. Haben Sie schon einmal gesehen, wie die Boote vor Sonnenaufgang hereinkommen? Ein junger Mann hat uns frisches Brot und heißen Kaffee verkauft und über unsere dicken Jacken gelacht. Mittags war es so heiß, dass alle im Schatten sitzen wollten.',
  nl: 'Goedemorgen! Ik wil u graag vertellen hoe de reis is gegaan. We zijn om kwart over vijf vertrokken, toen het op straat nog stil was, en langs de rivier naar de haven gereden. Hebt u de boten ooit zien binnenkomen voordat de zon opkwam? Een jongeman verkocht ons vers brood en warme koffie, en hij lachte om onze dikke jassen. Rond de middag was het zo heet dat iedereen in de schaduw ging zitten.',
}

/** The text to read in a language; undefined: there is none, and any text will do. */
export function readingText(tag: string): string | undefined {
  return TEXTS[tag.split('-')[0]!]
}
