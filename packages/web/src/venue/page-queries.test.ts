import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { PageQueries } from './page-queries.ts';

/** A query whose answer is the venue's state when the read began. The test completes each read. */
function shown(queries: QueryClient) {
  const venue = { truth: 'old', reads: [] as (() => void)[] };
  const queryFn = async (): Promise<string> => {
    const { truth } = venue;
    await new Promise<void>((resolve) => venue.reads.push(resolve));
    return truth;
  };
  const observer = new QueryObserver(queries, { queryKey: ['orders', 'open'], queryFn, retry: false });
  observer.subscribe(() => undefined);
  return { venue, observer };
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

test('queries: news that comes while something is read for the first time has it read again, once', async () => {
  const queries = new PageQueries();
  const { venue, observer } = shown(queries);
  venue.truth = 'new';
  const renewed = Promise.all([1, 2, 3].map(() => queries.invalidateQueries({ queryKey: ['orders'] })));
  expect(venue.reads).toHaveLength(1);
  venue.reads[0]?.();
  await nextTurn();
  expect([observer.getCurrentResult().data, venue.reads.length]).toEqual(['old', 2]);
  venue.reads[1]?.();
  await renewed;
  expect([observer.getCurrentResult().data, venue.reads.length]).toEqual(['new', 2]);
});

test('queries: what is there is read again at once, as ever, and a later first read is not', async () => {
  const queries = new PageQueries();
  const { venue, observer } = shown(queries);
  venue.reads[0]?.();
  await nextTurn();
  venue.truth = 'new';
  const renewed = queries.invalidateQueries({ queryKey: ['orders'] });
  expect(venue.reads).toHaveLength(2);
  venue.reads[1]?.();
  await renewed;
  expect(observer.getCurrentResult().data).toBe('new');
  await queries.invalidateQueries({ queryKey: ['others'] });
  expect(venue.reads).toHaveLength(2);
});
