import { Gate } from '../ui/gate.tsx'

/** Invitation. */
export default function Invitation() {
  return <Gate title="Invitation">This page is being built.</Gate>
}
