import { useEffect, useState } from 'react'

/** A value that changes while somebody types, once it has stayed the same for a while (milliseconds). */
export function useSettled<Value>(value: Value, wait = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}
