import './states.css'
import { CircleAlert } from 'lucide-react'
import { ApiError } from '../api.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Stands where something could not be had, and says what to do about it. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { message, detail } = inWords(error)
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={message}
        actions={onRetry && <Button onClick={onRetry}>Try again</Button>}
      >
        {detail}
      </EmptyState>
    </div>
  )
}

/** Says in a form or a dialog why something was not done. */
export function ErrorNote({ error }: { error: unknown }) {
  const { message, detail } = inWords(error)
  return (
    <div className="note" role="alert">
      <strong>{message}</strong> {detail}
    </div>
  )
}

function inWords(error: unknown): { message: string; detail: string | null } {
  if (error instanceof ApiError) return { message: error.message, detail: error.detail }
  return { message: 'Something went wrong.', detail: error instanceof Error ? error.message : null }
}
