/**
 * The symbols of Piper's voices that espeak-ng pronounces for, in the order of their ids (piper-phonemize, phoneme_ids.hpp).
 */
export const PIPER_SYMBOLS = [
  ..."_^$ !'(),-.:;?abcdefhijklmnopqrstuvwxyzæçðøħŋœǀǁǂǃɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɠɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢʲˈˌːˑ˞βθχᵻⱱ0123456789",
  '\u0327', // the cedilla of "ç"
  '\u0303',
  '\u032a',
  '\u032f',
  '\u0329',
]

/** The .onnx.json of a Piper voice, with what is given in place of a single American speaker's. */
export function piperVoice(changed: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    dataset: 'tiny',
    audio: { sample_rate: 16000, quality: 'x_low' },
    espeak: { voice: 'en-us' },
    language: { code: 'en_US', family: 'en', region: 'US' },
    inference: { noise_scale: 0.667, length_scale: 1.25, noise_w: 0.8 },
    phoneme_type: 'espeak',
    phoneme_map: {},
    phoneme_id_map: Object.fromEntries(PIPER_SYMBOLS.map((symbol, id) => [symbol, [id]])),
    num_symbols: 256,
    num_speakers: 1,
    speaker_id_map: {},
    ...changed,
  }
}
