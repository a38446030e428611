interface Node<Value> {
  /** What is read on the way to it from the node before. */
  label: string
  value?: Value
  /** Where it goes on, by the first UTF-16 code unit. */
  next?: Map<number, Node<Value>>
}

/** How far a text has led into a tree. */
export interface Place<Value> {
  readonly node: Node<Value>
  /** UTF-16 code units of its label that have been read. */
  readonly read: number
}

/** Texts with a value each, to be read from their beginning. It takes memory for each text, not for each of its characters. */
export class PrefixTree<Value> {
  readonly #root: Node<Value> = { label: '' }

  /** Whether it has no text. */
  get isEmpty(): boolean {
    return this.#root.next === undefined && this.#root.value === undefined
  }

  /** Where every text begins. */
  get start(): Place<Value> {
    return { node: this.#root, read: 0 }
  }

  /** Where more text leads to; undefined if no text of the tree goes on with it. */
  follow({ node, read }: Place<Value>, text: string): Place<Value> | undefined {
    let place: Node<Value> | undefined = node
    let readTo = read
    for (let at = 0; at < text.length; ) {
      if (readTo === place.label.length) {
        place = place.next?.get(text.charCodeAt(at))
        if (place === undefined) return undefined
        readTo = 0
      }
      const length = Math.min(place.label.length - readTo, text.length - at)
      if (!place.label.startsWith(text.slice(at, at + length), readTo)) return undefined
      at += length
      readTo += length
    }
    return { node: place, read: readTo }
  }

  /** The value of the text that leads to a place, if it is one of the tree and not only the beginning of one. */
  valueAt({ node, read }: Place<Value>): Value | undefined {
    return read === node.label.length ? node.value : undefined
  }

  /** The value of a text, which is added with a new value if it is not there. */
  valueOf(text: string, make: () => Value): Value {
    const node = this.#nodeOf(text)
    node.value ??= make()
    return node.value
  }

  #nodeOf(text: string): Node<Value> {
    let node = this.#root
    for (let at = 0; at < text.length; ) {
      node.next ??= new Map()
      const first = text.charCodeAt(at)
      const next = node.next.get(first)
      if (next === undefined) {
        const leaf = { label: text.slice(at) }
        node.next.set(first, leaf)
        return leaf
      }
      const shared = sharedLength(next.label, text, at)
      const place = shared === next.label.length ? next : split(next, shared)
      node.next.set(first, place)
      node = place
      at += shared
    }
    return node
  }
}

/** How much of a label stands in a text. */
function sharedLength(label: string, text: string, from: number): number {
  let length = 0
  while (length < label.length && label.charCodeAt(length) === text.charCodeAt(from + length)) length++
  return length
}

/** A new node on the way to another one, which is read to its end from there. */
function split<Value>(node: Node<Value>, at: number): Node<Value> {
  const before = { label: node.label.slice(0, at), next: new Map([[node.label.charCodeAt(at), node]]) }
  node.label = node.label.slice(at)
  return before
}
