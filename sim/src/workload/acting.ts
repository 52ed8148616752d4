/** The context of one action of the plan, and what the clients of a run know beyond what they can see. */
import type { AccountId, Command, CommentId, Market, PlaceOrder, State, Wallet } from '@bellwether/engine';
import type { Answer } from '../checks/facts.ts';
import type { Dice } from '../dice/dice.ts';
import type { Feature } from '../features/table.ts';
import type { SimWorld } from '../venue/sim-world.ts';
import { type Client, keyed, type Sending } from './client.ts';

/** A kind of action. It ends when the client knows the result, has given up, or lacks what it needs. */
export interface Action {
  readonly kind: string;
  readonly weight: number;
  readonly act: (acting: Acting) => Promise<unknown>;
  /** Part of the run that must have passed: 0 to 1. */
  readonly from?: number;
  readonly needs?: Feature;
  /** True if the operator's client does it, whichever client the plan names. */
  readonly isOperators?: true;
  /** True if it submits no command; such actions come on top of the minimum number of commands. */
  readonly isSilent?: true;
}

/** An action lacks what it needs: the client sees no state, or has no account, market or wallet in it. */
class NothingToDo extends Error {}

/** Number of recent orders that clients usually choose from, and the share of choices among older ones. */
const PLACED_MAX = 200;
const OLDER = 0.1;

/** Knowledge shared by all clients of a run: past orders, and the hot markets. */
export interface Knowledge {
  /** Indexes of the markets that attract most of the trade, those made by the house among them. */
  readonly hot: number[];
  /** Orders that were sent, whatever their outcome. */
  readonly placed: PlaceOrder[];
  /** Number of markets created or requested, so that new ones get unique names. */
  markets: number;
}

export class Acting {
  readonly world: SimWorld;
  readonly index: number;
  readonly client: Client;
  readonly dice: Dice;
  readonly known: Knowledge;
  #keys = 0;

  constructor(world: SimWorld, index: number, client: Client, known: Knowledge) {
    this.world = world;
    this.index = index;
    this.client = client;
    this.known = known;
    this.dice = world.dice.fork('action').fork(index);
  }

  /** The state that the client sees. This and the following throw if there is nothing of the kind: see `attempt`. */
  get state(): Readonly<State> {
    return found(this.client.view?.state);
  }

  get account(): AccountId {
    return found(this.client.accountIn(this.state));
  }

  /** Usually one of the client's own wallets; sometimes any wallet. */
  wallet(others = 0.01): Wallet {
    const own = this.client.walletsIn(this.state);
    if (own.length === 0 || this.dice.chance(others)) return this.pick(this.state.wallets);
    return this.dice.chance(0.7) ? found(own[0]) : this.pick(own);
  }

  /** Usually a hot market that takes orders; sometimes one that does not. */
  market(): Market {
    const { dice, known } = this;
    const { markets } = this.state;
    if (dice.chance(0.03)) return this.pick(markets);
    const hot = known.hot.flatMap((index) => markets[index] ?? []).filter(isTraded);
    if (hot.length > 0 && dice.chance(0.75)) return dice.pick(hot);
    const traded = markets.filter(isTraded);
    return this.pick(traded.length === 0 ? markets : traded);
  }

  /** An order that was sent, usually a recent one. */
  placed(isWanted: (order: PlaceOrder) => boolean = () => true): PlaceOrder {
    const { placed } = this.known;
    const older = placed.length > PLACED_MAX && this.dice.chance(OLDER);
    const some = older ? placed.slice(0, -PLACED_MAX) : placed.slice(-PLACED_MAX);
    return this.pick(some.filter(isWanted));
  }

  /** Usually one of the latest comments. */
  comment(): CommentId {
    const { count } = this.state.community.comments;
    return Math.max(1, count - this.dice.below(8) + (this.dice.chance(0.05) ? 9 : 0)) as CommentId;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new NothingToDo();
    return this.dice.pick(list);
  }

  /** Returns a unique name that no other action uses. */
  name(what: string): string {
    return `${what}-${this.index}-${this.#keys++}`;
  }

  /**
   * Sends a command, mostly under a key as most clients do. Orders are idempotent by their id and mostly go without
   * one.
   */
  send(command: Command, sending: Sending = {}): Promise<Answer | null> {
    const chance = command.kind === 'PlaceOrder' || command.kind === 'BindAndPlace' ? 0.15 : 0.7;
    return this.client.send(this.dice.chance(chance) ? this.keyed(command) : command, this.dice, sending);
  }

  keyed<C extends Command>(command: C, key = this.name('key')): C {
    const { view } = this.client;
    return keyed(command, view === null ? null : this.client.accountIn(view.state), key);
  }
}

export const isTraded = ({ status, closed, archived, tradingEnded }: Readonly<Market>): boolean =>
  status === 'open' && !closed && !archived && !tradingEnded;

export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new NothingToDo();
  return value;
}

/** Returns what `work` returns; null if it lacks what it needs. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    return nothing(error);
  }
}

/** Does an action, as far as there is what it needs. */
export async function perform({ act }: Action, acting: Acting): Promise<void> {
  await Promise.resolve()
    .then(() => act(acting))
    .catch(nothing);
}

function nothing(error: unknown): null {
  if (error instanceof NothingToDo) return null;
  throw error;
}
