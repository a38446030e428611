import './gate.css'
import { type ReactNode, useLayoutEffect } from 'react'
import { Brand } from './brand.tsx'

/** What is around the pages for those who are not signed in. */
export function Gate({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  useLayoutEffect(() => {
    document.title = `${title} · Purr`
  }, [title])
  return (
    <main className="gate">
      <Brand />
      <div className="gate-card">
        <h1>{title}</h1>
        {text && <p className="quiet">{text}</p>}
        {children}
      </div>
    </main>
  )
}
