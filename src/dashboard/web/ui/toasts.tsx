import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'

/** What a toast says. */
export interface Said {
  readonly title: string
  readonly description?: string
  readonly type?: 'error'
  readonly priority?: 'high'
  /** Milliseconds until it goes. */
  readonly timeout?: number
}

const manager = Base.createToastManager()

/**
 * The toasts of `ToastHost`.
 *
 * @param said what is not shown yet
 * @param onShown called when it is
 */
export default function Toasts({ said, onShown }: { said: readonly Said[]; onShown: () => void }) {
  useEffect(() => {
    if (said.length === 0) return
    for (const each of said) manager.add(each)
    onShown()
  }, [said, onShown])
  return (
    <Base.Provider toastManager={manager}>
      <Base.Portal>
        <Base.Viewport className="toast-viewport">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
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
