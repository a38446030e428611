import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ErrorState } from './error-state.tsx'
import type { TableProps } from './table.tsx'
import { VirtualTable } from './virtual-table.tsx'

/**
 * A table whose rows come page by page, the next when the last rows are in sight. One that has not come is asked for by hand.
 */
export function PagedTable<Row>({
  query: { hasNextPage, isFetching, error, fetchNextPage },
  ...table
}: TableProps<Row> & {
  readonly query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'error' | 'fetchNextPage'>
}) {
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return (
    <>
      <VirtualTable {...table} onEnd={more} />
      {hasNextPage && error !== null && <ErrorState error={error} onRetry={() => void fetchNextPage()} />}
    </>
  )
}
