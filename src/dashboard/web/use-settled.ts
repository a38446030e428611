import { useEffect, useState } from 'react'

/** Milliseconds without a key after which somebody has typed what they look for. */
const PAUSE = 200

/** A value that changes while somebody types, once it has stayed the same for a while. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
