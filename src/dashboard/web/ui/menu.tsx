import './popup.css'
import { cloneElement, type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { MenuProps } from './full-menu.tsx'
import { isOpening, later, useLater } from './later.ts'

const fullMenu = later(() => import('./full-menu.tsx'))

/** What can be done with something. It is loaded when the first one is opened. */
export function Menu(props: MenuProps) {
  const { Component, ask, isAsked } = useLater(fullMenu)
  const [isByKey, setByKey] = useState(false)
  if (Component !== undefined) return <Component {...props} openedBy={openedBy(isAsked, isByKey)} />
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fullMenu.prepare,
    onFocus: fullMenu.prepare,
    onClick: ({ detail }: MouseEvent) => {
      setByKey(detail === 0)
      ask()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isOpening(event.key)) return
      setByKey(true)
      ask()
    },
  })
}

function openedBy(isAsked: boolean, isByKey: boolean): 'key' | 'pointer' | undefined {
  if (!isAsked) return undefined
  return isByKey ? 'key' : 'pointer'
}
