import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Live. */
export default function Live() {
  return (
    <>
      <PageHeader title="Live" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
