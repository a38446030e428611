import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactElement, type ReactNode, useEffect, useRef } from 'react'

/** Something that can be done. */
export interface MenuEntry {
  readonly label: ReactNode
  readonly icon?: LucideIcon
  readonly onClick: () => void
  /** It cannot be taken back. */
  readonly danger?: boolean
}

type Entry = MenuEntry | 'line' | { readonly heading: string }

export interface MenuProps {
  /** The button that opens it: one element, which takes a ref and the properties of HTML. */
  readonly trigger: ReactElement<Record<string, unknown>>
  /** An entry `'line'` divides them; `heading` is that of those after it. */
  readonly entries: readonly Entry[]
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'end'
}

/** What opens a menu that was not there before. */
export type OpenedBy = 'key' | 'pointer'

/** The menu that `Menu` stands for. */
export default function FullMenu({
  trigger,
  entries,
  side = 'bottom',
  align = 'end',
  openedBy,
}: MenuProps & { readonly openedBy: OpenedBy | undefined }) {
  const button = useRef<HTMLButtonElement>(null)
  // Only a menu that is opened at its button has its first entry focused.
  useEffect(() => {
    if (openedBy === 'key') button.current!.click()
  }, [openedBy])
  return (
    <Base.Root modal={false} defaultOpen={openedBy === 'pointer'}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner className="popup-positioner" side={side} align={align} sideOffset={4}>
          <Base.Popup className="popup">
            {entries.map((entry, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else
              <Fragment key={place}>{entryOf(entry)}</Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function entryOf(entry: Entry) {
  if (entry === 'line') return <Base.Separator className="popup-line" />
  if ('heading' in entry) return <div className="popup-label">{entry.heading}</div>
  const { label, icon: Icon, onClick, danger } = entry
  return (
    <Base.Item className="popup-item" onClick={onClick} data-danger={danger ? '' : undefined}>
      {Icon && <Icon aria-hidden="true" />}
      {label}
    </Base.Item>
  )
}
