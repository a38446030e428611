import { Link } from 'wouter'

/** Purr's mark and name, which lead to the first page. */
export function Brand() {
  return (
    <Link href="/" className="brand">
      <Mark />
      Purr
    </Link>
  )
}

/** Three bars of sound. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g stroke="var(--on-accent)" strokeWidth="3.5" strokeLinecap="round">
        <path d="M9 13.5v5M16 8v16M23 11.5v9" />
      </g>
    </svg>
  )
}
