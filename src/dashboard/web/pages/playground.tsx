import { Player } from '../audio/player.ts'
import { PageHeader } from '../ui/page-header.tsx'

/** Playground. */
export default function Playground() {
  return (
    <>
      <PageHeader title="Playground" />
      <button type="button" onClick={() => Player.open(22050)}>x</button>
    </>
  )
}
