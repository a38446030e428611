import './page-header.css'
import type { ReactNode } from 'react'

/** The heading of a page, what the page is for, and what can be done on it. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="page-header">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {children && <div className="page-header-text">{children}</div>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  )
}
