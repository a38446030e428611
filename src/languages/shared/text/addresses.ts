import { matchAt, type Reader, reading } from './reading.ts'

const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/y
const URL =
  /(?:https?:\/\/|ftp:\/\/|www\.)([A-Za-z0-9.:-]{1,253})((?:\/[^\s<>"?#)\]]{0,300})?)(?:[?#][^\s<>")\]]{0,300})?/iy
const DOMAIN =
  /((?:[A-Za-z0-9-]{1,63}\.){1,4}(?:com|org|net|edu|gov|io|ai|co|uk|de|fr|eu|dev|app|info|me|tv|us|ca|au|at|ch|nl|be|ly|gg|xyz|tech|biz|COM|ORG|EDU|GOV))((?:\/[^\s<>"?#)\]]{0,300})?)(?:\?[^\s<>")\]]{0,300})?(?![A-Za-z0-9@]|\.[A-Za-z0-9])/y
const FILE =
  /[A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,20}){0,3}\.(?:txt|pdf|docx?|xlsx?|pptx?|csv|tsv|json|jsonl|xml|ya?ml|toml|html?|css|scss|jsx?|tsx?|mjs|py|rb|rs|go|java|cpp|sh|sql|md|png|jpe?g|gif|svg|webp|mp3|mp4|wav|flac|ogg|mov|avi|zip|tar|gz|exe|dmg|iso|log|ini|cfg|env|lock|wasm|onnx|bin|JPE?G|PNG|PDF|DOCX?|XLSX?|CSV|TXT|HEIC|MP[34]|MOV|ZIP)(?![A-Za-z0-9])/y

/** What a language says for the parts of an address. */
export interface AddressWords {
  /** The names of the marks between the parts; one without a name is left out. */
  readonly marks: Readonly<Record<string, string>>
  /** What is said for some letters that stand together. */
  readonly letters: (letters: string) => string
  /** What is said for some digits that stand together. */
  readonly digits: (digits: string) => string
}

/**
 * Makes the reader of e-mail addresses, web addresses and names of files: "joe at example dot com". The protocol, the query and
 * the fragment of a web address are left out: nobody can follow them by ear.
 */
export function addressReader(words: AddressWords): Reader {
  return ({ text }, at) => {
    const email = matchAt(EMAIL, text, at)
    if (email) return reading(at, email[0].length, spelledOut(email[0], words))
    const url = matchAt(URL, text, at) ?? matchAt(DOMAIN, text, at)
    if (url) {
      const isBare = url[0].startsWith(url[1]!)
      const host = !isBare && /^www\./i.test(url[0]) ? `www.${url[1]}` : url[1]!
      const path = url[2]!.replace(/[/.,;:!'*]+$/, '')
      const trailing = /[.,;:!'*]*$/.exec(url[0])![0].length
      return reading(at, url[0].length - trailing, spelledOut(host.replace(/[.:-]+$/, '') + path, words))
    }
    const file = matchAt(FILE, text, at)
    return file ? reading(at, file[0].length, spelledOut(file[0], words)) : undefined
  }
}

/** An address part by part: letters, digits and the names of marks. In one that is all in capitals they mean nothing. */
export function spelledOut(address: string, { marks, letters, digits }: AddressWords): string {
  const partOfAddress = (part: string): string => {
    if (/^\d/.test(part)) return digits(part)
    return /^[A-Za-z]/.test(part) ? letters(part) : (marks[part] ?? '')
  }
  const written = /[a-z]/.test(address) ? address : address.toLowerCase()
  return Array.from(written.matchAll(/[A-Za-z]+|\d+|./g), ({ 0: part }) => partOfAddress(part))
    .filter((words) => words !== '')
    .join(' ')
}
