import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../../src/engines/embedded/model-folder.ts'
import { PhoneEncoder } from '../../../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES } from '../../../../src/languages/registry.ts'
import { seeded } from '../../../support/random.ts'
import { inIpa, tokensOf } from './tokens.ts'

const encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)
const names = Object.keys(JSON.parse(readFileSync(join(MODEL_FOLDER, 'tokens.json'), 'utf8')))

/** The phones of spoken words in IPA, without "^" and the last pause. */
async function said(language: string, ...spoken: string[]): Promise<string> {
  const { ids } = await encoder.encode([{ written: spoken.join(' '), spoken }], language)
  return inIpa(ids.subarray(1, -1))
}

describe('German', () => {
  test.each([
    ['schule', 'ʃ uː1 l ə'],
    ['straße', 'ʃ t ʁ aː1 s ə'],
    ['nacht', 'n a1 x t'],
    ['licht', 'l ɪ1 ç t'],
    ['zug', 'ts uː1 k'],
    ['schön', 'ʃ øː1 n'],
    ['früh', 'f ʁ yː1'],
    ['leute', 'l ɔʏ1 t ə'],
    ['weiß', 'v aɪ1 s'],
    ['pferd', 'pf eː1 ɐ t'],
    ['zwei', 'ts v aɪ1'],
    // Words that the model does not say right
    ['buch', 'b uː1 x'],
    ['wege', 'v eː1 ɡ ə'],
    ['hochzeit', 'h ɔ1 x ts aɪ0 t'],
    ['email', 'iː1 m eː0 l'],
    ['restaurant', 'ʁ ɛ0 s t oː0 ʁ a1 ŋ'],
    ['café', 'k a0 f eː1'],
    ['team', 't iː1 m'],
    ['whatsapp', 'v ɔ1 t s ɛ0 p'],
    ['sechsten', 'z ɛ1 k s t ə n'],
    ['möglichst', 'm øː1 k l ɪ0 ç s t'],
    ['ermöglicht', 'ɛ0 ɐ m øː1 k l ɪ0 ç t'],
    ['kirchen', 'k ɪ1 ɐ ç ə n'],
    ['verheiratet', 'f ɛ0 ɐ h aɪ1 ʁ aː0 t ə t'],
    ['werden', 'v eː1 ɐ d ə n'],
    ['danach', 'd a0 n aː1 x'],
    ['beeren', 'b eː1 ʁ ə n'],
    // Compounds with one of them
    ['goethestraße', 'ɡ œ1 t ə ʃ t ʁ aː1 s ə'],
    ['kundenservice', 'k ʊ1 n d ə n s œ1 ɐ v ɪ0 s'],
    ['teamservice', 't iː1 m s œ1 ɐ v ɪ0 s'],
    ['kundenservicenummer', 'k ʊ1 n d ə n s œ1 ɐ v ɪ0 s n ʊ1 m ɐ'],
    ['handynummer', 'h ɛ1 n d iː0 n ʊ1 m ɐ'],
    ['teamleiter', 't iː1 m l aɪ1 t ɐ'],
    ['onlinebanking', 'ɔ1 n l aɪ0 n b ɛ1 ŋ k ɪ0 ŋ'],
    ['chefarzt', 'ʃ ɛ1 f a1 ɐ ts t'],
    ['toilettenpapier', 't oː0 a0 l ɛ1 t ə n p a0 p iː1 ɐ'],
    ['orangensaft', 'oː0 ʁ a1 ŋ ʒ ə n z a1 f t'],
    ['telefonnummern', 't eː1 l eː0 f oː1 n n ʊ1 m ɐ n'],
    // What begins like one of them, and is none
    ['mailand', 'm aɪ1 l a0 n t'],
    ['daten', 'd aː1 t ə n'],
    // One of them with an ending
    ['croissants', 'k ʁ oː0 a0 s a1 ŋ s'],
    ['garagen', 'ɡ a0 ʁ aː1 ʒ ə n'],
    ['steaks', 's t eː1 k s'],
    ['chefinnen', 'ʃ ɛ1 f ɪ0 n ə n'],
    // Names with an é at their end
    ['josé', 'j oː1 z eː0'],
    ['rosé', 'ʁ oː0 z eː1'],
    ['chloé', 'k l oː1 eː0'],
    // Vowels that the model makes too short or too long
    ['nachricht', 'n aː1 x ʁ ɪ0 ç t'],
    ['rathaus', 'ʁ aː1 t h aʊ0 s'],
    ['gutschein', 'ɡ uː1 t ʃ aɪ0 n'],
    ['tan', 't a1 n'],
    ['datum', 'd aː1 t ʊ0 m'],
    ['dollar', 'd ɔ1 l a0 ɐ'],
    ['mehrwertsteuer', 'm eː1 ɐ v eː0 ɐ t ʃ t ɔʏ0 ɐ'],
    ['paris', 'p a0 ʁ iː1 s'],
    ['mahngebühr', 'm aː1 n ɡ ə b yː1 ɐ'],
    ['notfallnummer', 'n oː1 t f a0 l n ʊ1 m ɐ'],
    ['zukunft', 'ts uː1 k ʊ0 n f t'],
    ['kabel', 'k aː1 b ə l'],
    ['fuchs', 'f ʊ1 k s'],
    ['impfstoff', 'ɪ1 m p f ʃ t ɔ0 f'],
    ['ladestation', 'l aː1 d ə ʃ t a0 ts j oː0 n'],
    ['schwerin', 'ʃ v eː0 ʁ iː1 n'],
    ['bolognese', 'b oː0 l ɔ0 n j eː1 z ə'],
    ['android', 'a1 n d ʁ ɔʏ0 t'],
    ['couch', 'k aʊ1 tʃ'],
    ['jalousie', 'ʒ a0 l uː0 z iː1'],
    ['kampagnen', 'k a0 m p a1 n j ə n'],
    ['rebecca', 'ʁ eː0 b ɛ1 k aː0'],
    ['daniela', 'd a0 n iː0 eː1 l aː0'],
    ['darmstadt', 'd a1 ɐ m ʃ t a0 t'],
    ['metformin', 'm ɛ0 t f ɔ0 ɐ m iː1 n'],
    ['planet', 'p l a0 n eː1 t'],
    ['tapeten', 't a0 p eː1 t ə n'],
    ['sneaker', 's n iː1 k ɐ'],
    ['bewusstlosigkeit', 'b ə v ʊ1 s t l oː0 z ɪ0 ç k aɪ0 t'],
    ['ehefrau', 'eː1 ə f ʁ aʊ1'],
    ['eingecheckt', 'aɪ1 n ɡ ə tʃ ɛ0 k t'],
    ['demnächst', 'd eː1 m n ɛː0 ç s t'],
    ['serie', 'z eː1 ʁ iː0 ə'],
    ['kamin', 'k a0 m iː1 n'],
    ['grammatik', 'ɡ ʁ a0 m a1 t ɪ0 k'],
    ['barcelona', 'b a0 ɐ s ə l oː1 n aː0'],
    ['pantoprazol', 'p a0 n t oː0 p ʁ a0 ts oː1 l'],
    ['zuschicken', 'ts uː1 ʃ ɪ0 k ə n'],
    ['durchstellen', 'd ʊ1 ɐ ç ʃ t ɛ0 l ə n'],
    ['vernissage', 'v ɛ0 ɐ n ɪ0 s aː1 ʒ ə'],
    ['framework', 'f ʁ eː1 m v œ0 ɐ k'],
    ['davos', 'd a0 v oː1 s'],
    ['engelberg', 'ɛ1 ŋ ə l b ɛ0 ɐ k'],
    ['bielefeld', 'b iː1 l ə f ɛ0 l t'],
    ['schneeregen', 'ʃ n eː1 ʁ eː0 ɡ ə n'],
    ['livestream', 'l aɪ1 f s t ʁ iː0 m'],
    ['biden', 'b aɪ1 d ə n'],
    ['makeup', 'm eː1 k a0 p'],
    ['milkshakes', 'm ɪ1 l k ʃ eː0 k s'],
    ['rechtsanwältin', 'ʁ ɛ1 ç t s a0 n v ɛ0 l t ɪ0 n'],
    ['betonte', 'b ə t oː1 n t ə'],
    ['büro', 'b yː0 ʁ oː1'],
    ['heiraten', 'h aɪ1 ʁ aː0 t ə n'],
    ['trafik', 't ʁ a0 f ɪ1 k'],
    ['matura', 'm a0 t uː1 ʁ aː0'],
    ['amerika', 'a0 m eː1 ʁ iː0 k aː0'],
    ['derselbe', 'd eː0 ɐ z ɛ1 l b ə'],
    ['soviel', 'z oː0 f iː1 l'],
    ['versiegelt', 'f ɛ0 ɐ z iː1 ɡ ə l t'],
    ['finanzkrise', 'f iː0 n a1 n ts k ʁ iː1 z ə'],
    ['finanziell', 'f iː1 n a0 n ts j ɛ1 l'],
    ['anderson', 'a1 n d ɐ s ə n'],
    ['hauptperson', 'h aʊ1 p t p ɛ0 ɐ z oː1 n'],
    ['konsens', 'k ɔ0 n z ɛ1 n s'],
    ['klagenfurt', 'k l aː1 ɡ ə n f ʊ0 ɐ t'],
    ['ukrainischen', 'ʊ0 k ʁ aɪ1 n ɪ0 ʃ ə n'],
    ['messenger', 'm ɛ1 s ə n dʒ ɐ'],
    ['james', 'dʒ eː1 m s'],
    ['grace', 'ɡ ʁ eː1 s'],
    ['modric', 'm oː1 d ʁ ɪ0 tʃ'],
    // Slavic names
    ['jovanovic', 'j oː1 v a0 n oː1 v ɪ0 t ʃ'],
    ['kaczmarek', 'k a1 t ʃ m aː0 ʁ eː0 k'],
    ['nikolić', 'n iː1 k oː0 l ɪ1 t ʃ'],
    ['imamoğlu', 'iː1 m a0 m oː1 l uː0'],
    ['garcía', 'ɡ a0 ɐ s iː1 aː0'],
    ['ayşe', 'aɪ0 ʃ ɛ1'],
    // The name of a letter with an "s"
    ["w's", 'v eː1 s'],
    // Without a vowel
    ['hm', 'h m m'],
    ['mhm', 'm h m m'],
    ['pst', 'p s t'],
    ['brrr', 'b ʁ ʁ'],
    // A last or a first part that the model does not say right
    ['currywurst', 'k œ1 ʁ iː0 v ʊ1 ɐ s t'],
    ['kleingeld', 'k l aɪ1 n ɡ ɛ1 l t'],
    ['wohngemeinschaft', 'v oː1 n ɡ ə m aɪ1 n ʃ a0 f t'],
    ['steuerberater', 'ʃ t ɔʏ1 ɐ b ə ʁ aː1 t ɐ'],
    ['privatpatient', 'p ʁ iː0 v aː1 t p a0 ts j ɛ1 n t'],
    ['blutgruppe', 'b l uː1 t ɡ ʁ ʊ1 p ə'],
    ['arbeitsgericht', 'a1 ɐ b aɪ0 t s ɡ ə ʁ ɪ1 ç t'],
    ['arbeitspreis', 'a1 ɐ b aɪ0 t s p ʁ aɪ1 s'],
    ['polizeichef', 'p oː1 l iː0 ts aɪ1 ʃ ɛ1 f'],
    ['flüchtlingskrise', 'f l ʏ1 ç t l ɪ0 ŋ s k ʁ iː1 z ə'],
    ['liebesbrief', 'l iː1 b ə s b ʁ iː1 f'],
    ['wundervoll', 'v ʊ1 n d ɐ f ɔ1 l'],
    ['tabellenführer', 't a0 b ɛ1 l ə n f yː1 ʁ ɐ'],
    ['rechtsextremismus', 'ʁ ɛ1 ç t s ɛ1 k s t ʁ eː0 m ɪ1 s m ʊ0 s'],
    // Stems of adjectives and verbs at the start of a compound, and with the endings of those
    ['sozialhilfe', 'z oː1 ts iː0 aː1 l h ɪ1 l f ə'],
    ['nationalmannschaft', 'n a0 ts j oː1 n aː1 l m a1 n ʃ a0 f t'],
    ['sozialisten', 'z oː1 ts iː0 a0 l ɪ1 s t ə n'],
    ['telefonieren', 't eː1 l eː0 f oː0 n iː1 ʁ ə n'],
    // An "h" and a "g" that begin a part
    ['stadthalle', 'ʃ t a1 t h a1 l ə'],
    ['weltherrschaft', 'v ɛ1 l t h ɛ1 ɐ ʃ a0 f t'],
    ['katholisch', 'k a0 t oː1 l ɪ0 ʃ'],
    ['hingehen', 'h ɪ1 n ɡ eː1 ə n'],
    ['rausgeworfen', 'ʁ aʊ1 s ɡ ə v ɔ1 ɐ f ə n'],
    ['rangieren', 'ʁ a0 ŋ ʒ iː1 ʁ ə n'],
    // Long vowels that the model says short behind a prefix
    ['aufgehört', 'aʊ1 f ɡ ə h øː1 ɐ t'],
    ['ausgelöst', 'aʊ1 s ɡ ə l øː1 s t'],
    ['erklärte', 'ɛ0 ɐ k l ɛː1 ɐ t ə'],
    // The weak "ge" of a participle with "zu"
    ['zugestoßen', 'ts uː1 ɡ ə ʃ t oː1 s ə n'],
    ['zugeben', 'ts uː1 ɡ eː0 b ə n'],
    ['telefongespräch', 't eː1 l eː0 f oː1 n ɡ ə ʃ p ʁ ɛː1 ç'],
    ['kundenbetreuung', 'k ʊ1 n d ə n b ə t ʁ ɔʏ1 ʊ0 ŋ'],
    ['strombedarf', 'ʃ t ʁ oː1 m b ə d a1 ɐ f'],
    ['rechtsverordnung', 'ʁ ɛ1 ç t s f ɛ0 ʁ ɔ1 ɐ d n ʊ0 ŋ'],
    ['reisekosten', 'ʁ aɪ1 z ə k ɔ1 s t ə n'],
    ['zeiterfassung', 'ts aɪ1 t ɛ0 ɐ f a1 s ʊ0 ŋ'],
    ['landesverfassung', 'l a1 n d ə s f ɛ0 ɐ f a1 s ʊ0 ŋ'],
    ['autoverkauf', 'aʊ1 t oː0 f ɛ0 ɐ k aʊ1 f'],
    ['vorerkrankungen', 'f oː1 ɐ ɛ0 ɐ k ʁ a1 n k ʊ0 ŋ ə n'],
    ['einzelzimmer', 'aɪ1 n ts ə l ts ɪ1 m ɐ'],
    ['treuepunkte', 't ʁ ɔʏ1 ə p ʊ1 ŋ k t ə'],
    ['urlaubsantrag', 'uː1 ɐ l aʊ0 p s a1 n t ʁ aː1 k'],
    ['sommerurlaub', 'z ɔ1 m ɐ uː1 ɐ l aʊ0 p'],
    ['betriebsausflug', 'b ə t ʁ iː1 p s aʊ1 s f l uː1 k'],
    ['warenkorb', 'v aː1 ʁ ə n k ɔ0 ɐ p'],
    ['fleischware', 'f l aɪ1 ʃ v aː1 ʁ ə'],
    ['firmware', 'f œ1 ɐ m v ɛː0 ɐ'],
    ['grippeimpfung', 'ɡ ʁ ɪ1 p ə ɪ1 m p f ʊ0 ŋ'],
    ['dachgeschoss', 'd a1 x ɡ ə ʃ ɔ1 s'],
    ['wespenstich', 'v ɛ1 s p ə n ʃ t ɪ1 ç'],
    ['zerstörung', 'ts ɛ0 ɐ ʃ t øː1 ʁ ʊ0 ŋ'],
    // A last part that ends with another one
    ['klimaveränderung', 'k l iː1 m aː0 f ɛ0 ɐ ɛ1 n d ə ʁ ʊ0 ŋ'],
    ['rosenmontag', 'ʁ oː1 z ə n m oː1 n t aː0 k'],
    ['osterferien', 'oː1 s t ɐ f eː1 ʁ iː0 ə n'],
    // Compounds with a joint, and what only looks like one
    ['arbeitsamt', 'a1 ɐ b aɪ0 t s a1 m t'],
    ['insgesamt', 'ɪ0 n s ɡ ə z a1 m t'],
    ['halsschmerzen', 'h a1 l s ʃ m ɛ1 ɐ ts ə n'],
    ['wohnungsschlüssel', 'v oː1 n ʊ0 ŋ s ʃ l ʏ1 s ə l'],
    ['sicherungskasten', 'z ɪ1 ç ə ʁ ʊ1 ŋ s k a1 s t ə n'],
    ['nachsorge', 'n aː1 x z ɔ1 ɐ ɡ ə'],
    ['nachbarin', 'n a1 x b aː0 ʁ ɪ0 n'],
    ['sitzungssaal', 'z ɪ1 ts ʊ0 ŋ s z aː1 l'],
    ['geschäftsschluss', 'ɡ ə ʃ ɛ1 f t s ʃ l ʊ1 s'],
    ['bisschen', 'b ɪ1 s ç ə n'],
    ['sprungschanze', 'ʃ p ʁ ʊ1 ŋ ʃ a0 n ts ə'],
    ['millionsteln', 'm ɪ1 l ɪ0 oː1 n s t ə l n'],
    ['naturkunde', 'n a0 t uː1 ɐ k ʊ1 n d ə'],
    ['freigestellt', 'f ʁ aɪ1 ɡ ə ʃ t ɛ1 l t'],
    ['freigeben', 'f ʁ aɪ1 ɡ eː0 b ə n'],
    // Obstruents without a voice before others and before "-nis" and "-ling"
    ['sagte', 'z aː1 k t ə'],
    ['mädchen', 'm ɛː1 t ç ə n'],
    ['irgendwie', 'ɪ1 ɐ ɡ ə n t v iː1'],
    ['flugzeug', 'f l uː1 k ts ɔʏ0 k'],
    ['erlaubnis', 'ɛ0 ɐ l aʊ1 p n ɪ0 s'],
    ['liebling', 'l iː1 p l ɪ0 ŋ'],
    ['kapsel', 'k a1 p s ə l'],
    ['sechser', 'z ɛ1 k s ɐ'],
    ['smaragd', 's m a1 ʁ a0 k t'],
    // A voice where the spelling has one
    ['hause', 'h aʊ1 z ə'],
    ['krise', 'k ʁ iː1 z ə'],
    ['bremsen', 'b ʁ ɛ1 m z ə n'],
    ['wasser', 'v a1 s ɐ'],
    ['straßen', 'ʃ t ʁ aː1 s ə n'],
    // "nk", "chs", "ir", and "st" and "sp" at a seam
    ['onkel', 'ɔ1 ŋ k ə l'],
    ['dunkel', 'd ʊ1 ŋ k ə l'],
    ['ankommen', 'a1 n k ɔ1 m ə n'],
    ['wechsel', 'v ɛ1 k s ə l'],
    ['ochse', 'ɔ1 k s ə'],
    ['nachsehen', 'n aː1 x z eː1 ə n'],
    ['wirst', 'v ɪ1 ɐ s t'],
    ['hauptstadt', 'h aʊ1 p t ʃ t a0 t'],
    ['widerstand', 'v iː1 d ɐ ʃ t a1 n t'],
    ['raumstation', 'ʁ aʊ1 m ʃ t a0 ts j oː1 n'],
    ['demonstration', 'd eː1 m ɔ0 n s t ʁ a0 ts j oː1 n'],
    ['videospiel', 'v iː1 d eː0 oː1 ʃ p iː1 l'],
    ['gestern', 'ɡ ɛ1 s t ɐ n'],
    ['hinwerfen', 'h ɪ1 n v ɛ0 ɐ f ə n'],
    ['schwerfällig', 'ʃ v eː1 ɐ f ɛ0 l ɪ1 ç'],
    ['transport', 't ʁ a0 n s p ɔ1 ɐ t'],
    ['rostock', 'ʁ ɔ1 s t ɔ0 k'],
    ['posteingang', 'p ɔ1 s t aɪ1 n ɡ a1 ŋ'],
    ['mustang', 'm ʊ1 s t a0 ŋ'],
    // Vowels, stress and consonants of common words, loan words and names
    ['gehört', 'ɡ ə h øː1 ɐ t'],
    ['angst', 'a1 ŋ s t'],
    ['geburtstag', 'ɡ ə b uː1 ɐ ts t aː0 k'],
    ['städte', 'ʃ t ɛː1 t ə'],
    ['kloster', 'k l oː1 s t ɐ'],
    ['trösten', 't ʁ øː1 s t ə n'],
    ['vögel', 'f øː1 ɡ ə l'],
    ['herkunft', 'h eː1 ɐ k ʊ0 n f t'],
    ['spanische', 'ʃ p aː1 n ɪ0 ʃ ə'],
    ['intelligenter', 'ɪ0 n t ɛ0 l iː0 ɡ ɛ1 n t ɐ'],
    ['gnade', 'ɡ n aː1 d ə'],
    ['hochzeitstag', 'h ɔ1 x ts aɪ0 ts t aː0 k'],
    ['college', 'k ɔ1 l ɪ0 tʃ'],
    ['österreich', 'øː1 s t ə ʁ aɪ0 ç'],
    // The long vowel of a short word at the start of a compound, and what only begins like one
    ['schlafsack', 'ʃ l aː1 f z a1 k'],
    ['strafrecht', 'ʃ t ʁ aː1 f ʁ ɛ1 ç t'],
    ['schlaganfall', 'ʃ l aː1 k a0 n f a0 l'],
    ['maßstab', 'm aː1 s ʃ t aː1 p'],
    ['notbremse', 'n oː1 t b ʁ ɛ1 m z ə'],
    ['rotkohl', 'ʁ oː1 t k oː1 l'],
    ['todesfall', 't oː1 d ə s f a1 l'],
    ['straffen', 'ʃ t ʁ a1 f ə n'],
    ['schlafende', 'ʃ l aː1 f ə n d ə'],
    ['gründlich', 'ɡ ʁ ʏ1 n t l ɪ0 ç'],
    ['türkisch', 't ʏ1 ɐ k ɪ0 ʃ'],
    ['notiz', 'n oː0 t iː1 ts'],
    ['hofieren', 'h oː0 f iː1 ʁ ə n'],
    ['richtlinien', 'ʁ ɪ1 ç t l iː0 n iː0 ə n'],
    ['organische', 'ɔ0 ɐ ɡ aː1 n ɪ0 ʃ ə'],
    ['fragebogen', 'f ʁ aː1 ɡ ə b oː0 ɡ ə n'],
    // Numerals of several parts
    ['zweihundertneunundvierzig', 'ts v aɪ1 h ʊ1 n d ɐ t n ɔʏ1 n ʊ0 n t f ɪ1 ɐ ts ɪ0 ç'],
    ['zweitausendeins', 'ts v aɪ1 t aʊ1 z ə n t aɪ1 n s'],
    ['hundertsiebzehnten', 'h ʊ1 n d ɐ t z iː1 p ts eː0 n t ə n'],
    ['Straße', 'ʃ t ʁ aː1 s ə'],
  ])('%s is %s', async (word, phones) => {
    expect(await said('de', word)).toBe(phones)
  })

  test('letters are called by their names', async () => {
    expect(await said('de', 'B', 'M', 'W')).toBe('b eː1 | ɛ1 m | v eː1')
    expect(await said('de', 'Ü')).toBe('yː1')
  })
})

