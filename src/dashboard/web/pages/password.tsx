import { Gate } from '../ui/gate.tsx'

/** Password. */
export default function Password() {
  return <Gate title="Password">This page is being built.</Gate>
}
