import './popup.css'
import { cloneElement, type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { MenuProps, OpenedBy } from './full-menu.tsx'
import { isOpening, later, useLater } from './later.ts'

const fullMenu = later(() => import('./full-menu.tsx'))

/** What can be done with something. It is loaded when the first one is opened. */
export function Menu(props: MenuProps) {
  const { Component, ask } = useLater(fullMenu)
  const [openedBy, setOpenedBy] = useState<OpenedBy>()
  if (Component !== undefined) return <Component {...props} openedBy={openedBy} />
  const open = (by: OpenedBy) => {
    setOpenedBy(by)
    ask()
  }
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fullMenu.prepare,
    onFocus: fullMenu.prepare,
    // A key that presses a button makes a click that counts none (UI Events, detail).
    onClick: ({ detail }: MouseEvent) => open(detail === 0 ? 'key' : 'pointer'),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (isOpening(key)) open('key')
    },
  })
}
