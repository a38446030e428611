import { type ComponentType, useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { orReload } from '../loading.ts'
import { toastError } from './toast.tsx'

/** A component in a file of its own, which is loaded when somebody is about to use it. */
export interface Later<Props> {
  /** Loads it, so that it is there when it is asked for. */
  prepare(): void
  /** @throws what the import throws */
  load(): Promise<ComponentType<Props>>
  /** Undefined until it is loaded. */
  loaded(): ComponentType<Props> | undefined
}

/** @param load imports the file, whose default is the component */
export function later<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> {
  const loadOrReload = orReload(load)
  let loaded: ComponentType<Props> | undefined
  return {
    prepare() {
      load().catch(() => {}) // it is loaded again, and its error shown, when it is used
    },
    async load() {
      loaded = (await loadOrReload()).default
      return loaded
    },
    loaded: () => loaded,
  }
}

/**
 * Puts a component in the place of what stands there for it. One that was loaded before is there at once. If the server is away,
 * somebody who asks for it is told so, and can ask again.
 *
 * @returns the component, what asks for it here, and whether somebody has. What asks resolves to whether it is there
 */
export function useLater<Props>(what: Later<Props>) {
  const [Component, setComponent] = useState(what.loaded)
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown }>()
  if (failure !== undefined) throw failure.error
  const ask = async () => {
    setAsked(true)
    try {
      const found = await what.load()
      setComponent(() => found)
      return true
    } catch (error) {
      if (error instanceof ApiError) toastError(error)
      else setFailure({ error })
      return false
    }
  }
  return { Component, ask, isAsked }
}

/**
 * A component that is open or closed. It is loaded when it is first opened; if the server is away, it is closed again.
 *
 * @returns undefined until it is loaded
 */
export function useOpened<Props>(
  what: Later<Props>,
  open: boolean,
  close: () => void,
): ComponentType<Props> | undefined {
  const { Component, ask } = useLater(what)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked for once each time it is opened
  useEffect(() => {
    if (!open || Component !== undefined) return
    void ask().then((isThere) => isThere || close())
  }, [open])
  return Component
}

/** The keys that open what a button opens, beside those that press it. */
export function isOpening(key: string): boolean {
  return key === 'ArrowDown' || key === 'ArrowUp'
}
