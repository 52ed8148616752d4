/** Explanation of an accepted order: facts of the read store as figures and text. Pure functions. */
import { counted, type OrderExplanation } from '@bellwether/contract';
import { costRoundedUp, micros, price } from '@bellwether/engine';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import { MARKET_FLAGS, type MarketTermsRow, STEP_FILLED } from '../../queue-tables.ts';
import type { OrderRow } from '../../tables.ts';
import { passedChecks } from './checks.ts';
import { shownFrames } from './frames.ts';
import { heldBackStep, inOrder } from './held-back.ts';
import type { FillFact, OrderFacts, RestFacts } from './order-facts.ts';
import { aheadAtLast, aheadAtNearest, cancelReason, ownPriceText, shownAhead, shownQueue } from './queue.ts';
import { refusedStep } from './refused.ts';

type End = NonNullable<OrderExplanation['end']>;
type Step = OrderExplanation['steps'][number];

/** Maximum number of fills described one by one. */
const FILLS_TOLD_MAX = 10;

const KEEPS =
  'Every accepted order since the first entry of the journal can be explained. Refused orders are in no journal: the gateway ' +
  'that refused one remembers it, for a bounded number of orders and until it restarts; another node does not know of it.';

export function explanation(facts: OrderFacts): OrderExplanation {
  const { order, market, rest, refusals } = facts;
  const isFirst = order.outcome === 0;
  const own = (ticks: number | null): string | null => (ticks === null ? null : ownPriceText(ticks, order.outcome));
  const end = endOf(facts);
  const hold = holdOf(facts);
  const needed = neededOf(facts, end, own);
  const placeTicks = isFirst ? order.price_ticks : 10_000 - order.price_ticks;
  return {
    orderID: `0x${Buffer.from(order.order_id).toString('hex')}`,
    status: order.status,
    summary: summaryOf(facts, end, needed.words),
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
      side: (order.side === 'BUY') === isFirst ? 'bid' : 'ask',
      asset_id: market.token_0,
      price: priceText(placeTicks),
    },
    steps: stepsOf(facts, end, needed.words),
    checks: passedChecks(checkedTerms(facts)),
    refusals: [...refusals],
    held_back: facts.heldBack,
    hold,
    queue: rest === null ? null : shownQueue(order, rest),
    fills: { listed: facts.fills.map(shownFill), all: !facts.hasMoreFills },
    chance: rest === null ? null : chanceOf(order, rest),
    needed,
    end,
    frames: shownFrames(facts.frames),
    looked: {
      sequence: facts.shown,
      complete: facts.bounds.length === 0 && !facts.hasMoreFills && !facts.frames.hasMore,
      bounds: boundsOf(facts),
      keeps: KEEPS,
    },
  };
}

function boundsOf({ bounds, hasMoreFills, frames, fills }: OrderFacts): string[] {
  const own = [...bounds];
  if (hasMoreFills) own.push(`the first ${fills.length} fills are listed`);
  if (frames.hasMore) own.push(`frames of ${frames.entries.length} entries are listed: the first, and the last one`);
  return own;
}

function checkedTerms({ order, rest, terms }: OrderFacts) {
  return {
    side: order.side,
    type: order.type,
    priceTicks: order.price_ticks,
    sizeMicros: order.size_micros,
    expiration: order.expiration_s,
    market: terms === null ? null : { tick: terms.tick, minimumMicros: terms.minimum_size_micros },
    funds:
      rest === null
        ? 'The wallet had what it gave.'
        : `The wallet had what it needs: ${heldWords(order, rest)} could be held.`,
  };
}

const unitOf = ({ side }: Pick<OrderRow, 'side'>): string => (side === 'BUY' ? 'collateral' : 'shares');

function heldWords(order: OrderRow, { arrival }: RestFacts): string {
  return `${amountText(arrival.held_micros)} ${unitOf(order)}`;
}

function holdOf({ order, rest }: OrderFacts): OrderExplanation['hold'] {
  if (rest === null) return null;
  return {
    of: order.side === 'BUY' ? 'collateral' : 'shares',
    made: amountText(rest.arrival.held_micros),
    now: amountText(order.held_micros),
  };
}

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

