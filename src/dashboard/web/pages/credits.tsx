import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Credits. */
export default function Credits() {
  return (
    <>
      <PageHeader title="Credits" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
