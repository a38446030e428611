import { download, type HubFile, partOf } from './hub-download.ts'
import { bodyOf, type Hub, type HubName, request } from './hub-request.ts'
import { isWithin, LARGEST_READ, type ModelSource, SourceError } from './model-source.ts'

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

/** Pages of a list of files that are read: the hub has 1000 files on each. */
const MOST_PAGES = 100

/** The hub that the environment names, in the variables of the hub's own tools. */
export function hubIn(env: Readonly<Record<string, string | undefined>>): Hub {
  const endpoint = (env.HF_ENDPOINT || 'https://huggingface.co').replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new SourceError(`HF_ENDPOINT is "${endpoint}": set it to an http or https URL, or unset it`)
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
  const found = await request(hub, name, `${models}/revision/${encodeURIComponent(revision)}`)
  const info: RepositoryInfo = await jsonOf(hub, found)
  const { files, prefix } = await listing(hub, name, `${models}/tree/${info.sha}`)
  const fileNamed = (path: string) => {
    const file = files.find((each) => each.path === path)
    if (file === undefined) throw new SourceError(`${name.repository} has no file ${path}`)
    return file
  }
  const urlOf = ({ path }: HubFile) =>
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
      return bodyOf(hub, await request(hub, name, urlOf(file)))
    },
    bring: (path, target, onBytes) => {
      const file = fileNamed(path)
      return download(hub, name, file, urlOf(file), target, onBytes)
    },
    partOf: (path, target) => partOf(target, fileNamed(path)),
  }
}

/** The files of a repository, or of a folder within it. */
async function listing(hub: Hub, name: HubName, tree: string) {
  const files: HubFile[] = []
  const prefix = name.folder && `${name.folder}/`
  const first = `${tree}${name.folder && `/${encodeURIComponent(name.folder)}`}?recursive=true`
  let pages = 0
  for (let url: string | undefined = first; url !== undefined; ) {
    if (++pages > MOST_PAGES)
      throw new SourceError(
        `${hub.endpoint} lists more than ${MOST_PAGES} pages of files for ${name.repository}: name a folder of it, or check HF_ENDPOINT`,
      )
    const answer = await request(hub, name, url)
    for (const { type, path, size, oid, lfs } of await jsonOf<TreeEntry[]>(hub, answer)) {
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

/** @throws SourceError when it is no JSON, or the connection breaks off */
async function jsonOf<Content>(hub: Hub, answer: Response): Promise<Content> {
  const body = await bodyOf(hub, answer)
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch (cause) {
    throw new SourceError(`${hub.endpoint} does not answer as a hub does: check HF_ENDPOINT`, { cause })
  }
}
