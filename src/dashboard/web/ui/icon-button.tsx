import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className'> {
  readonly icon: LucideIcon
  /** What it does; shown when it is pointed at. */
  readonly label: string
}

/** A button with a picture only. */
export function IconButton({ icon: Icon, label, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button type="button" {...rest} className="button" data-kind="plain" data-square="" aria-label={label}>
        <Icon aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
