/** The data sets of the read store. Amounts and prices are decimals in units of the venue's currency, shares too. */
import { ENTITY_EVENT, ENTITY_SERIES } from '../../community/tables.ts';
import { FILLS_PER_TRADE_MAX, KIND_SELL, KIND_TAKER } from '../../ledger/tables.ts';
import { GRAINS } from '../../prices/tables.ts';
import {
  column,
  type DataSet,
  MARKET,
  MARKET_COLUMNS,
  OUTCOME,
  ownedBy,
  ownedByWallet,
  WALLET,
  WALLET_COLUMNS,
} from './data-set.ts';

const SECONDS = `CASE r.grain ${GRAINS.map(({ grain, seconds }) => `WHEN ${grain} THEN ${seconds}`).join(' ')} END`;
/** A sum over a lifetime, which may exceed what a number holds exactly. */
const digits = (name: string): string => `CAST(r.${name}_micros AS TEXT)`;

const TRADES: DataSet = {
  columns: [
    column('trade', 'integer', `r.id / ${FILLS_PER_TRADE_MAX}`, 'id of the trade: the sequence of its journal entry'),
    column(
      'leg',
      'integer',
      `${FILLS_PER_TRADE_MAX - 1} - r.id % ${FILLS_PER_TRADE_MAX}`,
      '0: the taker; from 1: makers',
    ),
    column('time', 'time', 'r.time_s * 1000'),
    ...MARKET_COLUMNS,
    OUTCOME,
    column('side', 'text', `CASE r.kind & ${KIND_SELL} WHEN 0 THEN 'BUY' ELSE 'SELL' END`),
    column('role', 'text', `CASE r.kind & ${KIND_TAKER} WHEN 0 THEN 'maker' ELSE 'taker' END`),
    column('shares', 'amount', 'r.size_micros'),
    column('price', 'amount', 'r.price_micros', 'of one share; the mean of a taker, rounded to millionths'),
    column('amount', 'amount', 'r.collateral_micros', 'paid (BUY) or received (SELL), before the fee'),
    column('fee', 'amount', 'r.fee_micros', 'of the taker'),
    ...WALLET_COLUMNS,
  ],
  from: `fills r ${MARKET} ${WALLET}`,
  orderBy: 'r.id',
  time: 'r.time_s * 1000',
  owned: ownedByWallet('r.wallet'),
};

const PRICES: DataSet = {
  columns: [
    ...MARKET_COLUMNS,
    column('seconds', 'integer', SECONDS, 'length of the period; older prices are kept in longer ones'),
    column('time', 'time', `r.bucket * ${SECONDS} * 1000`, 'start of the period; only periods with a change are there'),
    column(
      'price',
      'amount',
      'r.price_half_ticks * 50',
      'of the first outcome at its end; nothing: no price from here on',
    ),
  ],
  from: `price_points r ${MARKET}`,
  orderBy: 'r.market, r.grain, r.bucket',
  time: `r.bucket * ${SECONDS} * 1000`,
  owned: null,
};

const POSITIONS: DataSet = {
  columns: [
    ...WALLET_COLUMNS,
    ...MARKET_COLUMNS,
    OUTCOME,
    column('shares', 'amount', 'r.shares_micros', 'held now'),
    column('cost', 'amount', 'r.cost_micros', 'of these shares, without fees'),
    column('bought', 'amount', digits('bought'), 'shares ever bought'),
    column('spent', 'amount', digits('spent'), 'cost of all of them, without fees'),
    column('realized', 'amount', digits('realized'), 'won or lost by shares that are gone, before fees'),
    column('fees', 'amount', digits('fees')),
    column('payout', 'amount', digits('payout'), 'brought in by the result'),
    column('opened', 'time', 'r.first_s * 1000', 'first share'),
    column('changed', 'time', 'r.changed_s * 1000', 'last change, by which --from and --to select'),
  ],
  from: `position_costs r ${MARKET} ${WALLET}`,
  orderBy: 'r.wallet, r.market, r.outcome',
  time: 'r.changed_s * 1000',
  owned: ownedByWallet('r.wallet'),
};

const RESULTS: DataSet = {
  columns: [
    column('time', 'time', 'r.time_ms'),
    ...MARKET_COLUMNS,
    column('status', 'text', 'r.status', 'step: proposed, disputed, withdrawn, resolved or reversed'),
    column(
      'outcome',
      'text',
      'CASE r.payout_0 WHEN 10000 THEN m.outcome_0 WHEN 0 THEN m.outcome_1 END',
      'the winner, if there is one',
    ),
    column('payout', 'amount', 'r.payout_0 * 100', 'of a share of the first outcome; the second gets the rest of 1'),
    column('refunded', 'flag', 'r.refunded', 'true: the cost is given back'),
    column('by', 'text', 'r.by', 'account or operator; nothing: the end of the window'),
    column('source', 'text', 'r.source'),
    column('note', 'text', 'r.note'),
  ],
  from: `result_lines r ${MARKET}`,
  orderBy: 'r.id',
  // The sign keeps the scan in the order of the key.
  time: '+r.time_ms',
  owned: null,
};

const COMMENTS: DataSet = {
  columns: [
    column('comment', 'integer', 'r.id'),
    column('reply_to', 'integer', 'nullif(r.parent, 0)'),
    column('time', 'time', 'r.created_ms'),
    column('changed', 'time', 'r.updated_ms'),
    column(
      'about',
      'text',
      `CASE r.entity_type WHEN ${ENTITY_EVENT} THEN 'event' WHEN ${ENTITY_SERIES} THEN 'series' ELSE 'market' END`,
    ),
    column('slug', 'text', 'coalesce(e.slug, s.slug, m.slug)', 'of what it is about'),
    column('account', 'text', 'a.address'),
    column('text', 'text', 'r.body', 'nothing once removed'),
    column('removed', 'flag', 'r.removed'),
    column('replies', 'integer', 'r.reply_count'),
    column('reactions', 'integer', 'r.reaction_count'),
    column('reports', 'integer', 'r.report_count', 'not dismissed'),
  ],
  from:
    `comments r LEFT JOIN events e ON r.entity_type = ${ENTITY_EVENT} AND e.id = r.entity_id ` +
    `LEFT JOIN series s ON r.entity_type = ${ENTITY_SERIES} AND s.id = r.entity_id ` +
    `LEFT JOIN markets m ON r.entity_type NOT IN (${ENTITY_EVENT}, ${ENTITY_SERIES}) AND m.id = r.entity_id ` +
    'LEFT JOIN accounts a ON a.id = r.account',
  orderBy: 'r.id',
  time: 'r.created_ms',
  owned: ownedBy('+r.account'),
};

export const DATA_SETS = {
  trades: TRADES,
  prices: PRICES,
  positions: POSITIONS,
  results: RESULTS,
  comments: COMMENTS,
} as const satisfies Record<string, DataSet>;
