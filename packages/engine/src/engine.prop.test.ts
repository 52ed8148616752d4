import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommandFactory } from './testing/generators.ts';
import { type Intent, intents, seededIntents } from './testing/intents.ts';
import { Shadow } from './testing/shadow.ts';

/** Runs intents after the opening, with copies compared every so often and one restart on the way. */
function run(list: readonly Intent[], compareEvery: number): Shadow {
  const factory = new CommandFactory();
  let shadow = new Shadow();
  for (const opening of factory.opening()) shadow.execute(opening);
  list.forEach((intent, index) => {
    const timed = factory.next(intent);
    shadow.execute(timed);
    if (intent.seed % compareEvery === 0 || index === list.length - 1) shadow.compareCopies(timed.command);
    if (index === list.length >> 1) shadow = shadow.restarted();
  });
  return shadow;
}

test('engine: decides as the oracle does, keeps every invariant, and its events and snapshots are its state', () => {
  fc.assert(
    fc.property(intents(150), (list) => {
      run(list, 10);
    }),
    { numRuns: 40 },
  );
});

/** Labels of `Shadow.counts` that a history must show for the comparison to mean something. */
const CORNERS: readonly string[] = [
  ...[
    'GTC BUY',
    'GTC SELL',
    'GTD BUY',
    'GTD SELL',
    'FOK BUY',
    'FOK SELL',
    'FAK BUY',
    'FAK SELL',
    'duplicate PlaceOrder',
  ],
  ...[
    'transfer BUY',
    'transfer SELL',
    'mint BUY',
    'merge SELL',
    'several makers',
    'maker partly filled',
    'maker filled',
  ],
  ...['fee', 'leg for nothing', 'paid what was signed', 'user', 'self_trade', 'expired', 'market_resolved'],
  ...['accepted ConvertPositions', 'accepted MergePositions', 'payout of both outcomes', 'settlement remainder'],
  ...[
    'accepted AddToCatalog',
    'accepted UpdateMarket',
    'unchanged OpenAccount',
    'accepted RevokeApiKey',
    'api_key_revoked',
  ],
  ...[
    'unknown_account',
    'unknown_wallet',
    'wallet_not_owned',
    'wallet_already_bound',
    'unknown_market',
    'market_closed',
  ],
  ...[
    'market_not_accepting_orders',
    'price_off_grid',
    'price_out_of_range',
    'size_below_minimum',
    'amount_out_of_range',
  ],
  ...[
    'insufficient_balance',
    'insufficient_position',
    'post_only_order_type',
    'post_only_would_cross',
    'fok_not_filled',
  ],
  ...['fak_no_match', 'expiration_invalid', 'mode_disabled', 'mode_cancel_only', 'mode_post_only', 'unknown_api_key'],
  ...['unknown_catalog_event', 'catalog_conflict', 'catalog_invalid', 'already_resolved', 'payouts_invalid'],
  ...['neg_risk_payouts_invalid', 'conversion_invalid', 'deposit_limit', 'not_neg_risk'],
];

test('engine: seeded histories stay equal to the oracle and reach every corner of the rules', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) {
    for (const label of run(seededIntents(seed, 400), 40).counts.keys()) seen.add(label);
  }
  expect(CORNERS.filter((corner) => !seen.has(corner))).toEqual([]);
});
