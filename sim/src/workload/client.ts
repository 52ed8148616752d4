/**
 * One client: a trader's program, the operator's, or a second program of the same trader. It sends commands to its
 * usual gateway, waits for a while, and repeats unanswered ones with the same id, there or elsewhere. It reads the
 * venue's state from a gateway's view.
 */
import { hash } from 'node:crypto';
import type { AccountId, Command, RequestId, State, Wallet } from '@bellwether/engine';
import type { Answer } from '../checks/facts.ts';
import type { Dice } from '../dice/dice.ts';
import { type GatewayHandle, hasId } from '../venue/gateway-handle.ts';
import type { GatewayView } from '../venue/hosted.ts';
import type { SimWorld } from '../venue/sim-world.ts';
import { ownAddress } from './setting.ts';

export const TRADERS = 7;
/** Clients that the plan names: a program of each trader, and a second one of the first two. The operator is additional. */
export const CLIENTS = TRADERS + 2;

/** Times after which clients give up waiting for an answer. */
const PATIENCE_MS = [300, 1_000, 3_000, 8_000] as const;
const BACK_OFF_MS = [20, 200, 1_000, 4_000] as const;
const ATTEMPTS_MAX = 6;

export interface Sending {
  /** True to repeat unanswered commands; commands without an id are never repeated. */
  readonly isPatient?: boolean;
  readonly gateway?: GatewayHandle;
}

export class Client {
  readonly index: number;
  /** Account that the client acts for; null for the operator. */
  readonly trader: number | null;
  readonly world: SimWorld;
  readonly apiKeys: string[] = [];
  #gateway: number;

  constructor(world: SimWorld, index: number, trader: number | null) {
    this.world = world;
    this.index = index;
    this.trader = trader;
    this.#gateway = index % world.gateways.length;
  }

  get gateway(): GatewayHandle {
    return this.world.gateways[this.#gateway] as GatewayHandle;
  }

  move(): void {
    this.#gateway = (this.#gateway + 1) % this.world.gateways.length;
  }

  get view(): GatewayView | null {
    return this.gateway.view();
  }

  /** The client's account as the gateway knows it. */
  accountIn(state: Readonly<State>): AccountId | null {
    return this.trader === null ? null : (state.accountsByAddress.get(ownAddress(this.trader)) ?? null);
  }

  walletsIn(state: Readonly<State>): readonly Wallet[] {
    const account = this.accountIn(state);
    if (account === null) return [];
    return (state.accounts[account]?.wallets ?? []).flatMap((wallet) => state.wallets[wallet] ?? []);
  }

  /** Returns the answer, or null if no attempt got one. */
  async send(command: Command, dice: Dice, { isPatient = true, gateway }: Sending = {}): Promise<Answer | null> {
    const attempts = isPatient && hasId(command) ? ATTEMPTS_MAX : 1;
    let at = gateway ?? this.gateway;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const answer = await this.#ask(at, command, dice.pick(PATIENCE_MS));
      if (answer !== null && !isToRepeat(answer)) return answer;
      this.world.count('client repeats');
      await this.pause(dice.pick(BACK_OFF_MS));
      if (at === this.gateway && dice.chance(0.5)) this.move();
      at = this.gateway;
    }
    return null;
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.world.timers.after(ms, resolve));
  }

  /** null once the client's patience is over. */
  #ask(gateway: GatewayHandle, command: Command, patienceMs: number): Promise<Answer | null> {
    return new Promise((resolve) => {
      const cancel = this.world.timers.after(patienceMs, () => resolve(null));
      void gateway.submit(command, this.index).then((answer) => {
        cancel();
        resolve(answer);
      });
    });
  }
}

/** True if the command may succeed elsewhere or later. */
const isToRepeat = (answer: Answer): boolean =>
  answer.kind === 'unknown' ||
  (answer.kind === 'not_done' && answer.code !== 'storage_full' && answer.code !== 'malformed');

/** The same command under a key of its submitter. */
export function keyed<C extends Command>(command: C, by: AccountId | null, key: string): C {
  const request: RequestId = { by, key, hash: hash('md5', JSON.stringify(command), 'hex') };
  return { ...command, request };
}
