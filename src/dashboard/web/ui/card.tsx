import './card.css'
import { type ReactNode, useId } from 'react'

/** A part of a page, with a heading unless it needs none. */
export function Card({
  title,
  actions,
  children,
}: {
  title?: ReactNode
  /** Beside the heading. */
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className="card-head">
          {title && <h2 id={id}>{title}</h2>}
          {actions && <div className="row">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

/** A number that matters, with what it is. */
export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="stat">
      <div className="stat-label">{label}</div>
      <div className="stat-value">{value}</div>
      {note && <div className="stat-note">{note}</div>}
    </div>
  )
}
