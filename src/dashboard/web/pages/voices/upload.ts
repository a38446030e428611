import { jsonIn, offline, refused } from '../../api.ts'

/**
 * Sends a form. (`fetch` does not report how much of it has been sent.)
 *
 * @param onSent is called with the share that has been sent, from 0 to 1
 * @param signal ends it
 * @throws ApiError; the reason of the signal
 */
export function upload<Data>(
  path: string,
  form: FormData,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<Data> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<Data>()
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded / total))
  request.addEventListener('load', () => {
    const value = jsonIn(request.responseText)
    if (request.status < 300) resolve(value as Data)
    else reject(refused(request.status, value))
  })
  request.addEventListener('error', () => reject(offline()))
  signal.addEventListener('abort', () => {
    request.abort()
    reject(signal.reason)
  })
  request.open('POST', path)
  request.send(form)
  return promise
}
