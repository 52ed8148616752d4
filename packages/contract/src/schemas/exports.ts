/** Files of a venue's data. */
import { Type } from 'typebox';

export const ExportParams = Type.Object({
  what: Type.Enum(['trades', 'prices', 'positions', 'people', 'results', 'comments'], {
    description: 'the data set; `people` only where the venue has a people store',
  }),
});
export type ExportParams = Type.Static<typeof ExportParams>;

export const OwnExportParams = Type.Object({
  what: Type.Enum(['trades', 'positions', 'comments'], { description: 'the data set' }),
});

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));

export const ExportQuery = Type.Object({
  format: Type.Enum(['csv', 'parquet', 'jsonl'], { default: 'csv', description: 'of the file' }),
  from: time('day or time (ISO 8601, UTC by default) from which on rows are wanted'),
  to: time('the first day or time whose rows are not wanted'),
});
export type ExportQuery = Type.Static<typeof ExportQuery>;
