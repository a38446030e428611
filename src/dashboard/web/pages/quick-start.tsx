import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Quick start. */
export default function QuickStart() {
  return (
    <>
      <PageHeader title="Quick start" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
