import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Keys and projects. */
export default function Keys() {
  return (
    <>
      <PageHeader title="Keys and projects" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
