import type { Piece } from '../piece.ts'

/** Decodes one stream's packets, in their order; a packet that makes no sense throws or gives nothing. */
export type PacketDecoder = (packet: Uint8Array) => Piece | Promise<Piece>
