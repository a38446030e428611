import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { deleteVoice } from './data.ts'

/** Deletes a clone, after a question. */
export function DeleteVoice({
  organization,
  voice: { id, name },
  onDeleted,
}: {
  organization: string
  voice: { readonly id: string; readonly name: string }
  onDeleted: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await deleteVoice(organization, id)
    toast(`${name} is deleted`)
    onDeleted()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${name}?`}
        action="Delete"
        onConfirm={remove}
      >
        Requests with this voice are refused from now on. It cannot be brought back without the recording.
      </ConfirmDialog>
    </>
  )
}
