import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Overview. */
export default function Overview() {
  return (
    <>
      <PageHeader title="Overview" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
