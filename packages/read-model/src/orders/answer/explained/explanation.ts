/** Explanation of an accepted order: facts of the read store as figures and text. Pure functions. */
import { counted, type OrderExplanation } from '@bellwether/contract';
import { bookPriceOf, bookSideOf, costRoundedUp, micros, price } from '@bellwether/engine';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import { MARKET_FLAGS, type MarketTermsRow, type OrderRow } from '../../tables.ts';
import type { QueueFacts } from '../queue-facts.ts';
import { bestText } from './best-prices.ts';
import { passedChecks } from './checks.ts';
import { userFrames } from './frames.ts';
import { heldBackStep, inOrder } from './held-back.ts';
import type { FillFact, OrderFacts } from './order-facts.ts';
import { refusedStep } from './refused.ts';

type End = NonNullable<OrderExplanation['end']>;
type Step = OrderExplanation['steps'][number];

/** Maximum number of fills described one by one. */
const FILLS_TOLD_MAX = 10;

const KEEPS =
  'Every accepted order since the first entry of the journal can be explained. Refused orders are in no journal: the gateway ' +
  'that refused one remembers it, for a bounded number of orders and until it restarts; another node does not know of it.';

export function explanation(facts: OrderFacts): OrderExplanation {
  const { order, market, queue, refusals } = facts;
  const outcome = order.outcome === 0 ? 0 : 1;
  const isFirst = outcome === 0;
  const end = endOf(order);
  const opposite = bestText(facts.opposite, outcome);
  const needed = neededWords(facts, end, opposite);
  return {
    orderID: `0x${Buffer.from(order.order_id).toString('hex')}`,
    status: order.status,
    summary: summaryOf(facts, end, needed),
    market: market.condition_id,
    question: market.question,
    asset_id: isFirst ? market.token_0 : market.token_1,
    outcome: isFirst ? market.outcome_0 : market.outcome_1,
    side: order.side,
    order_type: order.type,
    price: priceText(order.price_ticks),
    original_size: amountText(order.size_micros),
    size_matched: amountText(order.matched_micros),
    created_at: String(order.created_ms),
    expiration: String(order.expiration_s),
    book: {
      side: bookSideOf(order.side, outcome) === 0 ? 'bid' : 'ask',
      asset_id: market.token_0,
      price: priceText(bookPriceOf(price(order.price_ticks), outcome)),
    },
    steps: stepsOf(facts, end, needed),
    checks: passedChecks(checkedTerms(facts)),
    refusals: [...refusals],
    held_back: facts.heldBack,
    hold: queue === null ? null : { of: unitOf(order), now: amountText(order.held_micros) },
    queue: queue === null ? null : shownQueue(queue),
    fills: { listed: facts.fills.map(shownFill), all: !facts.hasMoreFills },
    needed: { opposite, words: needed },
    end,
    frames: { user: userFrames(facts) },
    looked: { sequence: facts.shown, complete: boundsOf(facts).length === 0, bounds: boundsOf(facts), keeps: KEEPS },
  };
}

function boundsOf({ bounds, hasMoreFills, fills }: OrderFacts): string[] {
  return hasMoreFills ? [...bounds, `the first ${fills.length} fills are listed`] : [...bounds];
}

function checkedTerms({ order, terms }: OrderFacts) {
  return {
    side: order.side,
    type: order.type,
    priceTicks: order.price_ticks,
    sizeMicros: order.size_micros,
    expiration: order.expiration_s,
    market: terms === null ? null : { tick: terms.tick, minimumMicros: terms.minimum_size_micros },
    funds: 'The wallet had what it needs.',
  };
}

const unitOf = ({ side }: OrderRow) => (side === 'BUY' ? 'collateral' : 'shares');

const shownQueue = ({ atRest, traded, cancelled, ahead, unknown, through }: QueueFacts) => ({
  at_rest: amountText(atRest),
  traded: amountText(traded),
  cancelled: amountText(cancelled),
  ahead: amountText(ahead),
  unknown: amountText(unknown),
  through,
});

function shownFill(fill: FillFact): OrderExplanation['fills']['listed'][number] {
  return {
    trade_id: String(fill.sequence),
    timestamp: String(fill.timeMs),
    role: fill.isTaker ? 'TAKER' : 'MAKER',
    size: amountText(fill.sizeMicros),
    price: amountText(fill.priceMicros),
    fee: amountText(fill.feeMicros),
    transaction_hash: `0x${fill.hash}`,
  };
}

function endOf(order: OrderRow): End | null {
  if (order.status === 'LIVE') return null;
  const at = { timestamp: String(order.updated_ms), sequence: order.updated_sequence };
  if (order.cancel_reason !== '') return { ...at, reason: order.cancel_reason };
  const isDropped = order.type === 'FAK' && order.matched_micros < order.size_micros;
  return { ...at, reason: isDropped ? 'rest_dropped' : 'filled' };
}

