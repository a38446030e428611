import { useEffect, useRef } from 'react'
import type { Side } from './comparison.ts'

/** What the shortcuts of the page do. */
interface ShortcutActions {
  readonly speak: () => void
  readonly stop: () => void
  /** Undefined: nothing is compared. */
  readonly choose: ((side: Side) => void) | undefined
}

/** Ctrl+Enter (or ⌘ Enter) speaks, Escape stops, 1 and 2 choose a side of a comparison unless something is being written. */
export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { speak, stop, choose } = latest.current
      if (event.defaultPrevented || event.repeat || isInPopup(event.target)) return
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        speak()
      } else if (event.key === 'Escape') stop()
      else if ((event.key === '1' || event.key === '2') && choose && !isWriting(event))
        choose(event.key === '1' ? 'a' : 'b')
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

/** Keys in what lies over the page are not for the page. */
function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null
}

function isWriting({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
