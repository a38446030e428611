import './dialog.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { ErrorNote } from './error-state.tsx'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** What it is about, in a sentence. */
  readonly description?: ReactNode
  /** For tables and pictures. */
  readonly wide?: boolean
  readonly children?: ReactNode
}

/** Something that must be done or read before one goes on. Escape and a click beside it close it. */
export function Dialog({ open, onOpenChange, title, description, wide, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="dialog" data-wide={wide ? '' : undefined}>
          <Base.Title className="dialog-title">{title}</Base.Title>
          {description && (
            <Base.Description className="quiet" render={<div />}>
              {description}
            </Base.Description>
          )}
          {children}
          <Base.Close className="button dialog-close" data-kind="plain" data-square="" aria-label="Close">
            <X aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** A question: "Revoke this key?" */
  readonly title: string
  /** What happens then. */
  readonly children: ReactNode
  /** What the button says: the verb of the question. */
  readonly action: string
  /** Whether it cannot be taken back. */
  readonly danger?: boolean
  /** Does it. The dialog closes when it is done, and shows the error if it fails. */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before something is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  action,
  danger = true,
  onConfirm,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const change = (next: boolean) => {
    if (busy) return
    setError(undefined)
    onOpenChange(next)
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} onOpenChange={change} title={title} description={children}>
      {error !== undefined && <ErrorNote error={error} />}
      <DialogActions>
        <Button onClick={() => change(false)}>Cancel</Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
