/** Read of `GET /admin/grants`: grants that were paid, newest first. */
import type { PaidGrant } from '@bellwether/contract';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import { ARRAY_JSON, type Items, type Read } from '../../read.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import { grantStarts, grantSums } from '../query/grants.ts';

export const grantsRead: Read<{ readonly limit: number; readonly offset: number }, Items<PaidGrant>> = {
  name: 'grants',
  async run(database, { limit, offset }) {
    const starts = await grantStarts(database, limit, offset).execute();
    const ids = starts.map(({ grant_id }) => grant_id);
    const rows = await selectInChunks(ids, (chunk) => grantSums(database, chunk));
    const sums = new Map(rows.map((row) => [row.grant_id, row]));
    const value = starts.map((start): PaidGrant => {
      const { people, complete } = sums.get(start.grant_id) ?? { people: 0, complete: 0 };
      return {
        grant: start.grant_id,
        reason: start.reason,
        amount: amountText(start.amount_micros),
        people: Number(people),
        complete: complete === 1,
        createdAt: new Date(start.time_ms).toISOString(),
      };
    });
    return { value };
  },
  ...ARRAY_JSON,
};
