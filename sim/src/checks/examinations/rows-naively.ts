/** The rows of the live projector match a naive fold of the events that shares no code with projections. */
import { NaiveStoreCheck } from '@bellwether/server/ops/testing/naive-store-check.ts';
import type { Examine } from './examination.ts';
import { pricesDifference } from './prices-naively.ts';
import { readerOf } from './store-reader.ts';

export const examineRowsNaively: Examine = ({ entries, store }) => {
  if (store === null) throw new Error('there are no rows to examine');
  const check = new NaiveStoreCheck(readerOf(store.database));
  for (const entry of entries) check.observe(entry);
  check.finish();
  return pricesDifference(entries, store.database);
};