describe('Dutch', () => {
  test.each([
    ['huis', 'h œy1 s'],
    ['school', 's x oː1 l'],
    ['vijf', 'v ɛi1 f'],
    ['deur', 'd øː1 r'],
    ['nacht', 'n ɑ1 x t'],
    ['boek', 'b uː1 k'],
    ['water', 'ʋ aː1 t ə r'],
    ['oud', 'ʌu1 t'],
    // Words that the model does not say right
    ['website', 'w ɛ1 p s aɪ0 t'],
    ['cadeau', 'k aː0 d oː1'],
    ['bovengenoemde', 'b oː1 v ə n ɣ ə n uː0 m d ə'],
    ['laadpaal', 'l aː1 t p aː0 l'],
    ['eredivisie', 'eː1 r ə d iː0 v iː0 z iː0'],
    ['volkswagen', 'v ɔ1 l k s ʋ aː0 ɣ ə n'],
    ['prosecco', 'p r oː0 z ɛ1 k oː0'],
    ['zoetermeer', 'z uː1 t ə r m eː0 r'],
    ['douane', 'd uː0 aː1 n ə'],
    ['luchthaven', 'l ʏ1 x t h aː0 v ə n'],
    ['janneke', 'j ɑ1 n ə k ə'],
    ['pizza', 'p iː1 t s aː0'],
    ['olivier', 'oː0 l iː0 v j eː1'],
    ['restaurant', 'r ɛ0 s t oː0 r ɑ1 n t'],
    ['vanavond', 'v ɑ0 n aː1 v ə n t'],
    ['burgerservicenummer', 'b ʏ1 r ɣ ə r s ʏ0 r v ɪ0 s n ʏ0 m ə r'],
    ['opgeven', 'ɔ1 p x eː0 v ə n'],
    ['meteen', 'm ə t eː1 n'],
    ['ziekenhuis', 'z iː1 k ə n h œy0 s'],
    ['beugel', 'b øː1 ɣ ə l'],
    ['televisie', 't eː0 l ə v iː1 z iː0'],
    ['carpaccio', 'k ɑ0 r p ɑ1 tʃ oː0'],
    ['phishing', 'f ɪ1 ʃ ɪ0 ŋ'],
    ['inderdaad', 'ɪ0 n d ə r d aː1 t'],
    ['inch', 'ɪ1 n ʃ'],
    ['doorgeven', 'd oː1 r ɣ eː0 v ə n'],
    ['inenting', 'ɪ1 n ɛ0 n t ɪ0 ŋ'],
    ['feestdagen', 'f eː1 s t d aː0 ɣ ə n'],
    ['verwarmingsketel', 'v ə r ʋ ɑ1 r m ɪ0 ŋ s k eː1 t ə l'],
    ['onbekend', 'ɔ0 n b ə k ɛ1 n t'],
    ['schildklier', 's x ɪ1 l t k l iː0 r'],
    ['gennep', 'ɣ ɛ1 n ə p'],
    ['jayden', 'dʒ eː1 d ə n'],
    ['erfenis', 'ɛ1 r f ə n ɪ0 s'],
    ['lukaku', 'l uː0 k aː1 k uː0'],
    ['bypass', 'b aɪ1 p ɑ0 s'],
    ['vliegveld', 'v l iː1 x f ɛ0 l t'],
    ['mousse', 'm uː1 s'],
    // The short i before -ging
    ['bevestiging', 'b ə v ɛ1 s t ə ɣ ɪ0 ŋ'],
    ['vernietiging', 'v ə r n iː1 t ə ɣ ɪ0 ŋ'],
    ['dreiging', 'd r ɛi1 ɣ ɪ0 ŋ'],
    // Those with a long o before -nen
    ['bonen', 'b oː1 n ə n'],
    ['telefonen', 't eː1 l ə f oː1 n ə n'],
    ['ballonnen', 'b ɑ1 l ɔ0 n ə n'],
    // Plurals and diminutives of them
    ['terreinen', 't ɛ0 r ɛi1 n ə n'],
    ['wijzigingen', 'ʋ ɛi1 z ə ɣ ɪ0 ŋ ə n'],
    ['rapporten', 'r ɑ0 p ɔ1 r t ə n'],
    ['vogeltje', 'v oː1 ɣ ə l t j ə'],
    ['winkeltjes', 'ʋ ɪ1 ŋ k ə l t j ə s'],
    ['ticketje', 't ɪ1 k ə t j ə'],
    ["z'n", 'z ə n'],
    ['zó', 'z oː1'],
    // What is spelled, with an ending
    ["s'je", 'ɛ1 s j ə'],
    ["d'er", 'd eː1 ə r'],
    // Compounds with one of them
    ['klantenservice', 'k l ɑ1 n t ə n s ʏ1 r v ɪ0 s'],
    ['wasmachine', 'ʋ ɑ1 s m ɑ0 ʃ iː1 n ə'],
    ['eetlepels', 'eː1 t l eː1 p ə l s'],
    ['postzegel', 'p ɔ1 s t z eː1 ɣ ə l'],
    ['glasvezel', 'ɣ l ɑ1 s v eː1 z ə l'],
    ['zorgpremie', 'z ɔ1 r x p r eː1 m iː0'],
    ['bankrekening', 'b ɑ1 ŋ k r eː1 k ə n ɪ0 ŋ'],
    ['servicedesk', 's ʏ1 r v ɪ0 s d ɛ1 s k'],
    ['parkeerplaats', 'p ɑ0 r k eː1 r p l aː1 t s'],
    ['menukaart', 'm ə n yː1 k aː1 r t'],
    ['afvalcontainer', 'ɑ1 f v ɑ1 l k ɔ0 n t eː1 n ə r'],
    ['reparatiekosten', 'r eː1 p aː0 r aː1 t s iː0 k ɔ1 s t ə n'],
    ['patiëntendossier', 'p aː0 ʃ ɛ1 n t ə n d ɔ0 s j eː1'],
    ['spraakberichten', 's p r aː1 k b ə r ɪ1 x t ə n'],
    ['gemeentehuis', 'ɣ ə m eː1 n t ə h œy1 s'],
    ['zomeropruiming', 'z oː1 m ə r ɔ1 p r œy0 m ɪ0 ŋ'],
    ['adresaanpassing', 'ɑ0 d r ɛ1 s aː1 n p ɑ1 s ɪ0 ŋ'],
    ['eindexamens', 'ɛi1 n t ɛ0 k s aː1 m ə n s'],
    ['milieuwerking', 'm ɪ0 l j øː1 ʋ ɛ1 r k ɪ0 ŋ'],
    ['schadevergoeding', 's x aː1 d ə v ə r ɣ uː1 d ɪ0 ŋ'],
    ['bevestigingsmail', 'b ə v ɛ1 s t ə ɣ ɪ0 ŋ s m eː1 l'],
    ['bagageband', 'b aː0 ɣ aː1 ʒ ə b ɑ1 n t'],
    ['lunchgerecht', 'l ʏ1 n ʃ ɣ ə r ɛ1 x t'],
    ['tools', 't uː1 l s'],
    ['persoonsgegevens', 'p ɛ0 r s oː1 n s ɣ ə ɣ eː1 v ə n s'],
    ['spaargeld', 's p aː1 r ɣ ɛ0 l t'],
    ['afspraakherinnering', 'ɑ1 f s p r aː1 k h ɛ0 r ɪ1 n ə r ɪ0 ŋ'],
    ['huurovereenkomst', 'h yː1 r oː1 v ə r eː1 ŋ k ɔ0 m s t'],
    ['behandelplan', 'b ə h ɑ1 n d ə l p l ɑ1 n'],
    ['producten', 'p r oː0 d ʏ1 k t ə n'],
    // Seams between the parts of a word
    ['gekkenhuis', 'ɣ ɛ1 k ə n h œy1 s'],
    ['pannenkoek', 'p ɑ1 n ə n k uː1 k'],
    ['doorbrengen', 'd oː1 r b r ɛ0 ŋ ə n'],
    ['dichtheid', 'd ɪ1 x t h ɛi0 t'],
    ['jachthaven', 'j ɑ1 x t h aː1 v ə n'],
    ['methode', 'm ɛ0 t oː1 d ə'],
    ['wijngaard', 'ʋ ɛi1 n ɣ aː0 r t'],
    ['ongeluk', 'ɔ0 n ɣ ə l ʏ1 k'],
    ['jongelui', 'j ɔ1 ŋ ə l œy1'],
    ['vingerafdruk', 'v ɪ1 ŋ ə r ɑ1 v d r ʏ0 k'],
    ['achteruitgang', 'ɑ1 x t ə r œy1 t ɣ ɑ1 ŋ'],
    ['slechterik', 's l ɛ1 x t ə r ɪ1 k'],
    ['doodgeschoten', 'd oː1 t ɣ ə s x oː1 t ə n'],
    ['zwaartekracht', 'z ʋ aː1 r t ə k r ɑ1 x t'],
    ['zonnestelsel', 'z ɔ1 n ə s t ɛ1 l s ə l'],
    ['hoofdrol', 'h oː1 f t r ɔ1 l'],
    // No voice before a voiceless consonant, and no consonant twice
    ['boodschap', 'b oː1 t s x ɑ0 p'],
    ['bezorgdheid', 'b ə z ɔ1 r x t h ɛi0 t'],
    ['goedkoop', 'ɣ uː0 t k oː1 p'],
    ['tijdbom', 't ɛi1 d b ɔ0 m'],
    ['voorraad', 'v oː1 r aː1 t'],
    // A schwa, and no full vowel
    ['karretje', 'k ɑ1 r ə t j ə'],
    ['lapjeskat', 'l ɑ1 p j ə s k ɑ1 t'],
    ['verschuldigd', 'v ə r s x ʏ1 l d ə x t'],
    ['tentakel', 't ɛ1 n t aː0 k ə l'],
    ['geluksvogel', 'ɣ ə l ʏ1 k s f oː0 ɣ ə l'],
    ['strandmodel', 's t r ɑ1 n t m oː0 d ɛ1 l'],
    ['kogelvrij', 'k oː1 ɣ ə l v r ɛi1'],
    ['hotelkamer', 'h oː1 t ɛ0 l k aː1 m ə r'],
    ['meningsverschil', 'm eː1 n ɪ0 ŋ s f ə r s x ɪ1 l'],
    ['diversiteit', 'd iː1 v ə r s iː0 t ɛi1 t'],
    ['kerkbestuur', 'k ɛ1 r k b ə s t yː1 r'],
    ['bodemloos', 'b oː1 d ə m l oː1 s'],
    ['vredeswerk', 'v r eː1 d ə s ʋ ɛ1 r k'],
    ['oosterse', 'oː1 s t ə r s ə'],
    // A full vowel, and no schwa
    ['geofysica', 'ɣ eː0 oː1 f iː0 z iː0 k aː1'],
    ['geopend', 'ɣ ə oː1 p ə n t'],
    ['idealisering', 'iː1 d eː0 aː1 l iː0 z eː1 r ɪ0 ŋ'],
    ['slagveld', 's l ɑ1 x v ɛ0 l t'],
    ['beduveld', 'b ə d yː1 v ə l t'],
    // The "qu", and a stress in every word but not on "-ing"
    ['aquarel', 'aː1 k ʋ aː0 r ɛ1 l'],
    ['sigaren', 's iː0 ɣ aː1 r ə n'],
    ['wandeling', 'ʋ ɑ1 n d ə l ɪ0 ŋ'],
    // Words of conversation
    ['betekent', 'b ə t eː1 k ə n t'],
    ['redenen', 'r eː1 d ə n ə n'],
    ['worstelen', 'ʋ ɔ1 r s t ə l ə n'],
    ['naderen', 'n aː1 d ə r ə n'],
    ['handtekening', 'h ɑ1 n t eː0 k ə n ɪ0 ŋ'],
    ['enthousiast', 'ɑ0 n t uː0 ʒ ɑ1 s t'],
    ['bibliotheek', 'b iː0 b l iː0 j oː0 t eː1 k'],
    ['bingo', 'b ɪ1 ŋ ɣ oː0'],
    ['chaos', 'x aː1 ɔ0 s'],
    ['parachute', 'p aː0 r aː0 ʃ yː1 t'],
    ['coureur', 'k uː0 r øː1 r'],
    ['tweets', 't w iː1 t s'],
    ['roemenië', 'r uː0 m eː1 n iː0 j ə'],
    // The "ph" of names
    ['sophie', 's oː0 f iː1'],
    ['alphen', 'ɑ1 l f ə n'],
    ['schiphol', 's x ɪ1 p h ɔ0 l'],
    ['hulphond', 'h ʏ1 l p h ɔ0 n t'],
    // Without a vowel
    ['hm', 'h m m'],
    ['mhm', 'm h m m'],
    ['ssst', 's s t'],
    ['pfff', 'p f f'],
    // Numerals of several parts
    ['tweehonderdnegenenveertig', 't ʋ eː1 h ɔ1 n d ə r t n eː1 ɣ ə n ə n v eː1 r t ə x'],
    ['tweehonderddrieënvijftigste', 't ʋ eː1 h ɔ1 n d ə r t d r iː1 ə n v ɛi1 f t ə x s t ə'],
  ])('%s is %s', async (word, phones) => {
    expect(await said('nl', word)).toBe(phones)
  })

  test('letters are called by their names', async () => {
    expect(await said('nl', 'K', 'P', 'N')).toBe('k aː1 | p eː1 | ɛ1 n')
  })
})

