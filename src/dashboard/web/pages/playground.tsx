import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Playground. */
export default function Playground() {
  return (
    <>
      <PageHeader title="Playground" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
