import './toast.css'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ApiError } from '../api.ts'
import { orReload } from '../loading.ts'
import { renewRefusedSession } from '../session.tsx'
import type { Said } from './toasts.tsx'

const Toasts = lazy(orReload(() => import('./toasts.tsx')))

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
  say({ title, description, type: 'error', priority: 'high', timeout: 10_000 })
}

/** Shows the toasts. What they need is loaded with the first one. */
export function ToastHost() {
  const said = useSyncExternalStore(watch, () => waiting)
  if (said === NONE_YET) return null
  return (
    <Suspense>
      <Toasts said={said} onShown={() => change([])} />
    </Suspense>
  )
}

const NONE_YET = waiting

function say(said: Said): void {
  change([...waiting, said])
}

function change(next: readonly Said[]): void {
  waiting = next
  for (const notify of watchers) notify()
}

function watch(notify: () => void): () => void {
  watchers.add(notify)
  return () => watchers.delete(notify)
}
