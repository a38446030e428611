import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../src/engines/embedded/model-folder.ts'
import { cmudict } from '../../../src/languages/english/pronunciation/cmudict.ts'
import { PhoneInventory } from '../../../src/languages/shared/pronunciation/phone-inventory.ts'

/**
 * `bun lexicon.ts OUT.json`: {word: "tokens"} of English, for `lts.py`: CMUdict with Purr's corrections, so that words which
 * no dictionary has are said like those that one has.
 */
const inventory = PhoneInventory.load(join(MODEL_FOLDER, 'tokens.json'))
const words = Array.from(cmudict(inventory), ([word, phones]) => [word, inventory.format(phones)])
await Bun.write(process.argv[2]!, JSON.stringify(Object.fromEntries(words)))
