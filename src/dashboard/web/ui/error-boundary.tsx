import { Component, type ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

/** Stands in for a part that has failed, so that the rest goes on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof ApiError) return <ErrorState error={error} onRetry={() => location.reload()} />
    // A file that is gone belongs to an earlier version.
    const isOld = error instanceof TypeError && /import|module/i.test(error.message)
    return (
      <div role="alert">
        <EmptyState
          title={isOld ? 'There is a new version of this page' : 'This page has failed'}
          actions={
            <Button kind="primary" onClick={() => location.reload()}>
              Load it again
            </Button>
          }
        >
          {isOld ? 'Purr was updated meanwhile.' : error instanceof Error && error.message}
        </EmptyState>
      </div>
    )
  }
}
