import { open, rename, rm, stat, truncate } from 'node:fs/promises'
import type { ListedFile } from '../onnx/recognised-model.ts'
import { isWithin, LARGEST_READ, type ModelSource, SourceError } from './model-source.ts'

/** A server of models that speaks the protocol of the Hugging Face hub. */
export interface Hub {
  /** Without a slash at its end. */
  readonly endpoint: string
  /** Is sent to the endpoint, and to no other server. */
  readonly token: string | undefined
}

/** A model of a hub. */
export interface HubName {
  /** Such as onnx-community/Kokoro-82M-v1.0-ONNX. */
  readonly repository: string
  /** A folder within it; empty for the whole. */
  readonly folder: string
}

/** A file as the hub lists it. */
interface HubFile extends ListedFile {
  /** Checksum of the content: SHA-256 for a large (LFS) file, git's blob SHA-1 for any other. */
  readonly checksum: string
  readonly isLarge: boolean
}

/** An entry of the answer to /api/models/…/tree/…, as far as it is used. */
interface TreeEntry {
  readonly type: string
  readonly path: string
  readonly size: number
  readonly oid: string
  readonly lfs?: { readonly oid: string; readonly size: number }
}

/** The answer to /api/models/…/revision/…, as far as it is used. */
interface RepositoryInfo {
  readonly sha: string
  readonly cardData?: { readonly license?: string | readonly string[]; readonly license_name?: string }
  readonly tags?: readonly string[]
}

/** The hub does not answer. */
class Unreachable extends SourceError {
  readonly reason: string

  constructor({ endpoint }: Hub, reason: string, cause: unknown) {
    super(
      `${endpoint} cannot be reached (${reason}): try again later, or get the model's files on another machine and give the folder that they are in`,
      { cause },
    )
    this.reason = reason
  }
}

/** How long the hub may send nothing (milliseconds). */
const SILENCE = 30_000
/** How often a request is repeated that brings nothing, and the pause before that (milliseconds). */
const TRIES = 3
const PAUSE = 1000
const MOST_REDIRECTIONS = 5

/** The hub that the environment names, in the variables of the hub's own tools. */
export function hubIn(env: Readonly<Record<string, string | undefined>>): Hub {
  const endpoint = (env.HF_ENDPOINT || 'https://huggingface.co').replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new SourceError(`HF_ENDPOINT is "${endpoint}": set it to an http or https address, or unset it`)
  return { endpoint, token: env.HF_TOKEN || undefined }
}

/** Reads `owner/name`, or `owner/name/folder` for a part of a repository. Undefined for anything else. */
export function hubName(text: string): HubName | undefined {
  const [owner, name, ...folder] = text.split('/')
  const isName = (part = '') => /^\w[\w.-]*$/.test(part)
  if (!isName(owner) || !isName(name) || !isWithin(text)) return undefined
  return { repository: `${owner}/${name}`, folder: folder.join('/') }
}

/**
 * A model of a hub, at one commit. Source of the protocol: the client library huggingface_hub, `hf_api.py` (`list_repo_tree`,
 * `model_info`), `file_download.py` and `utils/_http.py`.
 *
 * @param revision a branch, tag or commit
 * @throws SourceError
 */
export async function hubModel(hub: Hub, name: HubName, revision = 'main'): Promise<ModelSource> {
  const models = `${hub.endpoint}/api/models/${name.repository}`
  const info: RepositoryInfo = await json(hub, name, `${models}/revision/${encodeURIComponent(revision)}`)
  const { files, prefix } = await listing(hub, name, `${models}/tree/${info.sha}`)
  const fileNamed = (path: string) => {
    const file = files.find((each) => each.path === path)
    if (file === undefined) throw new SourceError(`${name.repository} has no file ${path}`)
    return file
  }
  const addressOf = ({ path }: HubFile) =>
    `${hub.endpoint}/${name.repository}/resolve/${info.sha}/${encodedPath(prefix + path)}`
  return {
    name: [name.repository, name.folder].filter((part) => part !== '').join('/'),
    origin: `${hub.endpoint}/${name.repository}/tree/${info.sha}${name.folder && `/${encodedPath(name.folder)}`}`,
    license: licenceOf(info),
    files,
    isFolder: false,
    async read(path) {
      const file = fileNamed(path)
      if (file.size > LARGEST_READ) throw new SourceError(`${path} is too large to be read`)
      const answer = await request(hub, name, addressOf(file))
      return new Uint8Array(await answer.arrayBuffer())
    },
    bring: (path, target, onBytes) => {
      const file = fileNamed(path)
      return download(hub, name, file, addressOf(file), target, onBytes)
    },
    partOf: (path, target) => partOf(target, fileNamed(path)),
  }
}

