import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import { Cells, Head, type TableProps } from './table.tsx'

const ROW_HEIGHT = 44

/** A row that stays as it is while others come and go. */
const StillCells = memo(Cells) as typeof Cells

interface VirtualTableProps<Row> extends TableProps<Row> {
  /** Called when the last rows are in sight, to have more of them loaded. */
  readonly onEnd?: () => void
  /** How many rows there are, if not all are loaded. */
  readonly total?: number
}

/**
 * A table of any number of rows, of which only those in sight are in the page. Each is 44 px high.
 *
 * Give it the same `columns` again as long as they are the same: then rows that are shown already are not made again.
 */
export function VirtualTable<Row>({ label, columns, rows, keyOf, onEnd, total }: VirtualTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: (place) => keyOf(rows[place]!),
  })
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  const isAtEnd = rows.length > 0 && last >= rows.length - 1
  useEffect(() => {
    if (isAtEnd) onEnd?.()
  }, [isAtEnd, onEnd])
  const before = shown[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={frame} className="virtual" tabIndex={0} aria-label={label}>
      <table className="table virtual-table" aria-rowcount={(total ?? rows.length) + 1}>
        <colgroup>
          {columns.map(({ title, width }) => (
            <col key={title} style={{ width }} />
          ))}
        </colgroup>
        <Head columns={columns} />
        <tbody>
          <Gap height={before} columns={columns.length} />
          {shown.map(({ index, key }) => (
            <StillCells key={key} columns={columns} row={rows[index]!} index={index + 2} />
          ))}
          <Gap height={after} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

/** Stands for rows that are out of sight. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr className="virtual-gap" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
