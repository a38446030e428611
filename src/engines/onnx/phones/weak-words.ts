import type { PhoneInventory } from '../../../languages/shared/pronunciation/phone-inventory.ts'
import type { Encoding } from '../../pronunciation/encoding.ts'

/** English words that are said without stress, in misaki's dictionaries and by espeak-ng. */
const WEAK = new Set(
  `a am an and are as at be been but by can could did do does for from had has have he her him his how if in into is it its
  me my of on or our she should some than that the their them then there these they this those to up us was we were what
  when where which who whose will with would you your`.split(/\s+/),
)

/**
 * A text's phones without the stress of English function words. Purr's phones have it, because its own voice says them
 * as its training speakers did; models whose front end leaves it away would stress each of them.
 */
export function withWeakWords({ ids, words }: Encoding, inventory: PhoneInventory): Encoding {
  const weak = ids.slice()
  for (const { spoken, from, to } of words.flatMap(({ said }) => said)) {
    if (!WEAK.has(spoken)) continue
    for (let at = from; at < to; at++) weak[at] = unstressed(weak[at]!, inventory)
  }
  return { ids: weak, words }
}

function unstressed(id: number, inventory: PhoneInventory): number {
  const ipa = inventory.ipa(id)
  return ipa?.startsWith('ˈ') ? inventory.id(`${ipa.slice(1)}0`) : id
}
