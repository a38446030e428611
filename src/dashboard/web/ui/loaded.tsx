import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'

/** Shows what was asked for when it has come, why it has not come, or that it is on its way. */
export function Loaded<Data>({
  query: { data, error, refetch },
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  children: (data: Data) => ReactNode
}) {
  if (data !== undefined) return children(data)
  return error === null ? <Skeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />
}
