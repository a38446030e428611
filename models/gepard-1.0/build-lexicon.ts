import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { cmudict } from '../../src/languages/english/pronunciation/cmudict.ts'
import { packLexicon } from '../../src/languages/english/pronunciation/lexicon/pack.ts'
import { PhoneInventory } from '../../src/languages/shared/pronunciation/phone-inventory.ts'

/** `bun run build:lexicon`: writes the model's packed lexicon from CMUdict. Its output is committed. */
const words = cmudict(PhoneInventory.load(join(MODEL_FOLDER, 'tokens.json')))
const packed = packLexicon(words)
writeFileSync(join(MODEL_FOLDER, 'lexicon.bin'), packed)
console.log(`${words.size} words in ${packed.length} bytes`)
