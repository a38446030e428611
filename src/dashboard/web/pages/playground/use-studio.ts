import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { api, unwrap } from '../../api.ts'
import { usualProject } from '../../projects.ts'
import { renewRefusedSession, useOrganization } from '../../session.tsx'
import { type AccessToken, AccessTokens } from '../../speech/access-tokens.ts'
import { Speaker } from '../../speech/speaker.ts'
import { Studio, type StudioState } from './studio.ts'

/** Seconds for which a token is valid. */
const TOKEN_LIFE = 600

/**
 * Where the person speaks, and what is to be seen of it. Its sound ends with the page.
 *
 * @param project for which texts are spoken from now on; undefined: the one that is offered first
 */
export function useStudio(project: string | undefined): readonly [Studio, StudioState] {
  const { id } = useOrganization()
  const speaker = useMemo(() => {
    const ask = () =>
      askForToken(id, project).catch((error: unknown) => {
        renewRefusedSession(error)
        throw error
      })
    return new Speaker(new AccessTokens(ask))
  }, [id, project])
  const [studio] = useState(() => new Studio(speaker))
  useEffect(() => {
    studio.speaker = speaker
    return () => speaker.close()
  }, [studio, speaker])
  useEffect(() => () => studio.close(), [studio])
  return [studio, useSyncExternalStore(studio.subscribe, () => studio.state)]
}

/** @param project undefined: the one that is offered first */
async function askForToken(organization: string, project: string | undefined): Promise<AccessToken> {
  const asked = Date.now()
  const id = project ?? (await usualProject(organization))
  const { token } = await unwrap(
    api.management
      .organizations({ organization })
      .projects({ project: id })
      ['access-token'].post({ expires_in: TOKEN_LIFE }),
  )
  return { token, until: asked + TOKEN_LIFE * 1000 }
}
