import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'

/** A schema, or part of one, that is checked. */
type Schema = Readonly<Record<string, unknown>>

interface WithContent {
  readonly content?: Readonly<
    Record<
      string,
      { schema: Schema; example?: unknown; examples?: Readonly<Record<string, { readonly value: unknown }>> }
    >
  >
}

interface DescribedResponse extends WithContent {
  readonly description: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** As much of an operation as is read. */
export interface DescribedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: { readonly examples?: readonly string[] }
  }[]
  readonly security: readonly object[]
  readonly requestBody?: WithContent
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

type Document = Readonly<Record<string, unknown>> & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** Something in a document for which there is an example, and the place of its schema. */
export interface Example {
  readonly of: string
  readonly place: string
  readonly value: unknown
}

/** The OpenAPI or AsyncAPI document of a server. It is asked for, as clients do. */
export class ApiDocument {
  readonly document: Document
  readonly #ajv: Ajv2020

  private constructor(document: Document) {
    this.document = document
    this.#ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats(this.#ajv)
    this.#ajv.addSchema(document, 'document')
  }

  static async of(url: string, name = 'openapi'): Promise<ApiDocument> {
    return new ApiDocument((await (await fetch(`${url}/${name}.json`)).json()) as Document)
  }

  /** The operations by method and path, as `POST /tts/bytes`. */
  get operations(): Map<string, DescribedOperation> {
    const all = Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'parameters')
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    )
    return new Map(all)
  }

  operation(endpoint: string): DescribedOperation {
    const found = this.operations.get(endpoint)
    if (found === undefined) throw new Error(`${endpoint} is not described`)
    return found
  }

  /** Where the schema of an answer is. */
  static placeOf(endpoint: string, status: number | string, type: string): string {
    const [method, path] = endpoint.split(' ') as [string, string]
    return pointer(
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    )
  }

  /** What is wrong with a value by the schema at a place of the document. */
  faults(place: string, value: unknown): string[] {
    const check = this.#ajv.getSchema(`document#${place}`)
    if (check === undefined) throw new Error(`the document has no ${place}`)
    check(value)
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  /** All bodies that people can read, with their examples: undefined where there is none. */
  get bodies(): Example[] {
    return [...this.operations].flatMap(([endpoint, { requestBody = {}, responses }]) => {
      const [method, path] = endpoint.split(' ') as [string, string]
      const at = ['paths', path, method.toLowerCase()]
      return [
        ...examplesOf(`${endpoint}`, [...at, 'requestBody'], requestBody),
        ...Object.entries(responses).flatMap(([status, response]) =>
          examplesOf(`${endpoint} ${status}`, [...at, 'responses', status], response),
        ),
      ]
    })
  }
}

function examplesOf(of: string, at: readonly string[], { content = {} }: WithContent): Example[] {
  return Object.entries(content)
    .filter(([type]) => type === 'application/json' || type === 'text/event-stream')
    .flatMap(([type, { example, examples }]) => {
      const place = pointer(...at, 'content', type, 'schema')
      const values = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value)
      return values.map((value) => ({ of, place, value }))
    })
}

/** A JSON pointer (RFC 6901) as the fragment of an address. */
export function pointer(...parts: readonly string[]): string {
  return parts
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')
}
