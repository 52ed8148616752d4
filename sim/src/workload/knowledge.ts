/** Knowledge of a run's clients beyond what they can see: past actions, and the hot markets. */
import type { CommentId, Market, PlaceOrder, State } from '@bellwether/engine';
import type { Dice } from '../dice/dice.ts';

/** Number of recent orders that clients usually choose from, and the share of choices among older ones. */
const PLACED_MAX = 200;
const OLDER = 0.1;

export class Knowledge {
  readonly hot: readonly number[];
  /** Orders that were sent, whatever their outcome. */
  readonly #placed: PlaceOrder[] = [];
  readonly #older: PlaceOrder[] = [];
  /** Number of markets created or requested, so that new ones get unique names. */
  markets: number;

  constructor(hot: readonly number[], markets: number) {
    this.hot = hot;
    this.markets = markets;
  }

  placed(order: PlaceOrder): void {
    this.#placed.push(order);
    if (this.#placed.length > PLACED_MAX) this.#older.push(...this.#placed.splice(0, 1));
  }

  /** A recent order; null if there is none yet. */
  anyPlaced(dice: Dice, wanted: (order: PlaceOrder) => boolean = () => true): PlaceOrder | null {
    const looksBack = this.#older.length > 0 && dice.chance(OLDER);
    const fits = (looksBack ? this.#older : this.#placed).filter(wanted);
    return fits.length === 0 ? null : dice.pick(fits);
  }

  /** Usually a hot market that takes orders; sometimes one that does not; null if there is none. */
  market(dice: Dice, { markets }: Readonly<State>): Market | null {
    if (markets.length === 0) return null;
    if (dice.chance(0.03)) return dice.pick(markets);
    const hot = this.hot.flatMap((index) => markets[index] ?? []).filter(isTraded);
    if (hot.length > 0 && dice.chance(0.75)) return dice.pick(hot);
    const traded = markets.filter(isTraded);
    return traded.length === 0 ? dice.pick(markets) : dice.pick(traded);
  }

  /** Usually one of the latest comments. */
  comment(dice: Dice, { community }: Readonly<State>): CommentId {
    const { count } = community.comments;
    return Math.max(1, count - dice.below(8) + (dice.chance(0.05) ? 9 : 0)) as CommentId;
  }
}

export const isTraded = ({ status, closed, archived, tradingEnded }: Readonly<Market>): boolean =>
  status === 'open' && !closed && !archived && !tradingEnded;
