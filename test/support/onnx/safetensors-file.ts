/** Bytes of a tensor, with its type as safetensors names it. */
export interface WrittenTensor {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly bytes: Uint8Array
}

export function floatTensor(shape: readonly number[], values: Float32Array): WrittenTensor {
  return { dtype: 'F32', shape, bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) }
}

export function int64Tensor(...values: number[]): WrittenTensor {
  const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer)
  return { dtype: 'I64', shape: [values.length], bytes }
}

/** Writes a `.safetensors` file. */
export function safetensorsFile(tensors: Readonly<Record<string, WrittenTensor>>): Uint8Array {
  const header: Record<string, object> = { __metadata__: { format: 'pt' } }
  let at = 0
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [at, at + bytes.length] }
    at += bytes.length
  }
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  return Buffer.concat([length, json, ...Object.values(tensors).map(({ bytes }) => bytes)])
}
