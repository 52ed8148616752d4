/** The context of one action of the plan. */
import type { AccountId, Command, State } from '@bellwether/engine';
import type { Dice } from '../dice/dice.ts';
import type { Answer, World } from '../world.ts';
import { type Client, keyed, type Sending } from './client.ts';
import type { Knowledge } from './knowledge.ts';

export class Acting {
  readonly world: World;
  readonly index: number;
  readonly client: Client;
  readonly dice: Dice;
  readonly known: Knowledge;
  #keys = 0;

  constructor(world: World, index: number, client: Client, known: Knowledge) {
    this.world = world;
    this.index = index;
    this.client = client;
    this.known = known;
    this.dice = world.dice.fork('action').fork(index);
  }

  /** The state that the client sees; null while it sees none. */
  get state(): Readonly<State> | null {
    return this.client.view?.state ?? null;
  }

  /** The client's account in that state; null while it sees none or has none. */
  get account(): AccountId | null {
    const { state } = this;
    return state === null ? null : this.client.accountIn(state);
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

  keyed<C extends Command>(command: C): C {
    return keyed(command, this.account, this.name('key'));
  }
}

/** One action. It ends when the client knows the result or has given up. */
export type Act = (acting: Acting) => Promise<void>;
