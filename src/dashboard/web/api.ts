import { treaty } from '@elysiajs/eden'
import { QueryClient } from '@tanstack/react-query'
import type { ManagementApi } from '../../management/routes.ts'

/**
 * The management API, typed by its routes. Cookies of this origin go with each request. Times come as texts: treaty would make a
 * date of every text that looks like one, even of a name.
 */
export const api = treaty<ManagementApi>(location.origin, {
  fetch: { credentials: 'same-origin' },
  parseDate: false,
})

/** What the server has refused, or could not be asked. */
export class ApiError extends Error {
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
  /** The code of the server's errors; `offline` if no answer came. */
  readonly code: string
  /** What to do about it. */
  readonly detail: string | null

  constructor(status: number, code: string, message: string, detail: string | null = null) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.detail = detail
  }
}

interface Answer<Data> {
  readonly data: Data | null
  readonly error: { readonly status: unknown; readonly value: unknown } | null
  readonly status: number
}

/**
 * The data of an answer: `await unwrap(api.management.organizations.get())`. Errors, which routes answer as a `Response`, are
 * thrown.
 *
 * @throws ApiError
 */
export async function unwrap<Data>(answer: Promise<Answer<Data>>): Promise<Exclude<Data, null | Response>> {
  const { data, error, status } = await answer.catch((cause: unknown) => {
    throw offline(cause)
  })
  if (error === null) return data as Exclude<Data, null | Response>
  if (error.value instanceof Error) throw offline(error.value) // so treaty reports that no answer came
  throw refused(status, error.value)
}

/**
 * Asks for a file, such as audio.
 *
 * @throws ApiError
 */
export async function load(path: string, init?: RequestInit): Promise<Blob> {
  const answer = await fetch(path, init).catch((cause: unknown) => {
    throw offline(cause)
  })
  if (answer.ok) return answer.blob()
  throw refused(answer.status, jsonIn(await answer.text()))
}

/** What a text says as JSON; undefined: it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The error that an answer reports.
 *
 * @param value its body
 */
export function refused(status: number, value: unknown): ApiError {
  const said = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const code = said.error ?? said.code
  const message = said.message ?? `The server answered with status ${status}.`
  const detail = typeof said.detail === 'string' ? said.detail : null
  return new ApiError(status, typeof code === 'string' ? code : 'unknown', String(message), detail)
}

/** The error of a question without an answer. */
export function offline(cause?: unknown): ApiError {
  const error = new ApiError(
    0,
    'offline',
    'The server does not answer.',
    'Check whether it runs, and try again.',
  )
  error.cause = cause
  return error
}

/**
 * Keeps answers, so that a page that was seen is there at once. Refusals are final, only a server that is away is asked again.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always', // a browser that is not in the Internet may still reach its own network
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      throwOnError: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Whether trying again can help. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