/** The files of a repository, or of a folder within it. */
async function listing(hub: Hub, name: HubName, tree: string) {
  const files: HubFile[] = []
  const prefix = name.folder && `${name.folder}/`
  const first = `${tree}${name.folder && `/${encodeURIComponent(name.folder)}`}?recursive=true`
  for (let url: string | undefined = first; url !== undefined; ) {
    const answer = await request(hub, name, url)
    for (const { type, path, size, oid, lfs } of (await answer.json()) as TreeEntry[]) {
      if (type !== 'file') continue
      if (!path.startsWith(prefix) || !isWithin(path))
        throw new SourceError(
          `${name.repository} has a file with the path "${path}", which leads out of its folder: it is not to be trusted`,
        )
      const [isLarge, checksum] = [lfs !== undefined, lfs?.oid ?? oid]
      files.push({ path: path.slice(prefix.length), size: lfs?.size ?? size, checksum, isLarge })
    }
    url = /<([^>]+)>;\s*rel="?next"?/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return { files, prefix }
}

function licenceOf({ cardData, tags }: RepositoryInfo): string | undefined {
  const [stated] = [cardData?.license ?? []].flat()
  const tagged = tags?.find((tag) => tag.startsWith('license:'))?.slice('license:'.length)
  const licence = stated ?? tagged
  return licence === 'other' ? (cardData?.license_name ?? licence) : licence
}

function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Downloads a file to a path beside its target, proves it, and puts it in place. */
async function download(
  hub: Hub,
  name: HubName,
  file: HubFile,
  url: string,
  target: string,
  onBytes: (count: number) => void,
): Promise<void> {
  if (await isIntact(target, file)) return onBytes(file.size)
  const part = partOf(target, file)
  let have = (await sizeOf(part)) ?? 0
  if (have > file.size) {
    await truncate(part)
    have = 0
  }
  onBytes(have)
  for (let fruitless = 0; have < file.size; ) {
    const before = have
    try {
      const broken = await append(hub, name, url, part, have, (bytes) => {
        have += bytes
        onBytes(bytes)
      })
      fruitless = have > before ? 0 : fruitless + 1
      if (fruitless === TRIES) throw brokenOff(file, broken ?? 'the hub sends nothing')
    } catch (error) {
      throw error instanceof Unreachable && have > 0 ? brokenOff(file, error.reason) : error
    }
    if (have < file.size) await Bun.sleep(PAUSE)
  }
  if (file.size === 0) await Bun.write(part, '')
  if (!(await isIntact(part, file))) {
    await rm(part)
    throw new SourceError(
      `${file.path} has arrived damaged: its checksum is not the one that the hub names. Run the command again`,
    )
  }
  await rename(part, target)
}

function brokenOff({ path }: HubFile, reason: string): SourceError {
  return new SourceError(
    `the download of ${path} broke off (${reason}): run the command again, and it goes on from there`,
  )
}

/** What went wrong, without advice for programmers. */
function reasonOf({ message }: Error): string {
  return message.replace(/\. For more information.*/s, '')
}

function partOf(target: string, { checksum }: HubFile): string {
  return `${target}.${checksum.slice(0, 12)}.part`
}

/**
 * Appends what is missing.
 *
 * @returns why the connection broke, if it did
 * @throws SourceError for what trying again does not mend, and errors of the disk
 */
async function append(
  hub: Hub,
  name: HubName,
  url: string,
  part: string,
  have: number,
  onBytes: (count: number) => void,
): Promise<string | undefined> {
  const headers: Record<string, string> = have === 0 ? {} : { range: `bytes=${have}-` }
  const silence = new Silence()
  try {
    const answer = await request(hub, name, url, headers, silence.signal)
    return await written(answer, part, have, onBytes, silence)
  } finally {
    silence.end()
  }
}

/** Writes what a hub answers after what there is of a file, or instead of it. Returns why it broke off, or undefined. */
async function written(
  answer: Response,
  part: string,
  have: number,
  onBytes: (count: number) => void,
  silence: Silence,
): Promise<string | undefined> {
  const isRest = answer.status === 206
  if (have > 0 && !isRest) {
    await truncate(part)
    onBytes(-have)
  }
  const file = await open(part, 'a')
  const reader = answer.body!.getReader()
  try {
    for (;;) {
      const piece = await reader.read().catch((error: Error) => error)
      if (piece instanceof Error) return reasonOf(piece)
      if (piece.done) return undefined
      silence.isBroken()
      await file.writeFile(piece.value)
      onBytes(piece.value.length)
    }
  } finally {
    await reader.cancel().catch(() => {})
    await file.close()
  }
}

/** Aborts a signal when nothing was heard for too long. */
class Silence {
  readonly #controller = new AbortController()
  #timer = this.#started()

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Something was heard. */
  isBroken(): void {
    clearTimeout(this.#timer)
    this.#timer = this.#started()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #started() {
    return setTimeout(() => this.#controller.abort(new Error('the hub was silent for too long')), SILENCE)
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/** True for a file that is there and has the content that the hub names. */
async function isIntact(path: string, { size, checksum, isLarge }: HubFile): Promise<boolean> {
  if ((await sizeOf(path)) !== size) return false
  const hash = new Bun.CryptoHasher(isLarge ? 'sha256' : 'sha1')
  if (!isLarge) hash.update(`blob ${size}\0`)
  for await (const bytes of Bun.file(path).stream()) hash.update(bytes)
  return hash.digest('hex') === checksum
}

async function json<Answer>(hub: Hub, name: HubName, url: string): Promise<Answer> {
  const answer = await request(hub, name, url)
  return answer.json() as Promise<Answer>
}

/**
 * Asks the hub for something. Only the hub itself sees the token: files come from other servers.
 *
 * @throws SourceError when it cannot be reached, or does not answer with success
 */
async function request(
  hub: Hub,
  name: HubName,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  signal = AbortSignal.timeout(SILENCE),
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await once(hub, url, headers, signal).catch((error: Error) => error)
    const mayPass = answer instanceof Error || answer.status >= 500 || answer.status === 429
    if (mayPass && tries < TRIES) {
      await Bun.sleep(PAUSE)
      continue
    }
    if (answer instanceof Error) throw new Unreachable(hub, reasonOf(answer), answer)
    if (answer.ok) return answer
    throw new SourceError(refusal(hub, name, answer))
  }
}

async function once(
  hub: Hub,
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  let at = new URL(url)
  for (let redirections = 0; redirections <= MOST_REDIRECTIONS; redirections++) {
    const isHub = at.origin === new URL(hub.endpoint).origin
    const own: Record<string, string> =
      isHub && hub.token !== undefined ? { authorization: `Bearer ${hub.token}` } : {}
    const answer = await fetch(at, {
      headers: { ...headers, ...own, 'accept-encoding': 'identity' }, // a part of a file is to be one of the file itself
      redirect: 'manual',
      signal,
    })
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || location === null) return answer
    at = new URL(location, at)
  }
  throw new Error('it redirects in circles')
}

/** Says why the hub does not give something, and what to do. */
function refusal(
  { endpoint, token }: Hub,
  { repository, folder }: HubName,
  { status, headers }: Response,
): string {
  const code = headers.get('x-error-code')
  const page = `${endpoint}/${repository}`
  if (code === 'GatedRepo')
    return `${repository} is given only to those who accept its terms: accept them at ${page}, and set HF_TOKEN to a token of yours (${endpoint}/settings/tokens makes one)`
  if (code === 'RevisionNotFound') return `${repository} has no such revision: "main" is its newest`
  if (code === 'EntryNotFound')
    return `${repository} has no ${folder || 'such file'}: ${page} shows what it has`
  if (status === 401 && headers.get('x-error-message')?.startsWith('Invalid credentials'))
    return `${endpoint} does not accept the token in HF_TOKEN: set it to a valid one, or unset it`
  if (status === 401 || status === 404)
    return `there is no model ${repository} at ${endpoint}, or it is private: check its name${token === undefined ? ', and set HF_TOKEN if it is yours' : ''}`
  if (status === 403) return `${endpoint} does not give you ${repository}: look at ${page}`
  return `${endpoint} answers ${status}: try again later, or give a folder that has the model's files`
}
