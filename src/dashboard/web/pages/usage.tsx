import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Usage. */
export default function Usage() {
  return (
    <>
      <PageHeader title="Usage" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
