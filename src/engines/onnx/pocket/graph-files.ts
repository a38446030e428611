/** The graphs of an export. */
export const GRAPHS = [
  'text_conditioner',
  'flow_lm_main',
  'flow_lm_flow',
  'mimi_decoder',
  'mimi_encoder',
] as const
export type GraphName = (typeof GRAPHS)[number]

/**
 * Graphs that are taken in 8 bits where there is a choice: they are most of the work. Those that hear and make sound are
 * not: in 8 bits a decoder's samples change with the number of frames that it gets at once.
 */
const QUANTIZED: readonly GraphName[] = ['flow_lm_main', 'flow_lm_flow']

/** The file of a graph among some of a folder: one precision of it. Undefined: it is not there. */
export function graphFile(names: readonly string[], graph: GraphName): string | undefined {
  const files = [`${graph}.onnx`, `${graph}_int8.onnx`]
  if (QUANTIZED.includes(graph)) files.reverse()
  return files.find((file) => names.includes(file))
}
