/** People as rows of an export, from their store: who somebody is, and the account that the other data sets name. */
import type { ExportRequest } from '@bellwether/ports/exports.ts';
import type { People } from '@bellwether/ports/people.ts';
import type { CellKind, ExportColumn } from '@bellwether/read-model/exports/query/data-set.ts';
import type { Row } from './encoder.ts';

const PAGE = 500;

const column = (name: string, kind: CellKind, does = ''): ExportColumn => ({ name, kind, does });

export const PEOPLE_COLUMNS: readonly ExportColumn[] = [
  column('person', 'text', 'id'),
  column('name', 'text'),
  column('email', 'text'),
  column('state', 'text', 'waiting, joined or suspended'),
  column('account', 'text', 'address of the account; nothing until the first device'),
  column('groups', 'text', 'with semicolons between them'),
  column('time', 'time', 'when the person was added'),
];

/** In the order of the store: by name. */
export async function* peopleRows(people: People, { fromMs, toMs }: ExportRequest): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await people.list({ limit: PAGE, offset });
    for (const { id, name, email, state, account, groups, createdMs } of page.people) {
      if ((fromMs !== null && createdMs < fromMs) || (toMs !== null && createdMs >= toMs)) continue;
      yield { person: id, name, email, state, account, groups: groups.join('; '), time: createdMs };
    }
    if (page.people.length < PAGE) return;
  }
}
