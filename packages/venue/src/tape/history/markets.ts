/** Markets of files of history: as their venue describes them, or by what the rows show. */
import { hash } from 'node:crypto';
import { conditionIdText, slugOf } from '@bellwether/contract';
import { type Outcome, PRICE_ONE, TICKS } from '@bellwether/engine';
import type { TapeMarket } from '../tape-line.ts';
import { cellText } from './table.ts';

/** Markets that a replay plays at most. */
const MARKETS_MAX = 50;

const keyOf = (name: string): string => (name.startsWith('0x') ? conditionIdText(name) : name);

export class Markets {
  readonly #described: ReadonlyMap<string, TapeMarket>;
  readonly #wanted: ReadonlySet<string>;
  readonly #byName = new Map<string, HistoryMarket>();
  readonly #byId = new Map<string, HistoryMarket>();

  /** `only`: names of the markets to keep; none: those described, or all. */
  constructor(described: readonly TapeMarket[], only: readonly string[]) {
    const names = (market: TapeMarket) => [market.condition_id, market.slug, ...market.token_ids].map(keyOf);
    this.#described = new Map(described.flatMap((market) => names(market).map((name) => [name, market] as const)));
    this.#wanted = new Set(only.length > 0 ? only.map(keyOf) : this.#described.keys());
  }

  wants(cell: unknown): boolean {
    return this.#wanted.size === 0 || this.#wanted.has(keyOf(cellText(cell)));
  }

  /** The market of a name. Throws if there are too many. */
  of(name: string): HistoryMarket {
    let market = this.#byName.get(name);
    if (market !== undefined) return market;
    const key = keyOf(name);
    const described = this.#described.get(key);
    const own = /^0x[0-9a-f]{64}$/.test(key) ? key : `0x${hash('sha256', `market ${name}`)}`;
    const id = described?.condition_id ?? own;
    market = this.#byId.get(id) ?? new HistoryMarket(described ?? marketOf(id, name));
    this.#byName.set(name, market);
    this.#byId.set(id, market);
    if (this.#byId.size <= MARKETS_MAX) return market;
    const some = [...this.#byName.keys()].slice(0, 3).join(', ');
    throw new Error(`there are more than ${MARKETS_MAX} markets, the most of a replay: choose with --only, as ${some}`);
  }

  /** For the header of a tape, in the order of their first rows. */
  describe(): TapeMarket[] {
    return [...this.#byId.values()].map((market) => market.describe());
  }
}

/** A market without a description: all that is unknown follows from its name. */
function marketOf(id: string, name: string): TapeMarket {
  return {
    condition_id: id,
    slug: slugOf(name) || id,
    question: name.slice(0, 500),
    outcomes: ['Yes', 'No'],
    token_ids: ['', ''],
    minimum_tick_size: 0.01,
    minimum_order_size: 1,
    taker_base_fee: 0,
  };
}

export class HistoryMarket {
  readonly id: string;
  readonly #described: TapeMarket;
  readonly #tokens: string[];
  /** Token ids for outcomes of which no row names one. */
  readonly #made: readonly [string, string];
  /** In 1/10000, so that all prices lie on it. */
  #tick: number;

  constructor(described: TapeMarket) {
    this.id = described.condition_id;
    this.#described = described;
    const made = (outcome: Outcome) => BigInt(`0x${hash('sha256', `token ${outcome} of ${this.id}`)}`).toString();
    this.#made = [made(0), made(1)];
    this.#tokens = described.token_ids.filter((token) => token !== '');
    this.#tick = Math.round(described.minimum_tick_size * PRICE_ONE);
  }

  /** Outcome of a token id or, with `isName`, of its name or number; null if the market has no such one. */
  outcomeOf(token: string, isName: boolean): Outcome | null {
    if (token === '') return 0;
    const known = isName ? this.#described.outcomes.map((name) => name.toLowerCase()) : this.#tokens;
    if (!isName && !known.includes(token) && known.length < 2) this.#tokens.push(token);
    const at = isName && /^[01]$/.test(token) ? Number(token) : known.indexOf(isName ? token.toLowerCase() : token);
    return at === 0 || at === 1 ? at : null;
  }

  token(outcome: Outcome): string {
    return this.#tokens[outcome] ?? this.#made[outcome];
  }

  /** Makes the tick fine enough for a price. */
  meet(price: number): void {
    if (price % this.#tick !== 0) this.#tick = TICKS.find((tick) => tick < this.#tick && price % tick === 0) ?? 1;
  }

  describe(): TapeMarket {
    const token_ids = [this.token(0), this.token(1)] as const;
    return { ...this.#described, token_ids, minimum_tick_size: this.#tick / PRICE_ONE };
  }
}