function chanceOf(order: OrderRow, rest: RestFacts): OrderExplanation['chance'] {
  const { nearest } = rest;
  const placeTicks = rest.arrival.price_ticks;
  return {
    nearest:
      nearest === null
        ? null
        : {
            price: ownPriceText(nearest.priceTicks, order.outcome),
            distance: priceText(Math.abs(nearest.priceTicks - placeTicks)),
            timestamp: String(nearest.timeMs),
            ahead: shownAhead(aheadAtNearest(rest)),
          },
    least_ahead: {
      ...shownAhead(aheadAtLast(rest)),
      timestamp: String(rest.lastAheadMs ?? order.created_ms),
    },
  };
}

function endOf({ order, rest }: OrderFacts): OrderExplanation['end'] {
  if (order.status === 'LIVE') return null;
  const at = { timestamp: String(order.updated_ms), sequence: order.updated_sequence };
  const kind = rest?.departure?.kind ?? STEP_FILLED;
  if (kind > STEP_FILLED) return { ...at, reason: cancelReason(kind) };
  const isDropped = rest === null && order.type === 'FAK' && order.matched_micros < order.size_micros;
  return { ...at, reason: isDropped ? 'rest_dropped' : 'filled' };
}

/** Condition for a fill, in terms of the order's own outcome: a buyer waits for an offer, a seller for a bid. */
function neededOf(
  { order, rest, opposite, market }: OrderFacts,
  end: End | null,
  own: (ticks: number | null) => string | null,
): OrderExplanation['needed'] {
  const [atArrival, now] = [own(opposite.atArrival), own(opposite.now)];
  const ahead = rest === null ? null : shownAhead(aheadAtLast(rest));
  return { opposite: { at_arrival: atArrival, now }, ahead, words: neededWords() };

  /** Size that is matched first: better prices on its side, then orders ahead at its own price. */
  function before(): string {
    if (rest === null) return '';
    const { better } = shownQueue(order, rest).last;
    const parts: string[] = [];
    if (better !== null && better.orders > 0) parts.push(`${sharesIn(better)} at better prices`);
    if (ahead !== null && ahead.orders > 0) parts.push(`${sharesIn(ahead)} at its own`);
    return parts.length === 0 ? '' : `; ${parts.join(' and ')} come before it`;
  }

  function neededWords(): string {
    const outcome = order.outcome === 0 ? market.outcome_0 : market.outcome_1;
    const other = order.side === 'BUY' ? `an offer of ${outcome} at` : `a bid for ${outcome} at`;
    const reach = order.side === 'BUY' ? 'or lower' : 'or higher';
    const best = order.side === 'BUY' ? 'best offer' : 'best bid';
    const limit = priceText(order.price_ticks);
    const current = now === null ? `there is none now` : `the ${best} is ${now} now`;
    if (end === null) {
      const left = amountText(order.size_micros - order.matched_micros);
      return `The remaining ${counted(left, 'shares')} ${left === '1' ? 'needs' : 'need'} ${other} ${limit} ${reach}: ${current}${before()}.`;
    }
    if (end.reason === 'filled') return 'It was filled.';
    const missing = atArrival === null ? 'there was none when it came' : `the ${best} was ${atArrival} when it came`;
    return `To be filled it needed ${other} ${limit} ${reach}: ${missing}, and ${current}.`;
  }
}

const sharesIn = ({ orders, shares }: { readonly orders: number; readonly shares: string }): string =>
  `${counted(shares, 'shares')} in ${counted(orders, 'orders')}`;

const were = (shares: string): string => `${counted(shares, 'shares')} ${shares === '1' ? 'was' : 'were'}`;

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
};

function summaryOf({ order, rest }: OrderFacts, end: End | null, needed: string): string {
  if (end === null) {
    const partly =
      order.matched_micros > 0
        ? `${amountText(order.matched_micros)} of ${counted(amountText(order.size_micros), 'shares')} are filled. `
        : '';
    return `It rests. ${partly}${needed}`;
  }
  if (end.reason === 'filled' || rest === null) return ENDS[end.reason];
  const filled = `${amountText(order.matched_micros)} of ${counted(amountText(order.size_micros), 'shares')} were filled.`;
  return `${ENDS[end.reason]} ${filled}`;
}

