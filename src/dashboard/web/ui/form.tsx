import './form.css'
import type { ReactNode } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { ErrorNote } from './error-state.tsx'
import type { Action } from './use-action.ts'

/** Fields that are sent together. The browser checks them first; what the server refuses stands above the button. */
export function Form({
  action,
  submit,
  kind = 'primary',
  children,
  beside,
}: {
  /** Does it: `useAction`. */
  action: Action<[]>
  /** What the button says: a verb. */
  submit: string
  kind?: ButtonKind
  children?: ReactNode
  /** Stands before the button: another one. */
  beside?: ReactNode
}) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!action.busy) void action.run()
      }}
    >
      {children}
      {action.error !== undefined && <ErrorNote error={action.error} />}
      <div className="form-actions">
        {beside}
        <Button kind={kind} type="submit" busy={action.busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
