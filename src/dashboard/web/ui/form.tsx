import './form.css'
import { type ReactNode, use, useEffect } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { DialogBusy } from './dialog-busy.ts'
import { ErrorNote } from './error-state.tsx'
import type { Action } from './use-action.ts'

/**
 * Fields that are sent together. The browser checks them first; what the server refuses stands above the button. While they are
 * sent, what stands beside the button cannot be pressed, and a dialog stays open.
 */
export function Form({
  action,
  submit,
  kind = 'primary',
  children,
  beside,
}: {
  /** Does it: `useAction`. */
  action: Action
  /** What the button says: a verb. */
  submit: string
  kind?: ButtonKind
  children?: ReactNode
  /** Stands before the button: another one. */
  beside?: ReactNode
}) {
  const dialog = use(DialogBusy)
  useEffect(() => {
    if (dialog === undefined) return
    dialog.current = action.busy
    return () => {
      dialog.current = false
    }
  }, [dialog, action.busy])
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run()
      }}
    >
      {children}
      {action.error !== undefined && <ErrorNote error={action.error} />}
      <div className="form-actions">
        {beside !== undefined && (
          <span className="form-beside" inert={action.busy}>
            {beside}
          </span>
        )}
        <Button kind={kind} type="submit" busy={action.busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
