import { Meter } from '@base-ui/react/meter'
import { Mic, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { type Clip, clipOf } from './clip.ts'
import { type Loudness, LoudnessJudge, meterOf } from './loudness.ts'
import { readingText } from './reading-texts.ts'
import { LONGEST, MicrophoneError, Recorder } from './recorder.ts'

/** How often the microphone is polled (milliseconds). */
const PERIOD = 100

interface Heard {
  readonly seconds: number
  readonly peak: number
  readonly loudness: Loudness
}

const SILENCE: Heard = { seconds: 0, peak: 0, loudness: 'good' }

/** Records somebody who reads a text. */
export function Recording({ language, onClip }: { language: string; onClip: (clip: Clip) => void }) {
  const { isStarting, isOn, heard, error, start, stop } = useRecording(readingText(language), onClip)
  const text = readingText(language)
  return (
    <div className="stack">
      <p className="quiet">
        Sit in a quiet room, a hand's width from the microphone, and read as you would tell it to a friend.
        {text === undefined && ' Say whatever you like for about 20 seconds.'}
      </p>
      {text !== undefined && (
        <blockquote className="reading" lang={language}>
          {text}
        </blockquote>
      )}
      {error !== undefined && (
        <div className="note" role="alert">
          <strong>{error.message}</strong> {error.advice}
        </div>
      )}
      <div className="row">
        {isOn ? (
          <Button kind="danger" icon={Square} onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button kind="primary" icon={Mic} busy={isStarting} onClick={start}>
            Record
          </Button>
        )}
        {isOn && (
          <span role="timer" className="number">
            {formatDuration(heard.seconds)}
          </span>
        )}
        <span className="quiet" role="status">
          {isOn ? lengthAdvice(heard.seconds) : 'About 20 seconds are best.'}
        </span>
      </div>
      {isOn && <LevelMeter {...heard} />}
    </div>
  )
}

function useRecording(text: string | undefined, onClip: (clip: Clip) => void) {
  const recorder = useRef<Recorder>(undefined)
  const hasLeft = useRef(false)
  const [isStarting, setStarting] = useState(false)
  const [isOn, setOn] = useState(false)
  const [heard, setHeard] = useState(SILENCE)
  const [error, setError] = useState<MicrophoneError>()
  const stop = async () => {
    const recording = recorder.current
    if (recording === undefined) return
    recorder.current = undefined
    setOn(false)
    onClip(await clipOf(await recording.stop(), 'recording', text))
  }
  const start = async () => {
    setError(undefined)
    setStarting(true)
    try {
      const recording = await Recorder.start()
      if (hasLeft.current) {
        recording.close()
        return
      }
      recorder.current = recording
      setHeard(SILENCE)
      setOn(true)
    } catch (caught) {
      if (!(caught instanceof MicrophoneError)) throw caught
      setError(caught)
    } finally {
      setStarting(false)
    }
  }
  const latestStop = useRef(stop)
  latestStop.current = stop
  useEffect(() => {
    if (!isOn) return
    const judge = new LoudnessJudge()
    const timer = setInterval(() => {
      const recording = recorder.current
      if (recording === undefined) return
      const { seconds, peak } = recording
      setHeard({ seconds, peak, loudness: judge.judge(peak, performance.now()) })
      if (recording.hasEnded || seconds >= LONGEST) void latestStop.current()
    }, PERIOD)
    return () => clearInterval(timer)
  }, [isOn])
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
      recorder.current?.close()
    }
  }, [])
  return { isStarting, isOn, heard, error, start, stop }
}

function lengthAdvice(seconds: number): string {
  if (seconds < 3) return 'Keep on: at least 3 seconds are needed.'
  if (seconds < 10) return 'Keep on: 10 to 30 seconds are best.'
  return seconds < LONGEST - 10
    ? 'Enough. Stop when you have read to the end.'
    : 'It ends by itself at 60 seconds.'
}

const VERDICTS: Readonly<Record<Loudness, string>> = {
  quiet: 'Too quiet: go nearer to the microphone, or raise its level.',
  good: 'The level is good.',
  loud: 'Too loud: peaks are cut off. Go further away, or lower the level.',
}

function LevelMeter({ peak, loudness }: Heard) {
  const level = meterOf(peak)
  return (
    <Meter.Root value={Math.round(level * 100)} className="level" data-loudness={loudness}>
      <Meter.Label className="visually-hidden">Level of the microphone</Meter.Label>
      <Meter.Track className="level-track">
        <Meter.Indicator className="level-indicator" />
      </Meter.Track>
      <span className="level-verdict" role="status">
        {VERDICTS[loudness]}
      </span>
    </Meter.Root>
  )
}
