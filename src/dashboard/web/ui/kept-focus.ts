/** What the keyboard can be on, in a row. */
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'

/** Where the keyboard was in a table. */
interface Place {
  readonly element: Element
  readonly frame: HTMLElement | null
  readonly row: number
  readonly column: number
}

/**
 * Keeps the keyboard in its list when its row is removed. What has come into the place of the row gets the focus: the next row,
 * else the one before, else the list. If the list is gone too, the heading of the page gets it.
 *
 * @param page what has the lists, and the heading
 * @returns a function that ends this
 */
export function keepFocus(page: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let place: Place | undefined
  page.addEventListener('focusin', ({ target }) => (place = placeOf(target as Element)), { signal })
  const observer = new MutationObserver(() => {
    if (place === undefined || place.element.isConnected || document.activeElement !== document.body) return
    const next = successorOf(place) ?? page.querySelector('h1')
    next?.focus({ preventScroll: true })
  })
  observer.observe(document.body, { childList: true, subtree: true }) // a dialog of the row may be outside of the page
  return () => {
    ending.abort()
    observer.disconnect()
  }
}

function placeOf(element: Element): Place | undefined {
  const [cell, row] = [element.closest('td'), element.closest('tr')]
  if (cell === null || row === null) return undefined
  return { element, frame: row.closest('section'), row: numberOf(row), column: cell.cellIndex }
}

/** The number of a row in the whole table, of which only some rows may be in the page. The headings are 1. */
function numberOf(row: HTMLTableRowElement): number {
  return Number(row.ariaRowIndex ?? row.rowIndex + 1)
}

function successorOf({ frame, row, column }: Place): HTMLElement | undefined {
  if (!frame?.isConnected) return undefined
  const rows = [...frame.querySelectorAll('tbody tr')] as HTMLTableRowElement[]
  const inRow = (each: HTMLTableRowElement) =>
    (each.cells[column] ?? each).querySelector<HTMLElement>(FOCUSABLE) ??
    each.querySelector<HTMLElement>(FOCUSABLE)
  const targets = rows.map((each) => ({ number: numberOf(each), target: inRow(each) }))
  const usable = targets.filter(({ target }) => target !== null)
  const next = usable.find(({ number }) => number >= row) ?? usable.at(-1)
  return next?.target ?? frame
}