/** Condition for a fill, in terms of the order's own outcome: a buyer waits for an offer, a seller for a bid. */
function neededWords({ order, queue, market }: OrderFacts, end: End | null, now: string | null): string {
  if (end?.reason === 'filled') return 'It was filled.';
  const outcome = order.outcome === 0 ? market.outcome_0 : market.outcome_1;
  const [other, reach, best] =
    order.side === 'BUY'
      ? [`an offer of ${outcome} at`, 'or lower', 'best offer']
      : [`a bid for ${outcome} at`, 'or higher', 'best bid'];
  const limit = `${other} ${priceText(order.price_ticks)} ${reach}`;
  const current = now === null ? 'there is none now' : `the ${best} is ${now} now`;
  if (end !== null) return `To be filled it needed ${limit}: ${current}.`;
  const left = amountText(order.size_micros - order.matched_micros);
  const first = queue === null || queue.ahead === 0 ? '' : `, behind ${sharesText(queue.ahead)} at its price`;
  return `The remaining ${counted(left, 'shares')} ${left === '1' ? 'needs' : 'need'} ${limit}${first}: ${current}.`;
}

const sharesText = (micros: number): string => counted(amountText(micros), 'shares');

const ENDS: Readonly<Record<End['reason'], string>> = {
  filled: 'It was filled.',
  rest_dropped: 'What others offered within its limit was taken, and the rest was dropped, as FAK orders do.',
  refused: 'It was refused.',
  user: 'It was cancelled by a request of its account.',
  self_trade: 'A newer order of the same account would have traded with it, so it was cancelled.',
  expired: 'It expired.',
  market_resolved: 'The market was resolved, which ends all its orders.',
  heartbeat: 'Its API key missed a heartbeat, or was revoked while it had to send them, so its orders were cancelled.',
  trading_ended: 'The market’s closing time came, which ends all its orders.',
  key_revoked: 'The key that signed it was revoked, which cancels its orders.',
  key_ended: 'The key that signed it came to its end, which cancels its orders.',
  suspended: 'An operator has suspended the account, which cancels its orders.',
  result_reversed: 'A corrected result took back more than its account had free, which cancels its BUY orders.',
};

function summaryOf({ order, queue }: OrderFacts, end: End | null, needed: string): string {
  if (end === null) {
    const partly =
      order.matched_micros > 0
        ? `${amountText(order.matched_micros)} of ${sharesText(order.size_micros)} are filled. `
        : '';
    return `It rests. ${partly}${needed}`;
  }
  if (end.reason === 'filled' || queue === null) return ENDS[end.reason];
  const filled = `${amountText(order.matched_micros)} of ${sharesText(order.size_micros)} were filled.`;
  return `${ENDS[end.reason]} ${filled}`;
}

function stepsOf(facts: OrderFacts, end: End | null, needed: string): Step[] {
  const { order, queue, fills, refusals, heldBack, termChanges } = facts;
  const at = { timestamp: String(order.created_ms), sequence: order.sequence };
  const steps = inOrder([
    ...refusals.map((refusal) => refusedStep(refusal, 'The same signed order')),
    ...(heldBack === null ? [] : [heldBackStep(heldBack)]),
  ]);
  steps.push({ kind: 'checks', ...at, words: `It passed all checks and was accepted as entry ${order.sequence}.` });
  const told = fills.slice(0, FILLS_TOLD_MAX);
  for (const fill of told) if (fill.isTaker) steps.push(fillStep(fill));
  if (queue !== null) steps.push(...arrivalSteps(facts, queue));
  const moments: Step[] = [
    ...told.filter(({ isTaker }) => !isTaker).map(fillStep),
    ...termSteps(facts.terms, termChanges),
  ];
  steps.push(...moments.sort((a, b) => Number(a.sequence) - Number(b.sequence)));
  if (fills.length > told.length) {
    const more = `${fills.length - told.length}${facts.hasMoreFills ? ' and more' : ''}`;
    steps.push({
      kind: 'fill',
      timestamp: null,
      sequence: null,
      words: `${more} further fills are in the list of fills.`,
    });
  }
  if (queue !== null && queue.atRest > 0) steps.push(aheadStep(queue));
  if (end !== null) {
    steps.push({ kind: 'end', timestamp: end.timestamp, sequence: end.sequence, words: ENDS[end.reason] });
  }
  if (end?.reason !== 'filled') steps.push({ kind: 'needed', timestamp: null, sequence: null, words: needed });
  for (const bound of boundsOf(facts)) {
    steps.push({ kind: 'looked', timestamp: null, sequence: null, words: `Not all was looked at: ${bound}.` });
  }
  return steps;
}

