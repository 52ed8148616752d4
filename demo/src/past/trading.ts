/**
 * Traders of the past: the next action of each, from its beliefs, holdings and the book. Prices in 1/10000 of the first
 * outcome.
 */
import type { BestPrices } from '../traders/market.ts';
import type { Random } from '../traders/random.ts';
import type { Act, PastView, Place } from './acts.ts';
import { DAY_MS } from './calendar.ts';
import type { Person } from './people.ts';
import type { Question } from './questions.ts';

const PRICE_ONE = 10_000;
/** Maximum days by which the best guesses are ahead of the news. */
const FORESIGHT_DAYS_MAX = 9;
/** Maximum error of a guess without any skill. */
const ERROR_MAX = 2_400;
const HUNDREDTHS_MAX = 120_000;
/** Percentage of orders that rest in the book instead of trading at once. */
const RESTING_PERCENT = 22;
const RESTING_DAYS_MAX = 3;
/** Exclusive maximum of ticks behind the best price for a resting order. */
const RESTING_TICKS = 4;
/** Divisor of a price's distance to the nearer end; the quotient is the least difference that news makes. */
const NEWS_DIVISOR = 40;
/** Divisor of the money that goes into one order on news. */
const INFORMED_DIVISOR = 8;

export class Trader {
  readonly person: Person;
  readonly #view: PastView;
  readonly #random: Random;
  #orders = 0;

  constructor(person: Person, view: PastView, random: Random) {
    this.person = person;
    this.#view = view;
    this.#random = random;
  }

  /**
   * One order in a market, or nothing. `best`: the book's best prices. The order moves the price no further than the
   * trader's guess; who is informed guesses right.
   */
  act(question: Question, timeMs: number, { bid, ask }: BestPrices, isInformed: boolean): Act[] {
    if (bid === null || ask === null) return [];
    const { tick, slug } = question;
    const guess = isInformed ? question.pricePpm(timeMs) / 100 : this.#guess(question, timeMs);
    const gap = isInformed ? Math.min(guess, PRICE_ONE - guess) / NEWS_DIVISOR : 0;
    const isUp = guess > ask + gap;
    if (!isUp && guess >= bid - gap) return [];
    const ticks = isUp ? Math.floor(guess / tick) : Math.ceil(guess / tick);
    const limit = Math.min(Math.max(ticks * tick, tick), PRICE_ONE - tick);
    const [price, behind] = isUp ? [limit, bid] : [PRICE_ONE - limit, PRICE_ONE - ask];
    // Sell holdings first if they seem worth less than the proceeds.
    const owned = this.#view.shares(this.person.id, slug)[isUp ? 1 : 0];
    const least = question.minimumShares * 100;
    if (owned >= least) {
      const sold = isInformed ? Math.min(owned, HUNDREDTHS_MAX) : this.#part(owned, least);
      return [this.#order(question, isUp ? 1 : 0, 'SELL', PRICE_ONE - price, sold, timeMs)];
    }
    return this.#buy(question, isUp ? 0 : 1, price, behind, timeMs, isInformed);
  }

  /** The trader's estimate of the first outcome's value. */
  #guess(question: Question, timeMs: number): number {
    const { skill } = this.person;
    const aheadMs = (this.#random.below(FORESIGHT_DAYS_MAX * 24) * 3_600_000 * skill) / 100;
    const known = question.pricePpm(timeMs + aheadMs) / 100;
    const error = (this.#random.below(2 * ERROR_MAX + 1) - ERROR_MAX) * (100 - skill);
    return Math.round(known + error / 100);
  }

  #buy(question: Question, outcome: 0 | 1, at: number, behind: number, timeMs: number, isInformed: boolean): Act[] {
    const { id, stakeThousandths } = this.person;
    const random = this.#random;
    const stake = isInformed ? 1_000 / INFORMED_DIVISOR : (stakeThousandths * (20 + random.below(160))) / 100;
    // Resting orders beside the house's could sum to more than a complete set pays if only one question can win.
    const waits = !(isInformed || question.event.input.negRisk) && random.chance(RESTING_PERCENT);
    const price = waits ? behind - question.tick * random.below(RESTING_TICKS) : at;
    if (price < question.tick) return [];
    const wanted = Math.trunc((this.#view.collateral(id) * stake * PRICE_ONE) / (10 * price));
    // Orders are limited by the depth of the question's book.
    const depth = isInformed ? HUNDREDTHS_MAX : 100 * (10 + question.interest / 2);
    const hundredths = Math.min(wanted, HUNDREDTHS_MAX, depth);
    if (hundredths < question.minimumShares * 100) return [];
    return [this.#order(question, outcome, 'BUY', price, rounded(hundredths, random), timeMs, waits)];
  }

  #part(owned: number, least: number): number {
    if (owned < 3 * least) return owned;
    const part = Math.trunc((owned * (35 + this.#random.below(66))) / 100);
    return Math.min(Math.max(part, least), HUNDREDTHS_MAX);
  }

  #order(
    question: Question,
    outcome: 0 | 1,
    side: Place['side'],
    price: number,
    hundredths: number,
    timeMs: number,
    waits = false,
  ): Place {
    const days = 1 + this.#random.below(RESTING_DAYS_MAX);
    return {
      kind: 'place',
      person: this.person.id,
      order: `${this.person.id} ${++this.#orders}`,
      market: question.slug,
      outcome,
      side,
      stays: waits ? 'rest' : 'now',
      price,
      hundredths,
      until: waits ? Math.trunc((timeMs + days * DAY_MS) / 1_000) : 0,
    };
  }
}

/** Most people order whole shares, often round numbers. */
function rounded(hundredths: number, random: Random): number {
  const steps = hundredths >= 20_000 ? [5_000, 1_000, 100] : [1_000, 500, 100];
  const step = random.pick(steps) ?? 100;
  return hundredths - (hundredths % (hundredths < step ? 100 : step));
}
