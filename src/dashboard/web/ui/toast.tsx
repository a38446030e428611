import './toast.css'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../api.ts'
import { renewRefusedSession } from '../session.tsx'
import type Toasts from './toasts.tsx'
import type { Said } from './toasts.tsx'

/** How long an error is shown (milliseconds). */
const ERROR_TIME = 10_000

/** What is shown as soon as the toasts are loaded. */
let waiting: readonly Said[] = []
const watchers = new Set<() => void>()

/** Says for a few seconds that something was done. */
export function toast(title: string, description?: string): void {
  say({ title, description })
}

/** Says that something was not done, and why. */
export function toastError(error: unknown): void {
  renewRefusedSession(error)
  const title = error instanceof Error ? error.message : 'Something went wrong.'
  const description = error instanceof ApiError ? (error.detail ?? undefined) : undefined
  say({ title, description, type: 'error', priority: 'high', timeout: ERROR_TIME })
}

/** Shows the toasts. What they need is loaded with the first one; while it cannot be, they are shown without it. */
export function ToastHost() {
  const said = useSyncExternalStore(watch, () => waiting)
  const [Shown, setShown] = useState<typeof Toasts>()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (said.length === 0) return
    import('./toasts.tsx').then(
      (loaded) => setShown(() => loaded.default),
      () => setAway(true),
    )
  }, [said])
  if (Shown !== undefined) return <Shown said={said} onShown={clear} />
  return isAway && said.length > 0 && <PlainToasts said={said} />
}

/** Toasts of which the server has not given what they need: usually the first one says that it is away. */
function PlainToasts({ said }: { said: readonly Said[] }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another one, all of them stay longer
  useEffect(() => {
    const timer = setTimeout(clear, ERROR_TIME)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div className="toast-viewport" role="alert">
      {said.map(({ title, description }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={place} className="toast">
          <div className="toast-content">
            <div className="toast-title">{title}</div>
            <div className="quiet">{description}</div>
          </div>
        </div>
      ))}
    </div>
  )
}

function say(said: Said): void {
  change([...waiting, said])
}

function clear(): void {
  change([])
}

function change(next: readonly Said[]): void {
  waiting = next
  for (const notify of watchers) notify()
}

function watch(notify: () => void): () => void {
  watchers.add(notify)
  return () => watchers.delete(notify)
}
