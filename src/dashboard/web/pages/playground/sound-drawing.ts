import { BANDS, COLUMNS_PER_SECOND, type SoundPicture } from '../../audio/sound-picture.ts'

type Colour = readonly [number, number, number]

/** The colours of a drawing, as they are for the theme. */
interface Colours {
  readonly ground: Colour
  readonly accent: Colour
  readonly text: Colour
}

/** Share of the height that the waveform has; the spectrogram has the rest. */
const WAVEFORM = 0.45

/** The waveform fills its height, unless it is softer than this (full scale 1). */
const LEAST_PEAK = 0.3

/** Draws a picture of sound on a canvas, and only what is new of its spectrogram. */
export class SoundDrawing {
  readonly #canvas: HTMLCanvasElement
  /** The spectrogram, a pixel for each column and band. */
  readonly #spectrogram = new OffscreenCanvas(1, BANDS)
  #drawn: { picture: SoundPicture; columns: number; colours: string } | undefined

  /** @param canvas whose colour, background and caret are those of the waveform, the ground and the loudest sound */
  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  /** @param seconds that the width stands for */
  draw(picture: SoundPicture, seconds: number): void {
    const { clientWidth, clientHeight } = this.#canvas
    const scale = window.devicePixelRatio
    const [width, height] = [Math.round(clientWidth * scale), Math.round(clientHeight * scale)]
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width
      this.#canvas.height = height
    }
    const context = this.#canvas.getContext('2d')!
    const colours = coloursOf(this.#canvas)
    context.clearRect(0, 0, width, height)
    const columns = seconds * COLUMNS_PER_SECOND
    const middle = Math.round(height * WAVEFORM)
    drawWaveform(context, picture, { width, height: middle, columns, colour: css(colours.accent) })
    this.#extend(picture, colours)
    if (picture.length === 0) return
    const top = middle + Math.round(4 * scale)
    const shown = (picture.length / columns) * width
    context.imageSmoothingEnabled = true
    context.drawImage(this.#spectrogram, 0, 0, picture.length, BANDS, 0, top, shown, height - top)
  }

  /** Adds the new columns to the spectrogram. */
  #extend(picture: SoundPicture, colours: Colours): void {
    const theme = JSON.stringify(colours)
    if (this.#drawn?.picture !== picture || this.#drawn.colours !== theme)
      this.#drawn = { picture, columns: 0, colours: theme }
    const from = this.#drawn.columns
    const count = picture.length - from
    if (count === 0) return
    if (this.#spectrogram.width < picture.length) {
      // A canvas that is resized is empty.
      this.#spectrogram.width = 2 ** Math.ceil(Math.log2(picture.length))
      this.#drawn.columns = 0
      this.#extend(picture, colours)
      return
    }
    const palette = paletteOf(colours)
    const image = new ImageData(count, BANDS)
    for (let column = 0; column < count; column++) {
      const bands = picture.bands(from + column)
      for (let band = 0; band < BANDS; band++) {
        const at = 4 * ((BANDS - 1 - band) * count + column)
        image.data.set(palette[bands[band]!]!, at)
      }
    }
    this.#spectrogram.getContext('2d')!.putImageData(image, from, 0)
    this.#drawn.columns = picture.length
  }
}

interface WaveformPlace {
  readonly width: number
  readonly height: number
  /** Columns of the picture that the width stands for. */
  readonly columns: number
  readonly colour: string
}

function drawWaveform(
  context: CanvasRenderingContext2D,
  picture: SoundPicture,
  { width, height, columns, colour }: WaveformPlace,
): void {
  context.fillStyle = colour
  const half = height / 2
  const scale = half / Math.max(LEAST_PEAK, picture.peak)
  for (let x = 0; x < width; x++) {
    const from = Math.floor((x / width) * columns)
    const to = Math.max(from + 1, Math.floor(((x + 1) / width) * columns))
    if (from >= picture.length) break
    let [low, high] = [0, 0]
    for (let column = from; column < Math.min(to, picture.length); column++) {
      const [least, most] = picture.extent(column)
      low = Math.min(low, least)
      high = Math.max(high, most)
    }
    const top = half - high * scale
    context.fillRect(x, top, 1, Math.max(1, half - low * scale - top))
  }
}

function coloursOf(canvas: HTMLCanvasElement): Colours {
  const { color, backgroundColor, caretColor } = getComputedStyle(canvas)
  return { accent: colourOf(color), ground: colourOf(backgroundColor), text: colourOf(caretColor) }
}

/** "rgb(15, 118, 110)" as numbers. */
function colourOf(text: string): Colour {
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
}

function css([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`
}

/** The colours of the strengths 0 to 255: from the ground over the accent to the text. */
function paletteOf({ ground, accent, text }: Colours): readonly (readonly number[])[] {
  return Array.from({ length: 256 }, (_, strength) => {
    const share = strength / 255
    const [from, to, part] = share < 0.7 ? [ground, accent, share / 0.7] : [accent, text, (share - 0.7) / 0.3]
    return [...from.map((each, i) => Math.round(each + (to[i]! - each) * part)), 255]
  })
}
