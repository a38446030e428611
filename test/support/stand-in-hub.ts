import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A file of the hub: git keeps small ones, and LFS large ones. */
export interface HubFile {
  readonly bytes: Uint8Array
  readonly isLarge?: boolean
}

interface Settings {
  /** By repository, such as someone/voice, and path. */
  readonly repositories: Readonly<Record<string, Readonly<Record<string, HubFile>>>>
  /** The licence that the card states. */
  license?: string
  /** Repositories whose files need a token. */
  gated?: readonly string[]
  /** The token that is accepted. */
  readonly token?: string
}

const COMMIT = '41e5892b9d8b43e56fc560f892312a328a410973'
/** Entries on a page of a list. */
const PAGE = 2

/**
 * A hub with a few repositories, as far as a download needs one. Source: what the client library huggingface_hub asks for
 * (`hf_api.py`: `model_info`, `list_repo_tree`; `file_download.py`) and how it reads the answers (`utils/_http.py`,
 * `utils/_pagination.py`). Large files are given by a second server, as the hub's are.
 */
export class StandInHub {
  readonly url: string
  /** What was asked of it and of the server of large files: path, range and authorization. */
  readonly asked: { path: string; range: string | undefined; authorization: string | undefined }[] = []
  readonly settings: Settings
  /** Bytes of a large file after which the next connections break, the first entry first. */
  breaks: number[] = []
  /** Is waited for before a connection breaks. */
  beforeBreak: () => Promise<void> = async () => {}
  /** Requests that are never answered, before any other. */
  silences = 0
  /** Large files are given with their first byte changed. */
  isDamaging = false
  /** Bytes that are sent behind the end of large files. */
  excess = 0
  /** Each page of a list leads to itself. */
  isCircling = false
  readonly #servers: readonly ReturnType<typeof createServer>[]

  private constructor(settings: Settings, servers: readonly ReturnType<typeof createServer>[], url: string) {
    this.settings = settings
    this.#servers = servers
    this.url = url
  }

  static async start(settings: Settings): Promise<StandInHub> {
    const large = createServer((request, response) => hub.#giveLarge(request, response))
    const front = createServer((request, response) => {
      const answer = hub.#answer(request, addressOf(large))
      if (hub.silences > 0) hub.silences--
      else void send(answer, response)
    })
    for (const server of [large, front])
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
    const hub: StandInHub = new StandInHub(settings, [large, front], addressOf(front))
    return hub
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections()
      server.close()
    }
  }

  #note({ url, headers }: IncomingMessage): void {
    this.asked.push({ path: url!, range: headers.range, authorization: headers.authorization })
  }

  #answer(request: IncomingMessage, largeUrl: string): Response {
    this.#note(request)
    const { pathname, searchParams } = new URL(request.url!, this.url)
    const { token, gated, license, repositories } = this.settings
    const { authorization } = request.headers
    if (authorization !== undefined && authorization !== `Bearer ${token}`)
      return refusal(401, { 'x-error-message': 'Invalid credentials in Authorization header' })
    const [, , name = '', what, revision = '', rest = ''] =
      /^\/(api\/models\/)?([^/]+\/[^/]+)\/(revision|tree|resolve)\/([^/]+)(?:\/(.*))?$/.exec(pathname) ?? []
    const files = repositories[name]
    if (files === undefined) return refusal(401, { 'x-error-code': 'RepoNotFound' })
    if (!['main', COMMIT].includes(revision)) return refusal(404, { 'x-error-code': 'RevisionNotFound' })
    if (what === 'revision') return Response.json({ id: name, sha: COMMIT, cardData: { license } })
    if (what === 'tree') return this.#list(name, rest, Number(searchParams.get('cursor') ?? 0))
    if (gated?.includes(name) && authorization === undefined)
      return refusal(401, { 'x-error-code': 'GatedRepo' })
    const file = files[decodeURIComponent(rest)]
    if (file === undefined) return refusal(404, { 'x-error-code': 'EntryNotFound' })
    if (!file.isLarge) return new Response(Uint8Array.from(file.bytes))
    return new Response(null, { status: 302, headers: { location: `${largeUrl}/${name}/${rest}` } })
  }

  /** A page of the files of a repository, or of a folder within it. */
  #list(name: string, folder: string, from: number): Response {
    const within = decodeURIComponent(folder)
    const all = Object.entries(this.settings.repositories[name]!)
      .filter(([path]) => within === '' || path.startsWith(`${within}/`))
      .map(([path, { bytes, isLarge }]) => ({
        type: 'file',
        path,
        size: bytes.length,
        oid: gitSha1(isLarge ? pointer(bytes) : bytes),
        ...(isLarge && { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 130 } }),
      }))
    if (all.length === 0) return refusal(404, { 'x-error-code': 'EntryNotFound' })
    const next = this.isCircling ? from : from + PAGE
    const tree = [`${this.url}/api/models/${name}/tree/${COMMIT}`, folder]
      .filter((part) => part !== '')
      .join('/')
    const link = `<${tree}?recursive=true&cursor=${next}>; rel="next"`
    return Response.json(
      [{ type: 'directory', path: 'onnx', size: 0, oid: COMMIT }, ...all.slice(from, from + PAGE)],
      next < all.length ? { headers: { link } } : {},
    )
  }

  #giveLarge(request: IncomingMessage, response: ServerResponse): void {
    this.#note(request)
    const [, name, path] = /^\/([^/]+\/[^/]+)\/(.*)$/.exec(request.url!)!
    const whole = Uint8Array.from(this.settings.repositories[name!]![decodeURIComponent(path!)]!.bytes)
    if (this.isDamaging) whole[0]! ^= 1
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const bytes = Buffer.concat([whole.subarray(from), new Uint8Array(this.excess)])
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length })
    const end = this.breaks.shift()
    if (end === undefined) response.end(bytes)
    else {
      response.write(bytes.subarray(0, end))
      void this.beforeBreak().then(() => request.socket.destroy())
    }
  }
}

function addressOf(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  const body = new Uint8Array(await answer.arrayBuffer())
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body)
}

function refusal(status: number, headers: Record<string, string>): Response {
  return Response.json({ error: 'refused' }, { status, headers })
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

/** What git calls a file by: the SHA-1 of `blob <length>`, a zero byte, and its content. */
function gitSha1(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** The file that git keeps in place of one that LFS keeps. */
function pointer(bytes: Uint8Array): Uint8Array {
  return Buffer.from(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(bytes)}\nsize ${bytes.length}\n`,
  )
}
