import './tooltip.css'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type TooltipPopup from './tooltip-popup.tsx'

/** The only tooltip that there is: a table has hundreds of things that may have one. */
const shared = Base.createHandle<ReactNode>()

/** Has the popup loaded, which is when something is pointed at that has a tooltip. While it cannot be, there is none. */
let prepare = () => {}

/** Has the tooltip of all that is in it. The next one is shown at once when one was just seen. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [Popup, setPopup] = useState<typeof TooltipPopup>()
  useEffect(() => {
    prepare = () => {
      import('./tooltip-popup.tsx').then(
        (loaded) => setPopup(() => loaded.default),
        () => {},
      )
    }
  }, [])
  return (
    <Base.Provider delay={400}>
      {children}
      {Popup && <Popup handle={shared} />}
    </Base.Provider>
  )
}

/**
 * A few words on something, which has its own label: a tooltip is not read aloud.
 *
 * @param children one element, which takes a ref and the properties of HTML
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Base.Trigger
      handle={shared}
      payload={text}
      render={children}
      onPointerEnter={() => prepare()}
      onFocus={() => prepare()}
    />
  )
}
