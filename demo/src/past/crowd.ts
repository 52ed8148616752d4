/** All traders of the past together: which books get attention, who comes, and how often. */
import { createRandom, type Random } from '../traders/random.ts';
import type { Act, PastView } from './acts.ts';
import { DAY_MS, PAST_DAYS } from './calendar.ts';
import { PEOPLE, type Person } from './people.ts';
import type { PastEvent, Question } from './questions.ts';
import { Trader } from './trading.ts';

/** Events that the desk looks after in a moment, with all of their books: their prices hang together. */
const EVENTS_PER_MOMENT = 8;
/** Of 100: an event whose turn it is by chance alone, so that none is forgotten for long. */
const ROUND_PERCENT = 60;
/** Orders of traders in a day, at the beginning of the past and at its end. */
const ORDERS_PER_DAY = [110, 260] as const;
/** Of 100: trade where the desk has just been, at its new prices. */
const BESIDE_DESK_PERCENT = 70;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly beginMs: number;
}

export class Crowd {
  readonly #view: PastView;
  readonly #random: Random;
  readonly #traders: readonly Trader[];

  constructor(view: PastView, seed: string) {
    this.#view = view;
    this.#random = createRandom(`${seed} crowd`);
    this.#traders = PEOPLE.map((person) => new Trader(person, view, createRandom(`${seed} ${person.id}`)));
  }

  /** Some open events, those of more interest more often. */
  chooseEvents(open: readonly PastEvent[]): ReadonlySet<PastEvent> {
    const chosen = new Set<PastEvent>();
    for (let turn = 0; turn < EVENTS_PER_MOMENT; turn += 1) {
      const event = this.#random.chance(ROUND_PERCENT)
        ? this.#random.pick(open)
        : weighted(open, ({ interest }) => interest, this.#random);
      if (event !== undefined) chosen.add(event);
    }
    return chosen;
  }

  /** The orders of one moment. */
  trade(open: readonly Question[], books: readonly Question[], { fromMs, toMs, beginMs }: Span): Act[] {
    const acts: Act[] = [];
    for (let left = this.#ordersIn(fromMs - beginMs, toMs - fromMs); left > 0; left -= 1) {
      const question = this.#random.chance(BESIDE_DESK_PERCENT) ? this.#byInterest(books) : this.#byInterest(open);
      const trader = this.#someone();
      if (question !== undefined && trader !== undefined) {
        acts.push(...trader.act(question, fromMs, this.#view.best(question.slug)));
      }
    }
    return acts;
  }

  /** On average as many as the day has, in parts; chance decides about the last one. */
  #ordersIn(sinceMs: number, lengthMs: number): number {
    const [first, last] = ORDERS_PER_DAY;
    const perDay = first + ((last - first) * sinceMs) / (PAST_DAYS * DAY_MS);
    const hundredths = Math.round((100 * perDay * lengthMs) / DAY_MS);
    return Math.trunc(hundredths / 100) + Number(this.#random.chance(hundredths % 100));
  }

  #byInterest(questions: readonly Question[]): Question | undefined {
    return weighted(questions, ({ interest }) => interest, this.#random);
  }

  #someone(): Trader | undefined {
    return weighted(this.#traders, ({ person }: { readonly person: Person }) => person.zeal, this.#random);
  }
}

/** One of the items, each as likely as its weight says; undefined when there are none. */
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
