/** What can be wrong with a clip. */
export type ClipFault =
  | 'not_audio'
  | 'damaged'
  | 'too_large'
  | 'too_short'
  | 'too_long'
  | 'silent'
  | 'clipped'
  | 'too_noisy'

/** A clip that no voice can be made of. The message tells the person who sent it what is wrong and what to do. */
export class ClipError extends Error {
  readonly fault: ClipFault

  constructor(fault: ClipFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
