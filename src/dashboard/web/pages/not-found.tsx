import { Link } from 'wouter'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** What is at an address without a page. */
export default function NotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        title="There is nothing at this address"
        actions={
          <Link href="/" className="button" data-kind="primary">
            To the first page
          </Link>
        }
      >
        It may have been removed, or it belongs to somebody else.
      </EmptyState>
    </>
  )
}
