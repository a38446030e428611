import { Link } from 'wouter'
import { Gate } from './gate.tsx'

/** Stands in place of a page whose link lacks its code. */
export function IncompleteLink() {
  return (
    <Gate
      title="The link is not complete"
      text="Copy the whole link that you were given, with what stands after the #."
    >
      <Link href="/" className="button">
        To the first page
      </Link>
    </Gate>
  )
}