function fillStep(fill: FillFact): Step {
  const { size, price: at, fee } = shownFill(fill);
  const how = fill.isTaker ? 'It met resting orders at once' : 'Another order met it';
  const paid = fill.feeMicros > 0 ? `, with a fee of ${fee}` : '';
  return {
    kind: 'fill',
    timestamp: String(fill.timeMs),
    sequence: fill.sequence,
    words: `${how}: ${counted(size, 'shares')} ${size === '1' ? 'was' : 'were'} filled at ${at} in trade ${fill.sequence}${paid}.`,
  };
}

function arrivalSteps({ order, market, fills }: OrderFacts, { atRest }: QueueFacts): Step[] {
  const at = { timestamp: String(order.created_ms), sequence: order.sequence };
  const taken = fills.find(({ isTaker }) => isTaker)?.sizeMicros ?? 0;
  const mirrored =
    order.outcome === 0
      ? ''
      : ` In the one book of the market that is ${order.side === 'BUY' ? 'an offer' : 'a bid'} of ${market.outcome_0} at ${priceText(bookPriceOf(price(order.price_ticks), 1))}, and it queues with those.`;
  const first = atRest === 0 ? 'first at its price' : `behind ${sharesText(atRest)} at its price`;
  const steps: Step[] = [
    {
      kind: 'queue',
      ...at,
      words: `${sharesText(order.size_micros - taken)} came to rest at ${priceText(order.price_ticks)}, ${first}.${mirrored}`,
    },
  ];
  if (order.status === 'LIVE') {
    const words = `${amountText(order.held_micros)} ${unitOf(order)} are held for it now: ${holdParts(order)}.`;
    steps.push({ kind: 'hold', timestamp: null, sequence: null, words });
  }
  return steps;
}

function aheadStep({ traded, cancelled, ahead, unknown, through }: QueueFacts): Step {
  const rest = unknown === 0 ? '' : `, ${amountText(unknown)} not found`;
  return {
    kind: 'ahead',
    timestamp: null,
    sequence: through,
    words: `Of the shares ahead at its price: ${amountText(traded)} traded, ${amountText(cancelled)} cancelled, ${amountText(ahead)} left${rest}.`,
  };
}

/** Parts of a hold: cost at the limit, and the rest for the largest fee. */
function holdParts(order: OrderRow): string {
  if (order.side === 'SELL') return 'the shares that it offers';
  const cost = costRoundedUp(price(order.price_ticks), micros(order.size_micros - order.matched_micros));
  const fee = Math.max(0, order.held_micros - cost);
  return `${amountText(cost)} of cost at its limit and ${amountText(fee)} for the largest fee`;
}

const FLAG_WORDS: readonly (readonly [number, string, string])[] = [
  [MARKET_FLAGS.resolved, 'The market was resolved', 'The result was taken back: the market is open again'],
  [MARKET_FLAGS.proposed, 'A result was proposed: the market took no new orders', 'The proposed result was withdrawn'],
  [MARKET_FLAGS.ended, 'The market’s closing time came', 'The market’s closing time was put off: it trades again'],
  [MARKET_FLAGS.closed, 'The market was closed', 'The market was opened again'],
  [MARKET_FLAGS.archived, 'The market was archived', 'The market was taken out of the archive'],
  [MARKET_FLAGS.acceptingOrders, 'The market took new orders again', 'The market was paused: it took no new orders'],
  [MARKET_FLAGS.active, 'The market was made active', 'The market was made inactive'],
];

function termSteps(first: MarketTermsRow | null, changes: readonly MarketTermsRow[]): Step[] {
  const steps: Step[] = [];
  let before = first;
  for (const row of changes) {
    const words = before === null ? [] : changeWords(before, row);
    for (const word of words) {
      steps.push({ kind: 'market', timestamp: String(row.time_ms), sequence: row.sequence, words: `${word}.` });
    }
    before = row;
  }
  return steps;
}

function changeWords(before: MarketTermsRow, after: MarketTermsRow): string[] {
  const words: string[] = [];
  for (const [flag, set, unset] of FLAG_WORDS) {
    const [was, is] = [(before.flags & flag) !== 0, (after.flags & flag) !== 0];
    if (was !== is) words.push(is ? set : unset);
  }
  if (before.tick !== after.tick)
    words.push(`The tick went from ${priceText(before.tick)} to ${priceText(after.tick)}`);
  if (before.minimum_size_micros !== after.minimum_size_micros) {
    words.push(
      `The least size went from ${amountText(before.minimum_size_micros)} to ${amountText(after.minimum_size_micros)}`,
    );
  }
  if (before.taker_fee_rate !== after.taker_fee_rate) {
    words.push(`The taker fee rate went from ${before.taker_fee_rate} to ${after.taker_fee_rate} ten-thousandths`);
  }
  return words;
}
