/** A table defined by its columns. Narrow windows show each row as a card, or scroll. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** `lead` names the row and spans a card, `figure` is end-aligned, `actions` has no visible title. */
type ColumnKind = 'text' | 'lead' | 'figure' | 'actions';

export interface Column<Row> {
  readonly title: string;
  readonly kind?: ColumnKind;
  /** Renders a cell. An empty cell is omitted from cards. */
  readonly cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  /** Form in narrow windows. `same`: a table, for screen readers alone. */
  readonly narrow: 'cards' | 'scroll' | 'same';
  readonly className?: string;
}

export function DataTable<Row>({ caption, columns, rows, keyOf, narrow, className }: DataTableProps<Row>) {
  const table = (
    <table className={classNames('table numeric', narrow === 'cards' && 'table--cards')}>
      <caption className='visually-hidden'>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, kind = 'text' }) => (
            <th key={title} scope='col' className={`table__${kind}`}>
              {kind === 'actions' ? <span className='visually-hidden'>{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ title, kind = 'text', cell }) => (
              <td key={title} className={`table__${kind}`} data-label={title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (narrow !== 'scroll') return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className={classNames('table-scroll', className)} tabIndex={0} aria-label={caption}>
      {table}
    </section>
  );
}
