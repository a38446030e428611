import { Play, Square } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { player, usePlayState } from './player.ts'

interface PlayButtonProps {
  /** Names the sound among all of the page. */
  readonly sound: string
  /** What is heard, such as "Kathleen". */
  readonly name: string
  readonly source: () => Promise<Blob>
  /** The text of the button. Absent: it has only its picture. */
  readonly text?: string
}

/** Plays a sound, and stops what else is played. */
export function PlayButton({ sound, name, source, text }: PlayButtonProps) {
  const state = usePlayState(sound)
  const icon = state === 'still' ? Play : Square
  const label = `${state === 'still' ? 'Play' : 'Stop'} ${name}`
  const toggle = () => player.toggle(sound, source)
  if (text === undefined)
    // Without a tooltip: lists have many of these, and everybody knows the symbol.
    return (
      <Button
        kind="plain"
        data-square=""
        icon={icon}
        aria-label={label}
        aria-busy={state === 'loading' || undefined}
        onClick={toggle}
      />
    )
  return (
    <Button icon={icon} aria-busy={state === 'loading' || undefined} onClick={toggle}>
      {state === 'still' ? text : 'Stop'}
    </Button>
  )
}
