import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

/** The tooltip of whatever has that handle. */
export default function TooltipPopup({ handle }: { handle: Base.Handle<ReactNode> }) {
  return (
    <Base.Root handle={handle}>
      {({ payload }) => (
        <Base.Portal>
          <Base.Positioner className="tooltip-positioner" sideOffset={6}>
            <Base.Popup className="tooltip">{payload}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  )
}
