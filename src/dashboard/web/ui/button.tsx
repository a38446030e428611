import './button.css'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

/** How a button looks: the one thing to do next, something else, something final, or hardly there. */
export type ButtonKind = 'primary' | 'secondary' | 'danger' | 'plain'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: ButtonKind
  readonly icon?: LucideIcon
  /** Whether the button's work is being done: it cannot be pressed again. */
  readonly busy?: boolean
}

/** A button with a text. One that cannot be pressed for now keeps the focus. */
export function Button({
  kind = 'secondary',
  icon: Icon,
  busy = false,
  disabled = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = busy || disabled
  return (
    <button
      type="button"
      {...rest}
      className="button"
      data-kind={kind}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </button>
  )
}
