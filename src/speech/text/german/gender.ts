/** The gender of a noun: masculine, feminine or neuter. */
export type Gender = 'm' | 'f' | 'n'

const NEUTER =
  /(?:chen|lein|ment|um|nis|ett|thema|jahr|hundert|jahrzehnt|tausend|mal|kind|buch|spiel|haus|tor|bild|geschoss|stockwerk|semester|quartal|viertel|drittel|kapitel|ziel|treffen|konzert|lied|team|land|wort|gebot|programm|blatt|stück|glas|auto|fahrzeug|zimmer|gleis|fenster|gesetz|modell|werk|gespräch|problem|beispiel|mitglied|paket|bier|wasser|brot|baby|foto|video|handy|hotel|restaurant|büro|gerät|gramm|kilo|pfund|prozent|watt|volt|ende|auge|interesse|gebäude|tier|pferd|schiff|flugzeug|ticket|formular|dokument|rennen|essen|leben|quiz|level|update|element|recht|amt|feld|rad|bett|zitat|update|schuljahr|mitglied|finale|turnier|opfer|geschenk|pferd|obergeschoss|gericht|glied|grad)$/i
const MASCULINE =
  /(?:name|junge|kunde|gedanke|käse|wille|buchstabe|glaube|neffe|kollege|experte|deutsche|patient|student|termin|beginn|gewinn|schnee|tee|kaffee|see|ski|monat|kilometer|meter|liter)$/i
const FEMININE =
  /(?:ung|heit|keit|schaft|ion|tät|ik|ie|ei|enz|anz|tur|erin|e|liga|nacht|stadt|hand|person|zahl|wahl|zeit|frau|mutter|tochter|schwester|bahn|fahrt|welt|kraft|tür|form|uhr|art|nummer|bank|mail|app|staffel|regel|firma|arbeit|dosis|basis|kammer|feier|steuer|mauer|dauer|schüssel|tafel|insel|hilfe|chance|wm|em|uni|pflicht|sicht|schicht|macht|wehr|armee|spur|fabrik|dimension|haut|luft|not|schuld|tat|wand|wurst|prüfung|base|cd|dvd|instanz|lesung|gymnasialklasse)$/i

/** The gender of a noun, told by its ending or by its last part; most others are masculine. */
export function genderOf(noun: string): Gender {
  if (NEUTER.test(noun)) return 'n'
  if (MASCULINE.test(noun)) return 'm'
  return FEMININE.test(noun) ? 'f' : 'm'
}
