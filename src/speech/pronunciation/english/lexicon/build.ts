import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../model-folder.ts'
import { TokenTable } from '../../phones.ts'
import { cmudict } from './cmudict.ts'
import { packLexicon } from './pack.ts'

/** `bun run build:lexicon`: writes the model's packed lexicon from CMUdict. Its output is committed. */
const words = cmudict(TokenTable.load(join(MODEL_FOLDER, 'tokens.json')))
const packed = packLexicon(words)
writeFileSync(join(MODEL_FOLDER, 'lexicon.bin'), packed)
console.log(`${words.size} words in ${packed.length} bytes`)
