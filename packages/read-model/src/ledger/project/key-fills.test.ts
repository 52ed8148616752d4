/** Whose fill is one of a wallet that keys trade for: compared with the orders themselves, in any batches. */
import { walletOf } from '@bellwether/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RecordedVenue, seeded, testAddress } from '../../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
import { fillId } from '../tables.ts';

let store: TestStore;
beforeEach(() => {
  store = openTestStore();
});
afterEach(() => store.close());

const TRADERS = 4;

/** Traders place for their own wallets, and the second and third also for the first one's, which they become keys of. */
function recordKeys(): RecordedVenue {
  const venue = new RecordedVenue();
  venue.openAccounts(TRADERS);
  venue.addMarkets(1);
  const draw = seeded(7);
  for (let step = 0; step < 400; step++) {
    const trader = draw(TRADERS);
    const isOfKey = (trader === 1 && step > 80) || (trader === 2 && step > 160);
    if (step === 80 || step === 160) {
      const [account, wallet] = [venue.accountOf(0), venue.walletOf(0)];
      const key = testAddress(step === 80 ? 3 : 5);
      venue.must({ kind: 'AddKey', account, wallet, key, label: '', scopes: ['CLOB'], expiration: 4_000_000_000 });
    }
    const outcome = draw(2) as 0 | 1;
    const price = (outcome === 0 ? 4_500 : 5_000) + 100 * draw(6);
    const order = { trader, outcome, side: 'BUY', price, shares: 5 + draw(9) } as const;
    venue.place(order, isOfKey && draw(2) === 0 ? venue.walletOf(0) : undefined);
  }
  return venue;
}

/** Fills of shared wallets by id, with the account that signed the order: a whole fold, without any index. */
function expectedFills({ entries, state }: RecordedVenue): Record<string, unknown>[] {
  const signer = new Map<number, { readonly account: number; readonly wallet: number }>();
  const shared = new Set<number>();
  const rows: Record<string, unknown>[] = [];
  for (const { sequence, events } of entries)
    for (const event of events) {
      if (event.kind === 'OrderAccepted') {
        signer.set(event.order, event);
        if (walletOf(state, event.wallet).account !== event.account) shared.add(event.wallet);
      }
      if (event.kind !== 'TradeExecuted') continue;
      const parts = [event, ...event.legs];
      for (const [leg, { order, wallet, outcome }] of parts.entries())
        if (shared.has(wallet))
          rows.push({ id: fillId(sequence, leg), account: signer.get(order)?.account, wallet, market: 0, outcome });
    }
  return rows.sort((one, other) => Number(one['id']) - Number(other['id']));
}

test('key fills: are those of the accounts that signed, however the batches fall, and after a restart', () => {
  const venue = recordKeys();
  store.project({ ...venue, entries: venue.entries.slice(0, -150) }, 11);
  store.restart();
  store.project(venue, 37);
  const expected = expectedFills(venue);
  expect(store.query('SELECT * FROM shared_fills ORDER BY id')).toEqual(expected);
  const accounts = new Set(expected.map(({ account }) => account));
  expect([accounts, expected.length > 60]).toEqual([new Set([0, 1, 2]), true]);
  const first = venue.entries.find(({ events }) =>
    events.some((event) => event.kind === 'OrderAccepted' && event.wallet === venue.walletOf(0) && event.account !== 0),
  );
  expect(store.query('SELECT * FROM shared_wallets')).toEqual([{ wallet: venue.walletOf(0), since: first?.sequence }]);
});
