import { useState } from 'react'
import { hasWordTimes } from '../../speech/request.ts'
import { useFrames } from './frames.ts'
import type { Studio } from './studio.ts'
import type { Utterance } from './utterance.ts'

/** The words of what is spoken. The one that is heard is lit. */
export function Words({
  studio,
  utterance,
  isBusy,
}: {
  studio: Studio
  utterance: Utterance
  isBusy: boolean
}) {
  const [lit, setLit] = useState(-1)
  const { words, settings } = utterance
  useFrames(isBusy, () => {
    const { position } = studio
    setLit(position === undefined ? -1 : words.findLastIndex(({ start }) => start <= position))
  })
  if (!hasWordTimes(settings.transport))
    return (
      <p className="quiet">
        Over bytes, the API reports no times of words. Choose Server-Sent Events or WebSocket to see them lit.
      </p>
    )
  return (
    <p className="words" lang={settings.language}>
      {words.map(({ word, start, end }, at) => (
        <span
          key={`${start} ${end} ${word}`}
          data-lit={at === lit ? '' : undefined}
          data-said={at < lit ? '' : undefined}
        >
          {word}{' '}
        </span>
      ))}
    </p>
  )
}
