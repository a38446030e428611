import type { LucideIcon } from 'lucide-react'
import type { ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  readonly icon: LucideIcon
  /** What it does; shown when it is pointed at. */
  readonly label: string
}

/** A button with a picture only. */
export function IconButton({ icon: Icon, label, kind = 'plain', busy, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        className={`button ${rest.className ?? ''}`}
        data-kind={kind}
        data-square=""
        aria-label={label}
        aria-busy={busy || undefined}
      >
        <Icon aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
