import './tooltip.css'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { orReload } from '../loading.ts'

const TooltipPopup = lazy(orReload(() => import('./tooltip-popup.tsx')))

/** The only tooltip that there is: a table has hundreds of things that may have one. */
const shared = Base.createHandle<ReactNode>()

/** Has the popup loaded, which is when something is pointed at that has a tooltip. */
let prepare = () => {}

/** Has the tooltip of all that is in it. The next one is shown at once when one was just seen. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    prepare = () => setNeeded(true)
  }, [])
  return (
    <Base.Provider delay={400}>
      {children}
      {isNeeded && (
        <Suspense>
          <TooltipPopup handle={shared} />
        </Suspense>
      )}
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
