import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { formatCredits } from '../../ui/format.ts'
import { useAction } from '../../ui/use-action.ts'
import { type Clip, decoded } from './clip.ts'
import { ComparePlayer, type Side } from './compare-player.ts'
import { player } from './player.ts'
import { speak } from './speak.ts'
import { Waveform } from './waveform.tsx'

interface CompareProps {
  readonly clip: Clip
  readonly voice: { readonly id: string; readonly model_id: string }
}

/** Lets the clone say what is said in its clip, and compares the two. */
export function Compare({ clip, voice }: CompareProps) {
  const { id: organization } = useOrganization()
  const [text, setText] = useState(clip.text ?? '')
  const [clone, setClone] = useState<AudioBuffer>()
  const { run, busy, error } = useAction(async () => {
    player.stop()
    setClone(await decoded(await speak(organization, voice, text)))
  })
  if (clip.sound === undefined) return null
  return (
    <section className="stack" aria-label="Comparison">
      <h3>Compare the recording with the clone</h3>
      {clone === undefined ? (
        <>
          <Field
            label="What is said in the recording"
            hint={
              text.trim() === ''
                ? 'Write it down, and the clone says the same.'
                : `The clone says it for ${formatCredits([...text].length)}.`
            }
          >
            <TextArea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          {error !== undefined && <ErrorNote error={error} />}
          <div className="row">
            <Button busy={busy} disabled={text.trim() === ''} onClick={() => void run()}>
              Let the clone say it
            </Button>
          </div>
        </>
      ) : (
        <Switcher clip={clip.sound} clone={clone} />
      )}
    </section>
  )
}

const KEY = 'x'
const NAMES: Readonly<Record<Side, string>> = { clip: 'Recording', clone: 'Clone' }

/** Plays two sounds of one text; a key changes between them. */
function Switcher({ clip, clone }: Readonly<Record<Side, AudioBuffer>>) {
  const [side, setSide] = useState<Side>('clip')
  const [isPlaying, setPlaying] = useState(false)
  const [share, setShare] = useState(0)
  const played = useRef<ComparePlayer>(undefined)
  useEffect(() => {
    const compared = new ComparePlayer({ clip, clone }, () => setPlaying(false))
    played.current = compared
    return () => compared.close()
  }, [clip, clone])
  useEffect(() => {
    if (!isPlaying) return setShare(0)
    const timer = setInterval(() => setShare(played.current?.share ?? 0), 50)
    return () => clearInterval(timer)
  }, [isPlaying])
  const choose = (next: Side) => {
    setSide(next)
    if (isPlaying) void played.current?.play(next)
  }
  const toggle = () => {
    if (isPlaying) played.current?.stop()
    else void played.current?.play(side)
    setPlaying(!isPlaying)
  }
  useSwitchKey(() => choose(side === 'clip' ? 'clone' : 'clip'))
  return (
    <div className="clip">
      <Waveform sound={side === 'clip' ? clip : clone} played={share} />
      <div className="row">
        <Button icon={isPlaying ? Square : Play} onClick={toggle}>
          {isPlaying ? 'Stop' : 'Play'}
        </Button>
        <ToggleGroup
          className="sides"
          aria-label="What is heard"
          value={[side]}
          onValueChange={([next]) => {
            if (next !== undefined) choose(next as Side)
          }}
        >
          {(['clip', 'clone'] as const).map((each) => (
            <Toggle key={each} value={each} className="button">
              {NAMES[each]}
            </Toggle>
          ))}
        </ToggleGroup>
        <span className="quiet">
          Press <kbd>X</kbd> to change between them.
        </span>
      </div>
    </div>
  )
}

/** Does something when the key is pressed, unless somebody writes. */
function useSwitchKey(act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) => {
      if (key.toLowerCase() !== KEY || ctrlKey || metaKey || altKey || repeat) return
      if (target instanceof HTMLElement && target.closest('input, textarea') !== null) return
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
