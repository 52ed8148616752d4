/** All traders of the past together: the books that get attention, the traders who come, and how often. */
import { createRandom, type Random } from '../traders/random.ts';
import type { Act, PastView } from './acts.ts';
import { DAY_MS, PAST_DAYS } from './calendar.ts';
import { PEOPLE, type Person } from './people.ts';
import type { PastEvent, Question } from './questions.ts';
import { Trader } from './trading.ts';

/** Events whose prices follow the news in a moment. */
const EVENTS_PER_MOMENT = 7;
/** Percentage of events chosen uniformly, so that each gets a turn before long. */
const ROUND_PERCENT = 90;
/** Traders' orders per day, at the start and at the end of the past. */
const ORDERS_PER_DAY = [20, 50] as const;

export class Crowd {
  readonly #view: PastView;
  readonly #random: Random;
  readonly #traders: readonly Trader[];

  constructor(view: PastView, seed: string) {
    this.#view = view;
    this.#random = createRandom(`${seed} crowd`);
    this.#traders = PEOPLE.map((person) => new Trader(person, view, createRandom(`${seed} ${person.id}`)));
  }

  /** Orders of traders who know the news of some events; those with more interest are chosen more often. */
  follow(open: readonly PastEvent[], timeMs: number): Act[] {
    const chosen = new Set<PastEvent>();
    for (let turn = 0; turn < EVENTS_PER_MOMENT; turn += 1) {
      const event = this.#random.chance(ROUND_PERCENT)
        ? this.#random.pick(open)
        : weighted(open, interestOf, this.#random);
      if (event !== undefined) chosen.add(event);
    }
    const offBy = ({ slug, pricePpm }: Question): number => {
      const { bid, ask } = this.#view.best(slug);
      return Math.abs((bid ?? 0) + (ask ?? 0) - pricePpm(timeMs) / 50);
    };
    // If one market wins, an order in the one that is farthest off moves all prices.
    const followed = ({ input, questions }: PastEvent): readonly Question[] =>
      input.negRisk ? questions.toSorted((a, b) => offBy(b) - offBy(a)).slice(0, 1) : questions;
    return [...chosen]
      .flatMap(followed)
      .flatMap((question) => this.#order(question, ({ skill }) => skill, timeMs, true));
  }

  trade(open: readonly PastEvent[], fromMs: number, toMs: number, beginMs: number): Act[] {
    return Array.from({ length: this.#ordersIn(fromMs - beginMs, toMs - fromMs) }).flatMap(() => {
      const event = weighted(open, interestOf, this.#random);
      const question = weighted(event?.questions ?? [], interestOf, this.#random);
      return question === undefined ? [] : this.#order(question, ({ zeal }) => zeal, fromMs, false);
    });
  }

  #order(question: Question, weight: (person: Person) => number, timeMs: number, isInformed: boolean): Act[] {
    const trader = weighted(this.#traders, ({ person }) => weight(person), this.#random);
    return trader?.act(question, timeMs, this.#view.best(question.slug), isInformed) ?? [];
  }

  /** Number of orders in a period: its share of the daily average, with chance deciding a fractional order. */
  #ordersIn(sinceMs: number, lengthMs: number): number {
    const [first, last] = ORDERS_PER_DAY;
    const perDay = first + ((last - first) * sinceMs) / (PAST_DAYS * DAY_MS);
    const hundredths = Math.round((100 * perDay * lengthMs) / DAY_MS);
    return Math.trunc(hundredths / 100) + Number(this.#random.chance(hundredths % 100));
  }
}

const interestOf = ({ interest }: { readonly interest: number }): number => interest;

function weighted<T>(items: readonly T[], weightOf: (item: T) => number, random: Random): T | undefined {
  let total = 0;
  for (const item of items) total += weightOf(item);
  if (total === 0) return undefined;
  let at = random.below(total);
  return items.find((item) => {
    at -= weightOf(item);
    return at < 0;
  });
}
