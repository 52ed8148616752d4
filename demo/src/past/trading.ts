/**
 * Traders of the past: the next action of each, from its beliefs, holdings and the book. Prices in 1/10000 of the first
 * outcome.
 */
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
/** Exclusive maximum of ticks beyond the best price for an immediate order. */
const SLIPPAGE_TICKS = 4;

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

  /** One order in a market, or nothing. `best`: the book's best prices when the order arrives. */
  act(question: Question, timeMs: number, best: { readonly bid: number | null; readonly ask: number | null }): Act[] {
    const { bid, ask } = best;
    if (bid === null || ask === null) return [];
    const [first, second] = this.#view.shares(this.person.id, question.slug);
    const guess = this.#guess(question, timeMs);
    const least = question.minimumShares * 100;
    const sell = (outcome: 0 | 1): Act[] => {
      const owned = outcome === 0 ? first : second;
      const price = outcome === 0 ? bid : PRICE_ONE - ask;
      return [this.#order(question, outcome, 'SELL', price, this.#part(owned, least), timeMs)];
    };
    // Sell holdings first if they seem worth less than the proceeds.
    if (first >= least && guess < bid) return sell(0);
    if (second >= least && guess > ask) return sell(1);
    if (guess > ask) return this.#buy(question, 0, ask, bid, timeMs);
    if (guess < bid) return this.#buy(question, 1, PRICE_ONE - bid, PRICE_ONE - ask, timeMs);
    return [];
  }

  /** The trader's estimate of the first outcome's value. */
  #guess(question: Question, timeMs: number): number {
    const { skill } = this.person;
    const aheadMs = (this.#random.below(FORESIGHT_DAYS_MAX * 24) * 3_600_000 * skill) / 100;
    const known = question.pricePpm(timeMs + aheadMs) / 100;
    const error = (this.#random.below(2 * ERROR_MAX + 1) - ERROR_MAX) * (100 - skill);
    return Math.round(known + error / 100);
  }

  #buy(question: Question, outcome: 0 | 1, at: number, behind: number, timeMs: number): Act[] {
    const { id, stakeThousandths } = this.person;
    const random = this.#random;
    const units = (this.#view.collateral(id) * stakeThousandths * (20 + random.below(160))) / 100_000;
    // Resting orders beside the desk's could sum to more than a complete set pays if only one question can win.
    const waits = random.chance(RESTING_PERCENT) && !question.event.input.negRisk && at - behind > question.tick;
    const price = waits ? behind + question.tick * random.below(2) : at + question.tick * random.below(SLIPPAGE_TICKS);
    if (price < question.tick || price > PRICE_ONE - question.tick) return [];
    const wanted = Math.trunc((units * 100 * PRICE_ONE) / price);
    // Orders are limited by the depth of the question's book.
    const hundredths = Math.min(wanted, HUNDREDTHS_MAX, 100 * (40 + question.interest * 4));
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
