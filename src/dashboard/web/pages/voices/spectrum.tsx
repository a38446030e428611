import './spectrum.css'
import { formatDecimal, formatNumber } from '../../ui/format.ts'

interface SpectrumProps {
  readonly levels: readonly { readonly hz: number; readonly db: number }[]
  /** What the recording holds; the rest is shown fainter. */
  readonly band: { readonly from_hz: number; readonly to_hz: number }
}

const WIDTH = 640
const HEIGHT = 200
/** Room for the numbers. */
const LEFT = 40
const BOTTOM = 24
const HERTZ = [200, 500, 1000, 2000, 4000, 8000]
const STEP = 20

/** A long-term average spectrum: how strong a voice is at each pitch, low ones at the left. */
export function Spectrum({ levels, band }: SpectrumProps) {
  const top = Math.ceil(Math.max(...levels.map(({ db }) => db)) / STEP) * STEP
  const low = Math.max(top - 80, Math.floor(Math.min(...levels.map(({ db }) => db)) / STEP) * STEP)
  const widest = mel(levels.at(-1)!.hz)
  const x = (hz: number) => LEFT + (mel(hz) / widest) * (WIDTH - LEFT)
  const y = (db: number) => ((top - Math.max(low, db)) / (top - low)) * (HEIGHT - BOTTOM)
  const line = levels.map(
    ({ hz, db }, at) => `${at === 0 ? 'M' : 'L'}${x(hz).toFixed(1)} ${y(db).toFixed(1)}`,
  )
  const steps = Array.from({ length: (top - low) / STEP + 1 }, (_, at) => top - at * STEP)
  const loudest = levels.reduce((most, each) => (each.db > most.db ? each : most))
  return (
    <figure className="spectrum">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Average spectrum, strongest at ${formatNumber(loudest.hz)} Hz`}
      >
        {steps.map((db) => (
          <g key={db}>
            <line className="spectrum-grid" x1={LEFT} x2={WIDTH} y1={y(db)} y2={y(db)} />
            <text x={LEFT - 8} y={Math.max(10, y(db) + 4)} textAnchor="end">
              {db}
            </text>
          </g>
        ))}
        {HERTZ.map((hz) => (
          <text key={hz} x={x(hz)} y={HEIGHT - 6} textAnchor="middle">
            {hz < 1000 ? hz : `${hz / 1000}k`}
          </text>
        ))}
        <path className="spectrum-area" d={`${line.join('')}V${HEIGHT - BOTTOM}H${x(levels[0]!.hz)}Z`} />
        <path className="spectrum-line" d={line.join('')} />
        <rect className="spectrum-outside" x={LEFT} width={x(band.from_hz) - LEFT} height={HEIGHT - BOTTOM} />
        <rect
          className="spectrum-outside"
          x={x(band.to_hz)}
          width={Math.max(0, WIDTH - x(band.to_hz))}
          height={HEIGHT - BOTTOM}
        />
      </svg>
      <figcaption className="quiet">
        Average spectrum of the speech: decibels by Hz.
        <details>
          <summary>As numbers</summary>
          <p className="number">
            {levels.map(({ hz, db }) => `${formatNumber(hz)} Hz: ${formatDecimal(db, 1)} dB`).join(' · ')}
          </p>
        </details>
      </figcaption>
    </figure>
  )
}

/** Frequencies as far apart as they sound. */
function mel(hertz: number): number {
  return Math.log10(1 + hertz / 700)
}
