import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Organizations. */
export default function Organizations() {
  return (
    <>
      <PageHeader title="Organizations" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
