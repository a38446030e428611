import './gate.css'
import { type ReactNode, useEffect } from 'react'
import { Brand } from './brand.tsx'

/** What is around the pages for those who are not signed in. */
export function Gate({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  useEffect(() => {
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
