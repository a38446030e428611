import './popup.css'
import { cloneElement, type KeyboardEvent } from 'react'
import type { MenuProps } from './full-menu.tsx'
import { isOpening, later, useLater } from './later.ts'

const fullMenu = later(() => import('./full-menu.tsx'))

/** What can be done with something. It is loaded when the first one is opened. */
export function Menu(props: MenuProps) {
  const { Component, ask, isAsked } = useLater(fullMenu)
  if (Component !== undefined) return <Component {...props} defaultOpen={isAsked} />
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fullMenu.prepare,
    onFocus: fullMenu.prepare,
    onClick: ask,
    onKeyDown: (event: KeyboardEvent) => {
      if (isOpening(event.key)) ask()
    },
  })
}
