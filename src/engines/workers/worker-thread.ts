import { END, type WorkerAnswer } from './messages.ts'

/* A worker of a pool, in its own thread: its first message says what it will do, and every other is a request. */

declare const self: Worker

/** The first message: what the worker will do. */
export function started<Start>(): Promise<Start> {
  return new Promise(receive)
}

/** Answers requests from now on, until the worker is ended. What goes wrong with one is its answer. */
export function serve<Request>(perform: (request: Request) => Promise<void>): void {
  receive((request: Request) =>
    perform(request).catch((cause) =>
      answer({ error: String(cause instanceof Error ? (cause.stack ?? cause) : cause) }),
    ),
  )
}

/** @param transfer what is given away with the message, not copied */
export function answer(message: WorkerAnswer, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, transfer)
}

function receive<Message>(take: (message: Message) => void): void {
  self.onmessage = ({ data }: MessageEvent<Message | typeof END>) => {
    if (data === END) process.exit()
    take(data as Message)
  }
}
