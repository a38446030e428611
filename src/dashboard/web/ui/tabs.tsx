import './tabs.css'
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

/** One of the panels. */
export interface Tab {
  readonly value: string
  readonly label: ReactNode
  readonly content: ReactNode
}

/** Panels of which one is shown: the first one, until another is chosen. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <Base.Root defaultValue={tabs[0]?.value}>
      <Base.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="tab">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="tab-panel">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