function stepsOf(facts: OrderFacts, end: End | null, needed: string): Step[] {
  const { order, rest, fills, refusals, heldBack, termChanges } = facts;
  const at = { timestamp: String(order.created_ms), sequence: order.sequence };
  const steps = inOrder([
    ...refusals.map((refusal) => refusedStep(refusal, 'The same signed order')),
    ...(heldBack === null ? [] : [heldBackStep(heldBack)]),
  ]);
  steps.push({ kind: 'checks', ...at, words: `It passed all checks and was accepted as entry ${order.sequence}.` });
  const told = fills.slice(0, FILLS_TOLD_MAX);
  for (const fill of told) if (fill.isTaker) steps.push(fillStep(fill));
  if (rest !== null) steps.push(...arrivalSteps(facts, rest));
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
  if (rest !== null) steps.push(...waitingSteps(order, rest));
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
    words: `${how}: ${were(size)} filled at ${at} in trade ${fill.sequence}${paid}.`,
  };
}

function arrivalSteps({ order, market }: OrderFacts, rest: RestFacts): Step[] {
  const { arrival } = rest;
  const at = { timestamp: String(order.created_ms), sequence: order.sequence };
  const queue = shownQueue(order, rest);
  const mirrored =
    order.outcome === 0
      ? ''
      : ` In the one book of the market that is ${order.side === 'BUY' ? 'an offer' : 'a bid'} of ${market.outcome_0} at ${priceText(arrival.price_ticks)}, and it queues with those.`;
  const { ahead, better } = queue.arrival;
  const first = ahead.orders === 0 ? 'first at its price' : `behind ${sharesIn(ahead)} at its price`;
  const before =
    better.orders === 0
      ? 'no better price stood on its side'
      : `${sharesIn(better)} stood at ${counted(better.prices, 'better prices')}`;
  return [
    { kind: 'hold', ...at, words: `${heldWords(order, rest)} are held for it: ${holdParts(order, rest)}.` },
    {
      kind: 'queue',
      ...at,
      words: `${counted(amountText(arrival.size_micros), 'shares')} came to rest at ${priceText(order.price_ticks)}, ${first}; ${before}.${mirrored}`,
    },
  ];
}

/** Steps while waiting: orders that went first, and how close the other side came. */
function waitingSteps(order: OrderRow, rest: RestFacts): Step[] {
  const queue = shownQueue(order, rest);
  const { ahead } = queue.arrival;
  const steps: Step[] = [];
  const { traded, cancelled } = queue.since;
  if (ahead.orders > 0) {
    const left = queue.last.ahead;
    const rested = left.orders === 0 ? 'nothing is left ahead of it there' : `${sharesIn(left)} are left ahead`;
    steps.push({
      kind: 'ahead',
      timestamp: queue.since.timestamp,
      sequence: queue.since.through,
      words: `Of those ahead at its price ${were(traded.shares)} traded and ${sharesIn(cancelled)} cancelled; ${rested}.`,
    });
  }
  steps.push(chanceStep(order, rest));
  return steps;
}

/** Parts of a hold: cost at the limit, and the rest for the largest fee. */
function holdParts(order: OrderRow, { arrival }: RestFacts): string {
  if (order.side === 'SELL') return 'the shares that it offers';
  const cost = costRoundedUp(price(order.price_ticks), micros(arrival.size_micros));
  const fee = arrival.held_micros - cost;
  return `${amountText(cost)} of cost at its limit and ${amountText(Math.max(0, fee))} for the largest fee`;
}

function chanceStep(order: OrderRow, rest: RestFacts): Step {
  const chance = chanceOf(order, rest);
  const nearest = chance?.nearest ?? null;
  const words =
    nearest === null
      ? 'While it rested nothing stood on the other side.'
      : `The nearest that the other side came without meeting it was ${nearest.price}, ${nearest.distance} from its limit; ${nearest.ahead.orders === 0 ? 'nothing' : sharesIn(nearest.ahead)} stood before it at its price then.`;
  return { kind: 'chance', timestamp: nearest?.timestamp ?? null, sequence: null, words };
}

const FLAG_WORDS: readonly (readonly [number, string, string])[] = [
  [MARKET_FLAGS.resolved, 'The market was resolved', ''],
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
