import { InferenceSession } from 'onnxruntime-node'

/**
 * One thread, which does not spin: the workers share the cores with each other and with the server. Memory patterns
 * are kept for each shape, and every segment has its own: without them it is as fast, and 20 MB smaller.
 */
export const SESSION_OPTIONS = {
  enableMemPattern: false,
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
}

/**
 * Loads a graph to be run as it is; a model of several graphs loads one session each. Throws when the file is missing or
 * damaged.
 */
export function loadSession(file: string): Promise<InferenceSession> {
  return InferenceSession.create(file, SESSION_OPTIONS)
}
