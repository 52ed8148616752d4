/** All traders of the past together: the books that get attention, the traders who come, and how often. */
import { createRandom, type Random } from '../traders/random.ts';
import type { Act, PastView } from './acts.ts';
import { DAY_MS, PAST_DAYS } from './calendar.ts';
import { PEOPLE } from './people.ts';
import type { PastEvent, Question } from './questions.ts';
import { Trader } from './trading.ts';

/** Events that the desk requotes in a moment, each with all its books, because their prices depend on each other. */
const EVENTS_PER_MOMENT = 8;
/** Percentage of events chosen uniformly, so that each gets a turn before long. */
const ROUND_PERCENT = 60;
/** Traders' orders per day, at the start and at the end of the past. */
const ORDERS_PER_DAY = [110, 260] as const;
/** Percentage of orders placed where the desk has just requoted, at its new prices. */
const BESIDE_DESK_PERCENT = 70;

export class Crowd {
  readonly #view: PastView;
  readonly #random: Random;
  readonly #traders: readonly Trader[];

  constructor(view: PastView, seed: string) {
    this.#view = view;
    this.#random = createRandom(`${seed} crowd`);
    this.#traders = PEOPLE.map((person) => new Trader(person, view, createRandom(`${seed} ${person.id}`)));
  }

  /** Chooses some open events; those with more interest are chosen more often. */
  chooseEvents(open: readonly PastEvent[]): ReadonlySet<PastEvent> {
    const chosen = new Set<PastEvent>();
    for (let turn = 0; turn < EVENTS_PER_MOMENT; turn += 1) {
      const event = this.#random.chance(ROUND_PERCENT)
        ? this.#random.pick(open)
        : weighted(open, interestOf, this.#random);
      if (event !== undefined) chosen.add(event);
    }
    return chosen;
  }

  trade(open: readonly Question[], books: readonly Question[], fromMs: number, toMs: number, beginMs: number): Act[] {
    const acts: Act[] = [];
    for (let left = this.#ordersIn(fromMs - beginMs, toMs - fromMs); left > 0; left -= 1) {
      const questions = this.#random.chance(BESIDE_DESK_PERCENT) ? books : open;
      const question = weighted(questions, interestOf, this.#random);
      const trader = weighted(this.#traders, ({ person }) => person.zeal, this.#random);
      if (question !== undefined && trader !== undefined) {
        acts.push(...trader.act(question, fromMs, this.#view.best(question.slug)));
      }
    }
    return acts;
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
