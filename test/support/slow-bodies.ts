import { BodyReader } from '../../src/http/body.ts'

/** Reads bodies; each takes until something has happened meanwhile. */
export class SlowBodies extends BodyReader {
  /** What happens while a body comes. */
  meanwhile: () => Promise<unknown> = async () => {}

  override async read(...request: Parameters<BodyReader['read']>): Promise<Uint8Array> {
    const body = await super.read(...request)
    await this.meanwhile()
    return body
  }
}
