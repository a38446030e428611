import { api, load, unwrap } from '../../api.ts'
import { usualProject } from '../../projects.ts'

/** Seconds for which the token is valid: it is used at once. */
const TOKEN_LIFE = 60

/**
 * Speaks a text with a voice, as any client of the organization would, who pays for it.
 *
 * @throws ApiError
 */
export async function speak(
  organization: string,
  voice: { id: string; model_id: string },
  transcript: string,
) {
  const routes = api.management.organizations({ organization })
  const project = await usualProject(organization)
  const { token } = await unwrap(
    routes.projects({ project })['access-token'].post({ expires_in: TOKEN_LIFE }),
  )
  return load('/tts/bytes', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model_id: voice.model_id,
      transcript,
      voice: { mode: 'id', id: voice.id },
      output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22_050 },
    }),
  })
}
