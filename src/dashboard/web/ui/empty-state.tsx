import './states.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Stands where nothing is yet, and says what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  actions,
}: {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="state">
      {Icon && <Icon aria-hidden="true" />}
      <h2>{title}</h2>
      {children && <div className="state-text">{children}</div>}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  )
}
