import './table.css'
import type { ReactNode } from 'react'

/** A column of a table. */
export interface Column<Row> {
  /** The column's heading. */
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  readonly align?: 'end'
  /** Buttons: the heading is only read aloud. */
  readonly actions?: boolean
  /** Width of the column in a VirtualTable, such as `40%` or `96px`; columns without one share the rest. */
  readonly width?: string
}

export interface TableProps<Row> {
  /** What it lists, for those who do not see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A table of some rows; `VirtualTable` is for many. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table-frame" tabIndex={0} aria-label={label}>
      <table className="table">
        <Head columns={columns} />
        <tbody>
          {rows.map((row) => (
            <Cells key={keyOf(row)} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The headings of columns. */
export function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ title, align, actions }) => (
          <th key={title} scope="col" data-align={align}>
            {actions ? <span className="visually-hidden">{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/**
 * A row.
 *
 * @param index its place in the whole table, where only some rows are in the page
 */
export function Cells<Row>({
  columns,
  row,
  index,
}: {
  columns: readonly Column<Row>[]
  row: Row
  index?: number
}) {
  return (
    <tr aria-rowindex={index}>
      {columns.map(({ title, cell, align, actions }) => (
        <td
          key={title}
          dir={actions ? undefined : 'auto'}
          data-align={align}
          data-actions={actions ? '' : undefined}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}
