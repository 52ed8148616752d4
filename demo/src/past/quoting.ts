/**
 * The desk of the past: keeps a ladder of quotes in every open market, with the strategy of the house's market maker.
 */
import { boundByEvent } from '../traders/one-winner.ts';
import { ladder, planRequote, type Quote, type QuoteSide, type StandingQuote } from '../traders/quotes.ts';
import type { Act, PastView, Place } from './acts.ts';
import { DESK } from './people.ts';
import type { Question } from './questions.ts';

const PRICE_ONE = 10_000;
/** Shares on one side of the quietest books, and additional shares per unit of interest. */
const SHARES_MIN = 60;
const SHARES_PER_INTEREST = 5;
const SHARES_MAX = 3_000;
/**
 * Levels during the past. Orders hardly ever trade through more, and each level adds a quarter to the acts that a start
 * replays.
 */
const LEVELS_MAX = 2;
/** Number of pairs of both outcomes, in hundredths, from which they are merged into collateral. */
const PAIRS_MERGED_FROM = 20_000;

export class Desk {
  readonly #view: PastView;
  readonly #standing = new Map<string, readonly StandingQuote[]>();
  #orders = 0;

  constructor(view: PastView) {
    this.#view = view;
  }

  /**
   * Moves a book to the question's value. `until`: Unix seconds at which all quotes end, or 0 for never; if set, all
   * quotes are replaced.
   */
  requote(question: Question, pricePpm: number, until = 0): Act[] {
    const { slug } = question;
    const [first, second] = this.#view.shares(DESK, slug);
    const wanted = ladder({
      fairPpm: pricePpm,
      tick: question.tick,
      minimumShares: question.minimumShares,
      sharesMax: Math.min(SHARES_MIN + question.interest * SHARES_PER_INTEREST, SHARES_MAX),
      netShares: Math.trunc((first - second) / 100),
      ...(until === 0 && { levelsMax: LEVELS_MAX }),
    });
    const { input, questions } = question.event;
    const others = questions.filter((other) => other !== question).map((other) => this.#standing.get(other.slug) ?? []);
    const target = input.negRisk ? boundByEvent(wanted, others, question.tick) : wanted;
    const standing = this.#standing.get(slug) ?? [];
    const left = new Map(standing.map((one) => [placeOf(one.side, one.price), this.#view.remaining(one.orderId)]));
    const depth = (side: QuoteSide, price: number): number => (left.get(placeOf(side, price)) ?? 0) / 100;
    const plan = planRequote(until === 0 ? standing : [], target, depth);
    const acts: Act[] = [];
    const placed: StandingQuote[] = [];
    // Leading side first: new bids never take the desk's own last offers, which would briefly leave a one-sided book.
    const leads: QuoteSide = middleOf(target) > middleOf(standing) ? 'ask' : 'bid';
    const inTurn = [...plan.place].sort((a, b) => Number(b.side === leads) - Number(a.side === leads));
    for (const quote of inTurn) {
      const order = `desk ${++this.#orders}`;
      acts.push(placement(order, slug, quote, until));
      placed.push({ ...quote, orderId: order });
    }
    const cancelled = (until === 0 ? plan.cancel : standing).filter(({ orderId }) => this.#view.remaining(orderId) > 0);
    if (cancelled.length > 0) {
      acts.push({ kind: 'cancel', person: DESK, orders: cancelled.map(({ orderId }) => orderId) });
    }
    this.#standing.set(slug, [...plan.keep, ...placed]);
    const pairs = Math.min(first, second);
    if (pairs >= PAIRS_MERGED_FROM) acts.push({ kind: 'merge', person: DESK, market: slug, hundredths: pairs });
    return acts;
  }

  leave(slug: string): void {
    this.#standing.delete(slug);
  }
}

/** Bids buy the first outcome, offers the second; the two make a pair. */
function placement(order: string, market: string, { side, price, shares }: Quote, until: number): Place {
  const outcome = side === 'bid' ? 0 : 1;
  return {
    kind: 'place',
    person: DESK,
    order,
    market,
    outcome,
    side: 'BUY',
    stays: 'rest',
    price: side === 'bid' ? price : PRICE_ONE - price,
    hundredths: shares * 100,
    until,
  };
}

/** Midpoint of the best prices; 0 if a side is empty. */
function middleOf(quotes: readonly Quote[]): number {
  const bids = quotes.filter(({ side }) => side === 'bid').map(({ price }) => price);
  const asks = quotes.filter(({ side }) => side === 'ask').map(({ price }) => price);
  return bids.length === 0 || asks.length === 0 ? 0 : (Math.max(...bids) + Math.min(...asks)) / 2;
}

const placeOf = (side: QuoteSide, price: number): string => `${side} ${price}`;
