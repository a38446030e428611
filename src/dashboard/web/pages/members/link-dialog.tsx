import type { ReactNode } from 'react'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Shows a link that somebody must be given, because Purr sends no mail. */
export function LinkDialog({
  link,
  onClose,
  title,
  children,
}: {
  /** Within this server; undefined: the dialog is closed. */
  link: string | undefined
  onClose: () => void
  title: string
  children: ReactNode
}) {
  return (
    <Dialog
      open={link !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={children}
    >
      {link !== undefined && <CodeBlock label="Link" code={new URL(link, location.origin).href} wrap />}
    </Dialog>
  )
}
