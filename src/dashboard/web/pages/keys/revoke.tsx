import { api, unwrap } from '../../api.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type ListedKey, renewKeys } from './data.ts'

/** Revokes a key, after a question. */
export function RevokeDialog({
  organization,
  revoked,
  onClose,
}: {
  organization: string
  /** Undefined: the dialog is closed. */
  revoked: ListedKey | undefined
  onClose: () => void
}) {
  const revoke = async ({ id, name }: ListedKey) => {
    await unwrap(api.management.organizations({ organization }).keys({ key: id }).delete())
    await renewKeys(organization)
    toast('The key is revoked', `“${name}” is refused from now on.`)
  }
  return (
    <ConfirmDialog
      open={revoked !== undefined}
      onOpenChange={onClose}
      title={`Revoke “${revoked?.name}”?`}
      action="Revoke key"
      onConfirm={() => revoke(revoked!)}
    >
      <code>sk_purr_{revoked?.prefix}_…</code> is refused at once, and what is open with it is closed. This
      cannot be taken back.
    </ConfirmDialog>
  )
}
