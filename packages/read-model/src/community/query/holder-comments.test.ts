/** Comments of holders: both ways to find the holders give the same page, and no page scans further than its bound. */
import { afterAll, expect, test } from 'vitest';
import { openTestStore } from '../../testing/test-store.ts';
import { HOLDER_COMMENTS_SCAN_MAX, HOLDERS_READ_MAX, holdersPage } from './context.ts';
import type { CommentListing } from './discussions.ts';

const MARKET = 3;
const ENTITY = { type: 2, id: 77 } as const;
const ACCOUNTS = 40;
/** Accounts below this number hold shares, every second one in its second wallet. */
const HOLDERS = 6;
const COMMENTS = HOLDER_COMMENTS_SCAN_MAX + 300;

const authorOf = (comment: number): number => (comment * 7) % ACCOUNTS;
const isHolders = (comment: number): boolean => authorOf(comment) < HOLDERS;

/** Columns that `given` omits are 0 or ''. */
function insert(table: string, given: Readonly<Record<string, string | number>>): void {
  const needed = store.query(`PRAGMA table_info(${table})`).filter((column) => column['notnull'] === 1);
  const blank = needed.map(({ name, type }) => [name, type === 'TEXT' ? '' : 0]);
  const row: typeof given = { ...Object.fromEntries(blank), ...given };
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  store.store.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(row));
}

function hold(wallet: number): void {
  const place = { wallet, market: MARKET, outcome: wallet % 2, shares_micros: 5 };
  insert('positions', place);
  insert('position_costs', place);
}

const store = openTestStore();
store.store.exec('BEGIN');
insert('markets', { market: MARKET, id: ENTITY.id });
for (let account = 0; account < ACCOUNTS; account += 1) {
  for (const wallet of [2 * account, 2 * account + 1])
    insert('wallets', { id: wallet, address: `0x${wallet}`, account });
  if (account < HOLDERS) hold(2 * account + (account % 2));
}
for (let id = 1; id <= COMMENTS; id += 1) {
  const place = { id, entity_type: ENTITY.type, entity_id: ENTITY.id, account: authorOf(id) };
  insert('comments', { ...place, shown: 1, reaction_count: id % 5 });
}
store.store.exec('COMMIT');
afterAll(() => store.close());

async function page(listing: Partial<CommentListing>, readMax: number): Promise<number[]> {
  const whole = { entity: ENTITY, order: 'id', ascending: false, limit: 20, offset: 0, ...listing } as const;
  return (await holdersPage(store.database, ENTITY, whole, readMax)).map(({ id }) => id);
}

const IDS = Array.from({ length: COMMENTS }, (_, index) => index + 1);
const ORDERS = [
  { order: 'id', ascending: false },
  { order: 'id', ascending: true },
  { order: 'reaction_count', ascending: false },
] as const;

/** Scanned comments, in order. */
function walked({ order, ascending }: (typeof ORDERS)[number]): number[] {
  const sign = ascending ? 1 : -1;
  const value = (id: number): number => (order === 'id' ? 0 : id % 5);
  return IDS.toSorted((a, b) => sign * (value(a) - value(b) || a - b)).slice(0, HOLDER_COMMENTS_SCAN_MAX);
}

test.each(ORDERS)('comments: %j by holders or by authors gives the holders’ comments in order', async (order) => {
  const expected = walked(order).filter(isHolders);
  for (const offset of [0, 15, 130]) {
    const part = expected.slice(offset, offset + 20);
    expect(await page({ ...order, offset }, HOLDERS_READ_MAX)).toEqual(part);
    expect(await page({ ...order, offset }, HOLDERS - 1)).toEqual(part);
  }
});

test('comments: the last page of holders ends at the bound', async () => {
  const order = { order: 'id', ascending: false } as const;
  const expected = walked(order).filter(isHolders);
  expect(expected.length).toBeLessThan(IDS.filter(isHolders).length);
  for (const readMax of [HOLDERS_READ_MAX, 0])
    expect(await page({ ...order, limit: 100, offset: 100 }, readMax)).toEqual(expected.slice(100));
});