describe.each(['de', 'nl'] as const)('whatever the text in %s', (language) => {
  test('the written words come once and in order, and every token exists', async () => {
    const random = seeded(3)
    const letters = "abcdefghijklmnopqrstuvwxyzäöüßéïëABCZÄ ’'-0ÿłж漢"
    for (let round = 0; round < 60; round++) {
      const text = Array.from(
        { length: Math.floor(random() * 60) },
        () => letters[Math.floor(random() * letters.length)],
      ).join('')
      const tokens = tokensOf(text)
      const { ids, words } = await encoder.encode(tokens, language)
      expect(words.map(({ written }) => written)).toEqual(
        tokens.flatMap((token) => (typeof token === 'string' ? [] : [token.written])),
      )
      for (const id of ids) expect(id).toBeWithin(1, names.length)
    }
  })

  test('the same words give the same phones, alone or among others, first or again', async () => {
    const alone = await said(language, 'bloemkool')
    expect(await said(language, 'een', 'bloemkool')).toEndWith(alone)
    expect(await said(language, 'bloemkool')).toBe(alone)
  })

  test('floods of numerals and of compounds are said', async () => {
    const numeral = { de: 'achtzehn', nl: 'negentien' }[language]
    expect(await said(language, `${numeral.repeat(1000)}x`)).not.toBe('')
    expect(await said(language, 'team'.repeat(1000))).not.toBe('')
  })
})
