import './toast.css'
import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'

const manager = Base.createToastManager()

/** Says for a few seconds that something was done. */
export function toast(title: string, description?: string): void {
  manager.add({ title, description })
}

/** Says that something was not done, and why. */
export function toastError(error: unknown): void {
  const title = error instanceof Error ? error.message : 'Something went wrong.'
  const description = error instanceof ApiError ? (error.detail ?? undefined) : undefined
  manager.add({ title, description, type: 'error', priority: 'high', timeout: 10_000 })
}

/** Shows the toasts. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager}>
      {children}
      <Base.Portal>
        <Base.Viewport className="toast-viewport">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Toasts() {
  const { toasts } = Base.useToastManager()
  return toasts.map((each) => (
    <Base.Root key={each.id} toast={each} className="toast" swipeDirection="right">
      <Base.Content className="toast-content">
        <Base.Title className="toast-title" />
        <Base.Description className="quiet" />
      </Base.Content>
      <Base.Close className="button" data-kind="plain" data-square="" aria-label="Close">
        <X aria-hidden="true" />
      </Base.Close>
    </Base.Root>
  ))
}
