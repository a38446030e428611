import './tooltip.css'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** The only tooltip that there is: a table has hundreds of things that may have one. */
const shared = Base.createHandle<ReactNode>()

/** Has the tooltip of all that is in it. The next one is shown at once when one was just seen. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={400}>
      {children}
      <Base.Root handle={shared}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner className="tooltip-positioner" sideOffset={6}>
              <Base.Popup className="tooltip">{payload}</Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  )
}

/**
 * A few words on something, which has its own label: a tooltip is not read aloud.
 *
 * @param children one element, which takes a ref and the properties of HTML
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return <Base.Trigger handle={shared} payload={text} render={children} />
}
