import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Voices. */
export default function Voices() {
  return (
    <>
      <PageHeader title="Voices" />
      <EmptyState title="Not here yet">This page is being built.</EmptyState>
    </>
  )
}
