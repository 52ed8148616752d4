/**
 * Questions: their trading clocks, and how long the displayed price of each lay in which bin. They are kept in memory
 * once used; an entry costs nothing unless it changes one, and changed ones are written at the end of a batch.
 */
import { HALF_TICKS_PER_UNIT } from '@bellwether/contract';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import type { ObservedPrice } from '../../projection.ts';
import { asForecast, binOf, surprise } from '../scoring.ts';
import { SCORE_TABLES, VENUE } from '../tables.ts';

export interface Question {
  readonly market: number;
  tradedS: number;
  sinceS: number | null;
  endedS: number | null;
  price: number | null;
  countedS: number;
  payout: number | null;
  decidedS: number | null;
  due: 0 | 1;
}

const COLUMNS = Object.keys(SCORE_TABLES.questions);
const REPLACE = `INSERT OR REPLACE INTO questions (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;
const ADD = `
  INSERT INTO forecast_bins (market, forecaster, bin, seconds, forecast, squares, log_first, log_second)
  VALUES (?1, ${VENUE}, ?2, ?3, ?3 * ?4, ?3 * ?4 * ?4, ?3 * ?5, ?3 * ?6)
  ON CONFLICT (market, forecaster, bin) DO UPDATE SET seconds = seconds + excluded.seconds,
    forecast = forecast + excluded.forecast, squares = squares + excluded.squares,
    log_first = log_first + excluded.log_first, log_second = log_second + excluded.log_second
`;

export class Questions {
  /** Questions to be scored, in the order in which they changed. */
  readonly due: Set<Question>;
  readonly #select;
  readonly #replace;
  readonly #addSpan;
  readonly #add;
  readonly #known = new Map<number, Question>();
  readonly #changed = new Set<Question>();

  constructor(store: StoreWriter) {
    this.#select = store.prepare('SELECT * FROM questions WHERE market = ?');
    this.#replace = store.prepare(REPLACE);
    this.#addSpan = store.prepare('INSERT OR IGNORE INTO trading_spans (market, since_s, traded_s) VALUES (?, ?, ?)');
    this.#add = store.prepare(ADD);
    const due = store.prepare('SELECT market FROM questions WHERE due = 1 ORDER BY market').all();
    this.due = new Set(due.map(({ market }) => this.#at(Number(market))));
  }

  /** True if its displayed price has changed. */
  follow({ market, priceHalfTicks, isTrading, payout }: ObservedPrice, timeS: number): boolean {
    const question = this.#at(market);
    const { sinceS, price } = question;
    const isPriced = price !== priceHalfTicks;
    if (!isPriced && question.payout === payout && (sinceS !== null) === isTrading) return false;
    this.#changed.add(question);
    this.#count(question, timeS);
    if ((sinceS !== null) !== isTrading) this.#turn(question, isTrading, timeS);
    if (question.payout !== payout) {
      question.payout = payout;
      question.decidedS = payout === null ? null : timeS;
      // Without a second of trading there is no forecast.
      if (question.tradedS > 0) {
        question.due = 1;
        this.due.delete(question);
        this.due.add(question);
      }
    }
    question.price = priceHalfTicks;
    return isPriced;
  }

  /** Notes that a question is scored. */
  scored(question: Question): void {
    question.due = 0;
    this.due.delete(question);
    this.#changed.add(question);
  }

  flush(): void {
    for (const { market, tradedS, sinceS, endedS, price, countedS, payout, decidedS, due } of this.#changed)
      this.#replace.run(market, tradedS, sinceS, endedS, price, countedS, payout, decidedS, due);
    this.#changed.clear();
  }

  #turn(question: Question, isTrading: boolean, timeS: number): void {
    question.tradedS = clockOf(question, timeS);
    question.endedS = isTrading || question.sinceS === null ? null : timeS;
    question.sinceS = isTrading ? timeS : null;
    if (isTrading) this.#addSpan.run(question.market, timeS, question.tradedS);
  }

  /** Adds the time since the last change of the displayed price to its bin. */
  #count(question: Question, timeS: number): void {
    const clock = clockOf(question, timeS);
    const { market, price, countedS } = question;
    question.countedS = clock;
    if (price === null || clock === countedS) return;
    const halfTicks = asForecast(price);
    // A number would be bound as a double, and the sums exceed its exact range.
    const exact = [clock - countedS, halfTicks, surprise(halfTicks), surprise(HALF_TICKS_PER_UNIT - halfTicks)];
    this.#add.run(market, binOf(halfTicks), ...exact.map(BigInt));
  }

  #at(market: number): Question {
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
        countedS: number('counted_s') ?? 0,
        payout: number('payout'),
        decidedS: number('decided_s'),
        due: row?.['due'] === 1 ? 1 : 0,
      };
      this.#known.set(market, question);
    }
    return question;
  }
}

/** Seconds that the question has traded by then. */
const clockOf = ({ tradedS, sinceS }: Question, timeS: number): number =>
  tradedS + (sinceS === null ? 0 : Math.max(0, timeS - sinceS));
