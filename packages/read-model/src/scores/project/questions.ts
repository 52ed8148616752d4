/** Questions with their trading clocks, kept in memory once used; changed ones are written at the end of a batch. */
import type { StoreWriter } from '@bellwether/ports/store.ts';
import type { ObservedPrice } from '../../projection.ts';
import { SCORE_TABLES, VENUE } from '../tables.ts';

export interface Question {
  readonly market: number;
  tradedS: number;
  sinceS: number | null;
  endedS: number | null;
  price: number | null;
  payout: number | null;
  decidedS: number | null;
  pass: number | null;
  again: 0 | 1;
}

const COLUMNS = Object.keys(SCORE_TABLES.questions);
const REPLACE = `INSERT OR REPLACE INTO questions (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

export class Questions {
  /** Questions whose forecasts have to be visited, in the order in which they changed. */
  readonly due: Set<Question>;
  readonly #select;
  readonly #replace;
  readonly #known = new Map<number, Question>();
  readonly #changed = new Set<Question>();

  constructor(store: StoreWriter) {
    this.#select = store.prepare('SELECT * FROM questions WHERE market = ?');
    this.#replace = store.prepare(REPLACE);
    const due = store.prepare('SELECT market FROM questions WHERE pass IS NOT NULL ORDER BY market').all();
    this.due = new Set(due.map(({ market }) => this.at(Number(market))));
  }

  at(market: number): Question {
    let question = this.#known.get(market);
    if (question === undefined) {
      const row = this.#select.get(market);
      const number = (name: string): number | null => (row?.[name] == null ? null : Number(row[name]));
      question = {
        market,
        tradedS: number('traded_s') ?? 0,
        sinceS: number('since_s'),
        endedS: number('ended_s'),
        price: number('price_half_ticks'),
        payout: number('payout'),
        decidedS: number('decided_s'),
        pass: number('pass'),
        again: row?.['again'] === 1 ? 1 : 0,
      };
      this.#known.set(market, question);
    }
    return question;
  }

  /** Seconds that the question has traded by then. */
  clock({ tradedS, sinceS }: Question, timeS: number): number {
    return tradedS + (sinceS === null ? 0 : Math.max(0, timeS - sinceS));
  }

  follow(question: Question, { priceHalfTicks, isTrading, payout }: ObservedPrice, timeS: number): void {
    const { sinceS, price } = question;
    const isSame = price === priceHalfTicks && question.payout === payout && (sinceS !== null) === isTrading;
    if (isSame) return;
    if ((sinceS !== null) !== isTrading) {
      question.tradedS = this.clock(question, timeS);
      question.sinceS = isTrading ? timeS : null;
      question.endedS = isTrading || sinceS === null ? null : timeS;
    }
    if (question.payout !== payout) question.decidedS = payout === null ? null : timeS;
    question.payout = payout;
    question.price = priceHalfTicks;
    if (question.pass !== null) question.again = 1;
    this.setPass(question, question.pass ?? VENUE);
  }

  /** Sets the next forecaster of a pass. At its end (null) the next pass begins, if one follows. */
  setPass(question: Question, next: number | null): void {
    this.#changed.add(question);
    question.pass = next ?? (question.again === 1 ? VENUE : null);
    if (next === null) {
      question.again = 0;
      this.due.delete(question);
    }
    if (question.pass !== null) this.due.add(question);
  }

  flush(): void {
    for (const { market, tradedS, sinceS, endedS, price, payout, decidedS, pass, again } of this.#changed)
      this.#replace.run(market, tradedS, sinceS, endedS, price, payout, decidedS, pass, again);
    this.#changed.clear();
  }
}
