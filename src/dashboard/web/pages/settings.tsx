import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Settings. */
export default function Settings() {
  return (
    <>
      <PageHeader title="Settings" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
