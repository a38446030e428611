import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { DialogBusy } from './dialog-busy.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** What it is about, in a sentence. */
  readonly description?: ReactNode
  /** Whether the window is wide, for tables and pictures. */
  readonly wide?: boolean
  readonly children?: ReactNode
}

/** The window of a `Dialog`. */
export default function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  wide,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const busy = useRef(false)
  useEffect(() => {
    if (document.activeElement === document.body) popup.current?.focus() // what had the focus is gone
  })
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => busy.current || onOpenChange(next)}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup ref={popup} className="dialog" data-wide={wide ? '' : undefined}>
          <Base.Title className="dialog-title">{title}</Base.Title>
          {description && (
            <Base.Description className="quiet" render={<div />}>
              {description}
            </Base.Description>
          )}
          <DialogBusy value={busy}>{children}</DialogBusy>
          <Base.Close className="button dialog-close" data-kind="plain" data-square="" aria-label="Close">
            <X aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
