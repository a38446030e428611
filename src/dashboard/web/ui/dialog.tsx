import './dialog.css'
import { type ReactNode, useState } from 'react'
import { renewRefusedSession } from '../session.tsx'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { ErrorNote } from './error-state.tsx'
import { later, useOpened } from './later.ts'
import { useWas } from './use-was.ts'

const dialogWindow = later(() => import('./dialog-window.tsx'))

/**
 * Something that must be done or read before one goes on. Escape closes it. A click beside it does not: a key that is shown
 * once would be lost, and the second click of a double click may be beside it. The first one that is opened loads what all
 * need.
 */
export function Dialog(props: DialogProps) {
  const wasOpen = useWas(props.open)
  const DialogWindow = useOpened(dialogWindow, props.open, () => props.onOpenChange(false))
  return wasOpen && DialogWindow && <DialogWindow {...props} />
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}

interface ConfirmDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** A question: "Revoke this key?" */
  readonly title: string
  /** What happens then. */
  readonly children: ReactNode
  /** What the button says: the verb of the question. */
  readonly action: string
  /** Does it. The dialog closes when it is done, and shows the error if it fails. */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before something final is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  action,
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
      renewRefusedSession(caught)
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
        <Button kind="danger" busy={busy} onClick={confirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
