/** Corruptions of a read store, one of each kind, as SQL, with the message that `verify` must print. */
const LAST_FILL = 'id = (SELECT max(id) FROM fills)';

export const STORE_FALSEHOODS: readonly (readonly [what: string, sql: string, message: RegExp])[] = [
  ['a number that is wrong', `UPDATE fills SET size_micros = 7 WHERE ${LAST_FILL}`, /fills row \d+: size_micros is 7/],
  ['a text that is wrong', "UPDATE comments SET body = 'x' WHERE id = 1", /comments row 1: body is "x"/],
  ['bytes that are wrong', "UPDATE orders SET order_id = x'00' WHERE number = 3", /orders row 3: order_id is "00"/],
  [
    'a row of several keys',
    'UPDATE price_points SET price_half_ticks = 1 WHERE market = 0',
    /price_points row 0\/\d+\/\d+: price_half_ticks is 1/,
  ],
  ['what is searched', "UPDATE profile_text SET name = 'Eve' WHERE rowid = 1", /profile_text row 1: name is "Eve"/],
  ['what a list shows', 'UPDATE market_figures SET best_bid_ticks = 1', /market_figures row 0: best_bid_ticks is 1/],
  [
    'a figure that lists are sorted by',
    'UPDATE market_listing SET volume_micros = volume_micros + 1',
    /store\.sqlite is damaged: page \d+ is not what was written/,
  ],
  ['a row that is missing', 'DELETE FROM orders WHERE number = 3', /orders has row 4 where row 3 must be/],
  ['the last row missing', `DELETE FROM fills WHERE ${LAST_FILL}`, /fills has \d+ rows, must have \d+/],
  ['a table without rows', 'DELETE FROM reactions', /reactions has 0 rows, must have 1/],
  [
    'a row too many',
    'INSERT INTO positions VALUES (0, 0, 999, 5)',
    /positions has row 0\/0\/999 where row 0\/1\/0 must be/,
  ],
  [
    'a row too many at the end',
    `INSERT INTO fills SELECT id + 8192, kind, market, wallet, outcome, order_number, size_micros, collateral_micros,
       price_micros, fee_micros, time_s, hash FROM fills WHERE ${LAST_FILL}`,
    /fills has row \d+, which no entry explains/,
  ],
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
