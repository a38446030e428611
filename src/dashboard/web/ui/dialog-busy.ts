import { createContext, type RefObject } from 'react'

/** Whether what a dialog asks for is being done: then it stays open until that is known. Undefined: not in a dialog. */
export const DialogBusy = createContext<RefObject<boolean> | undefined>(undefined)
