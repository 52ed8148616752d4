/** Corruptions of a read store, each as SQL, with the message that `verify` must print. */

export const STORE_FALSEHOODS: readonly (readonly [what: string, sql: string, message: RegExp])[] = [
  [
    'a history of prices that is wrong',
    'UPDATE price_points SET price_half_ticks = 1 WHERE market = 0',
    /price_points row 0\/\d+\/\d+: price_half_ticks is 1/,
  ],
  [
    'a figure that lists are sorted by',
    'UPDATE market_listing SET volume_micros = volume_micros + 1',
    /store\.sqlite is damaged: page \d+ is not what was written/,
  ],
  ['what is searched', "UPDATE profile_text SET name = 'Eve' WHERE rowid = 1", /profile_text row 1: name is "Eve"/],
  ['what a list shows', 'UPDATE market_figures SET best_bid_ticks = 1', /market_figures row 0: best_bid_ticks is 1/],
  ['a cost of a position', 'UPDATE position_costs SET cost_micros = 1', /position_costs row .*: cost_micros is 1/],
  [
    'a fill that is wrong',
    'UPDATE fills SET size_micros = size_micros + 1 WHERE id = (SELECT max(id) FROM fills)',
    /fills row \d+: size_micros is \d+, must be \d+/,
  ],
  [
    'a fill that is missing',
    'DELETE FROM fills WHERE id = (SELECT min(id) FROM fills)',
    /fills has row \d+ where row \d+ must be/,
  ],
  [
    'the last fill missing',
    'DELETE FROM fills WHERE id = (SELECT max(id) FROM fills)',
    /fills has \d+ rows, must have \d+/,
  ],
  [
    'a fill too many',
    'INSERT INTO fills SELECT id + 8192, kind, market, wallet, outcome, order_number, size_micros, collateral_micros, price_micros, fee_micros, time_s, hash FROM fills ORDER BY id DESC LIMIT 1',
    /fills has row \d+, which no entry explains/,
  ],
  ['a block that is wrong', 'UPDATE fill_blocks SET size_max_micros = 1', /fill_blocks row .*: size_max_micros is 1/],
  [
    'an order with another status',
    "UPDATE orders SET status = 'LIVE' WHERE number = (SELECT min(number) FROM orders WHERE status = 'CANCELED')",
    /orders row \d+: status is "LIVE", must be "CANCELED"/,
  ],
  ['an order that has expired', "UPDATE orders SET status = 'LIVE' WHERE status = 'EXPIRED'", /must be "EXPIRED"/],
  ['an order that is missing', 'DELETE FROM orders WHERE number = 3', /orders has row 4 where row 3 must be/],
  ['another order id', "UPDATE orders SET order_id = x'00' WHERE number = 3", /orders row 3: order_id is "00"/],
  [
    'a position that is wrong',
    'UPDATE positions SET shares_micros = shares_micros + 1 WHERE wallet = 0',
    /positions row \d+\/\d+\/0: shares_micros/,
  ],
  [
    'a position too many',
    'INSERT INTO positions VALUES (0, 0, 999, 5)',
    /positions has row 0\/0\/999 where row 0\/1\/0 must be/,
  ],
  ['a volume that is wrong', 'UPDATE market_stats SET volume_micros = 1', /market_stats row \d+: volume_micros is 1/],
  [
    'a best price that is wrong',
    'UPDATE market_stats SET best_bid_ticks = 1 WHERE market = 0',
    /market_stats row 0: best_bid_ticks is 1/,
  ],
  [
    'a liquidity that is wrong',
    'UPDATE market_stats SET liquidity_micros = liquidity_micros + 1 WHERE market = 1',
    /market_stats row 1: liquidity_micros/,
  ],
  ['an hour that is wrong', 'UPDATE market_hours SET volume_micros = 1', /market_hours row .*: volume_micros is 1/],
  [
    'a market that is not settled',
    'UPDATE markets SET settled = 0 WHERE market = 2',
    /markets row 2: settled is 0, must be 1/,
  ],
  [
    'an account that is wrong',
    "UPDATE accounts SET deposit_wallet = 'x' WHERE id = 1",
    /accounts row 1: deposit_wallet is "x"/,
  ],
  ['a wallet that is missing', 'DELETE FROM wallets WHERE id = 7', /wallets has 7 rows, must have 8/],
  ['a profile that is wrong', "UPDATE profiles SET name = 'Ann' WHERE account = 1", /name is "Ann", must be "Bob"/],
  ['a comment that is wrong', "UPDATE comments SET body = 'x' WHERE id = 1", /comments row 1: body is "x"/],
  ['a reply that is not counted', 'UPDATE comments SET reply_count = 0 WHERE id = 1', /row 1: reply_count is 0/],
  ['a reaction that is missing', 'DELETE FROM reactions', /reactions has 0 rows, must have 1/],
  [
    'a cursor of another journal',
    "UPDATE projection_cursors SET hash = 'x' WHERE name = 'ledger'",
    /entry \d+: projection ledger holds it with another hash, x/,
  ],
  [
    'a cursor that is ahead',
    "UPDATE projection_cursors SET sequence = sequence + 1 WHERE name = 'accounts'",
    /accounts is at entry \d+, the journal ends at \d+: acknowledged entries are missing/,
  ],
];
