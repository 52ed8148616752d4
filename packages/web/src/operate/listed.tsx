/** A list that an operator reads, as a table: cards in a narrow window. */
import type { ComponentProps, ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../ui/data-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../venue/answer.tsx';
import { operatorErrorText } from './refusal.tsx';

interface ListedProps<Data, Row> extends Pick<DataTableProps<Row>, 'caption' | 'columns' | 'keyOf'> {
  readonly to: ComponentProps<typeof Answer<Data>>['to'];
  /** Title of the panel around the table, if it has one of its own. */
  readonly title?: string;
  readonly lines: number;
  readonly rows: (data: Data) => readonly Row[];
  /** In place of a table without rows. */
  readonly none?: ReactNode;
}

export function Listed<Data, Row>({ to, caption, title, lines, rows, none, columns, keyOf }: ListedProps<Data, Row>) {
  return (
    <Answer
      to={to}
      failure={`The ${caption.toLowerCase()} could not be read`}
      lines={lines}
      explain={operatorErrorText}
    >
      {(data) => {
        const all = rows(data);
        if (all.length === 0 && none !== undefined) return none;
        const table = <DataTable caption={caption} columns={columns} rows={all} keyOf={keyOf} narrow='cards' />;
        return title === undefined ? table : <Panel title={title}>{table}</Panel>;
      }}
    </Answer>
  );
}
