import { LONG_TEXT } from '../bench/texts.ts'

/** Ordinary English texts of several kinds. */
export const ORDINARY_TEXTS = {
  prose: LONG_TEXT,
  story:
    'The old man walked down to the river every morning, long before the village was awake. He carried a small bag ' +
    'with bread and cheese, and a book that he never opened. When the sun came over the hills he sat on the same flat ' +
    'stone, took off his shoes, and put his feet into the cold water. Nobody knew what he was waiting for.',
  conversation:
    'Good morning! How can I help you today? I see. Let me check that for you. Yes, it was sent on Monday. You should ' +
    'have it by Thursday, or Friday at the latest. Is that all right? Great. Thank you for calling, and have a nice day.',
  news:
    'The city council agreed on Tuesday to build a new bridge across the harbour. Work will begin in the spring of ' +
    'next year and is expected to take about three years. Critics say that the money would be better spent on schools ' +
    'and hospitals, but the mayor called the decision an important step for the whole region.',
  numbers:
    'Your order number is 48152, and the total comes to $142.50. It was sent on March 3rd at 5:30 pm and weighs 12 kg. ' +
    'If you have questions, call us at 555-0199 between 9 and 5. About 85% of all parcels arrive within 2 days.',
  digits: 'The code is 4 7 1 9, then 3 8 2 6. I repeat: 4 7 1 9, 3 8 2 6. Your account ends in 0 5 5 1.',
} as const

/** The same in German. */
export const GERMAN_TEXTS = {
  prose:
    'Vielen Dank für Ihre Geduld. Ich habe Ihre Buchung gefunden, und für Ihren Besuch in der nächsten Woche ist alles ' +
    'vorbereitet. Das Zimmer liegt im zweiten Stock, es geht auf den Garten hinaus, und Frühstück gibt es von sieben bis ' +
    'zehn. Wenn Sie mit dem Zug kommen, gehen Sie an der alten Kirche vorbei und am Markt nach links; das Haus ist das ' +
    'weiße in der Nähe des Flusses. Wir können auch einen Fahrer zum Bahnhof schicken, aber bitte sagen Sie uns ' +
    'mindestens einen Tag vorher Bescheid.',
  story:
    'Der alte Mann ging jeden Morgen zum Fluss hinunter, lange bevor das Dorf erwachte. Er trug eine kleine Tasche mit ' +
    'Brot und Käse und ein Buch, das er nie öffnete. Wenn die Sonne über die Hügel kam, setzte er sich auf denselben ' +
    'flachen Stein, zog die Schuhe aus und hielt die Füße in das kalte Wasser. Niemand wusste, worauf er wartete.',
  conversation:
    'Guten Morgen! Wie kann ich Ihnen heute helfen? Ich verstehe. Ich sehe für Sie nach. Ja, es wurde am Montag ' +
    'verschickt. Sie sollten es am Donnerstag haben, spätestens am Freitag. Ist das in Ordnung? Schön. Danke für Ihren ' +
    'Anruf und einen guten Tag.',
  news:
    'Der Stadtrat hat am Dienstag beschlossen, eine neue Brücke über den Hafen zu bauen. Die Arbeiten beginnen im ' +
    'Frühjahr und sollen etwa drei Jahre dauern. Kritiker sagen, das Geld wäre für Schulen und Krankenhäuser besser ' +
    'ausgegeben, doch die Bürgermeisterin nannte die Entscheidung einen wichtigen Schritt für die ganze Gegend.',
  numbers:
    'Ihre Bestellnummer ist 48152, und die Summe beträgt 142,50 €. Das Paket wurde am 3. März um 17:30 Uhr verschickt und ' +
    'wiegt 12 kg. Wenn Sie Fragen haben, rufen Sie uns zwischen 9 und 17 Uhr an. Etwa 85 % aller Pakete kommen innerhalb ' +
    'von 2 Tagen an.',
  digits:
    'Der Code ist 4 7 1 9, dann 3 8 2 6. Ich wiederhole: 4 7 1 9, 3 8 2 6. Ihr Konto endet auf 0 5 5 1.',
} as const

/** The same in Dutch. */
export const DUTCH_TEXTS = {
  prose:
    'Dank u wel voor het wachten. Ik heb uw boeking gevonden, en voor uw bezoek van volgende week is alles klaar. De kamer ' +
    'ligt op de tweede verdieping, ze kijkt uit op de tuin, en het ontbijt is er van zeven tot tien uur. Als u met de ' +
    'trein komt, loopt u langs de oude kerk en gaat u bij de markt naar links; het huis is het witte bij de rivier. We ' +
    'kunnen ook een chauffeur naar het station sturen, maar laat het ons dan minstens een dag van tevoren weten.',
  story:
    'De oude man liep elke ochtend naar de rivier, lang voordat het dorp wakker werd. Hij droeg een kleine tas met brood en ' +
    'kaas, en een boek dat hij nooit opende. Wanneer de zon boven de heuvels kwam, ging hij op dezelfde platte steen ' +
    'zitten, trok zijn schoenen uit en stak zijn voeten in het koude water. Niemand wist waar hij op wachtte.',
  conversation:
    'Goedemorgen! Waarmee kan ik u vandaag helpen? Ik begrijp het. Ik kijk het even voor u na. Ja, het is maandag ' +
    'verstuurd. U zou het donderdag moeten hebben, of uiterlijk vrijdag. Is dat goed? Mooi. Bedankt voor het bellen, en ' +
    'nog een fijne dag.',
  news:
    'De gemeenteraad heeft dinsdag besloten om een nieuwe brug over de haven te bouwen. Het werk begint in het voorjaar en ' +
    'zal ongeveer drie jaar duren. Critici zeggen dat het geld beter aan scholen en ziekenhuizen kan worden besteed, maar ' +
    'de burgemeester noemde het besluit een belangrijke stap voor de hele streek.',
  numbers:
    'Uw bestelnummer is 48152, en het totaal komt op € 142,50. Het pakket is op 3 maart om 17:30 uur verstuurd en weegt 12 ' +
    'kg. Als u vragen hebt, belt u ons tussen 9 en 17 uur. Ongeveer 85 % van alle pakketten komt binnen 2 dagen aan.',
  digits: 'De code is 4 7 1 9, dan 3 8 2 6. Ik herhaal: 4 7 1 9, 3 8 2 6. Uw rekening eindigt op 0 5 5 1.',
} as const
