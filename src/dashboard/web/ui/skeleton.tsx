import './states.css'

/** Stands for what is still being loaded. It is seen only after 200 ms. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton">
      <span className="visually-hidden" role="status">
        Loading …
      </span>
      {Array.from({ length: lines }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={place} className="skeleton-line" />
      ))}
    </div>
  )
}
