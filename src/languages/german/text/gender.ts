import { anyOf } from '../../shared/text/word-list.ts'

/** The gender of a noun: masculine, feminine or neuter. */
export type Gender = 'm' | 'f' | 'n'

const NEUTER =
  endings(`chen lein (?<!mo)ment (?<!a)um nis ett thema jahr hundert jahrzehnt tausend mal kind buch spiel haus ^tor
  eigentor gegentor siegtor bild geschoss stockwerk semester quartal viertel drittel kapitel ziel treffen konzert lied team
  land (?<!ant)wort gebot programm blatt stück glas auto fahrzeug zimmer gleis fenster gesetz modell werk gespräch problem
  beispiel glied paket bier wasser brot baby foto video handy hotel restaurant büro gerät gramm kilo pfund prozent watt volt
  ^ende wochenende monatsende jahresende vertragsende quartalsende laufzeitende ^gehalt monatsgehalt auge interesse gebäude gemüse finale tier pferd schiff flugzeug ticket formular dokument
  gewicht tempo limit rennen essen leben ^knie bein ohr quiz level update upgrade byte blech element recht amt feld rad bett zitat opfer geschenk gericht stadion system emblem produkt konto
  ^abo ^hj ^jh guthaben fach rezept datum menü steak ^ei ^og ^ug`)
const MASCULINE =
  endings(`name junge (?<!se|ur|stunt)kunde gedanke käse wille buchstabe glaube neffe kollege (?<!fahr|flug|werk|spiel)zeuge code experte deutsche vorsitzende abgeordnete beamte termin beginn
  gewinn schnee tee kaffee see ski meter liter sprung schwung spion champion tropfen wagen kuchen patient student`)
const FEMININE =
  endings(`ung heit keit schaft ion tät ik ie ei enz anz tur erin kundin freundin kollegin studentin ärztin e ^post telekom liga
  nacht stadt hand person zahl wahl zeit frau mutter tochter schwester bahn fahrt welt kraft tür form uhr ^art sportart
  tierart antwort nummer ^mail e-mail app bank staffel regel firma arbeit dosis basis kammer feier steuer mauer dauer schüssel
  tafel insel ^wm ^em ^uni ^cd dvd pflicht sicht schrift frist gebühr werkstatt kunft klausur kartoffel kugel gabel nadel schachtel schicht macht wehr spur luft kapsel nachricht pizza zwiebel ^cola ^kl ^kw ^nr ^gen ^hd ^aufl ^etg ^std ^hst ^abt ^whg str ziffer faser ^min ^sek ^rd ^wo ^sms ^tat straftat ^wand avocado mango kiwi paprika handvoll semmel brezel ^mwst ^ust wurst haut schuld not schulter ^maria ^vereinb`)

/** Guesses the gender of a noun from its ending or its last part. The default is masculine. */
export function genderOf(noun: string): Gender {
  if (NEUTER.test(noun)) return 'n'
  if (MASCULINE.test(noun)) return 'm'
  return FEMININE.test(noun) ? 'f' : 'm'
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', Ä: 'A', Ö: 'O', Ü: 'U' }

/** Whether a noun in the plural is feminine, guessed from what its singular may be ("Tabletten", "Nächte"). */
export function isFemininePlural(noun: string): boolean {
  if (MASCULINE.test(noun) || MASCULINE.test(noun.slice(0, -1)) || MASCULINE.test(noun.slice(0, -2)))
    return false
  if (/(?:sch|[aouü]ch)en$/.test(noun)) return true // "Flaschen", "Wochen", no diminutive
  if (NEUTER.test(noun) || NEUTER.test(noun.slice(0, -1))) return false
  if (/(?:en|eln|ern)$/.test(noun)) return true
  const singular = noun.replace(/[es]$/, '')
  return singular !== noun && genderOf(singular.replace(/[äöüÄÖÜ]/g, (vowel) => UMLAUTS[vowel]!)) === 'f'
}

/** Matches words that end with an item of a list. An item with "^" must match the whole word. */
function endings(list: string): RegExp {
  return new RegExp(`(?:${anyOf(list)})$`, 'i')
}
