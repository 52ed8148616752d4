/** Column of a table with a button in each row. */
import { Button } from './button.tsx';
import type { Column } from './data-table.tsx';

interface RowButton<Row> {
  /** Words that tell a row's button from the others, for screen readers. */
  readonly of: (row: Row) => string;
  readonly onClick: (row: Row) => void;
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
}

export function buttonColumn<Row>(title: string, { of, onClick, isDanger, ...rest }: RowButton<Row>): Column<Row> {
  const cell = (row: Row) => (
    <Button
      size='sm'
      kind={isDanger === true ? 'danger' : 'secondary'}
      {...rest}
      aria-label={`${title} ${of(row)}`}
      onClick={() => onClick(row)}
    >
      {title}
    </Button>
  );
  return { title, kind: 'actions', cell };
}
