import { useMutation } from '@tanstack/react-query'
import type { Normalized } from '../../../../tts/normalize.ts'
import { api, unwrap } from '../../api.ts'
import { useOrganization } from '../../session.tsx'
import type { SpeechSettings } from '../../speech/request.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { formatSeconds } from '../../ui/format.ts'

/** What a reading depends on. */
const READ = ['text', 'voice', 'language', 'speed'] as const

/** How the text is read: the words that are said for it, and their phones. */
export function ReadingCard({ settings }: { settings: SpeechSettings }) {
  const { id } = useOrganization()
  const reading = useMutation({
    mutationFn: ({ text, voice, language, speed }: SpeechSettings) =>
      unwrap(
        api.management.organizations({ organization: id })['how-it-is-read'].post({
          transcript: text,
          voice: { mode: 'id', id: voice },
          language,
          generation_config: { speed },
        }),
      ),
  })
  const isOld = READ.some((name) => reading.variables?.[name] !== settings[name])
  return (
    <Card
      title="How it is read"
      actions={
        <Button busy={reading.isPending} onClick={() => reading.mutate(settings)}>
          {reading.data === undefined ? 'Show' : 'Read again'}
        </Button>
      }
    >
      <p className="quiet">
        Which words are said for the text, and with which phones of the International Phonetic Alphabet. It
        costs nothing.
      </p>
      {reading.error && <ErrorNote error={reading.error} />}
      {reading.data && <Reading reading={reading.data} isOld={isOld} />}
    </Card>
  )
}

function Reading({ reading: { language, seconds, tokens }, isOld }: { reading: Normalized; isOld: boolean }) {
  let place = 0
  return (
    <>
      <ol className="how-read" lang={language}>
        {tokens.map((token) => {
          const key = `${++place}`
          if (token.type === 'pause')
            return (
              <li key={key} className="how-read-pause">
                <span className="visually-hidden">Pause: </span>
                {token.mark}
              </li>
            )
          if (token.type === 'silence')
            return (
              <li key={key} className="how-read-pause">
                {formatSeconds(token.seconds)} of silence
              </li>
            )
          return (
            <li key={key} className="how-read-word">
              <span className="how-read-written">{token.text}</span>
              {token.said.length === 0 && <span className="quiet">not said</span>}
              {token.said.map(({ word, phonemes }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the words of a reading never move
                <span key={`${word} ${at}`} className="how-read-said">
                  <strong>{word}</strong>
                  <span className="how-read-phones">
                    {phonemes.length > 0 ? `/${phonemes.join('')}/` : ''}
                  </span>
                </span>
              ))}
            </li>
          )
        })}
      </ol>
      <p className="quiet">
        Read as {language}. The speech is predicted to last {formatSeconds(seconds)}.
        {isOld && ' The text, or how it is spoken, has changed since: read it again.'}
      </p>
    </>
  )
}
