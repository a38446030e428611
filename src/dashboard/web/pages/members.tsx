import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Members. */
export default function Members() {
  return (
    <>
      <PageHeader title="Members" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
