/** Everything bounded stays within its bound: records, the work of one step, lists of the state, queues. */
import {
  HEARTBEAT_TIMEOUT_MS,
  OPEN_ORDERS_PER_ACCOUNT_MAX,
  REQUESTS_MAX,
  STEPS_PER_COMMAND_MAX,
  WALLETS_PER_ACCOUNT_MAX,
} from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { BATCH_COMMANDS_MAX, BATCH_PAYLOAD_MAX } from '@bellwether/server/sequencer/limits.ts';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

const STEPS: ReadonlySet<string> = new Set(['ExpireOrders', 'EndTrading', 'SettleMarket', 'ExpireHeartbeats']);
/** Wallets that a signer has deployed, on top of the others: one for each scheme. */
const DEPLOYED_MAX = 8;

export class Bounded implements Rule {
  readonly name = 'bounded';
  readonly hears = ['filled', 'logged', 'ended'] as const;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'filled') this.#within(fact.what, fact.size, fact.bound);
    if (fact.kind === 'logged') {
      this.#within('entries of a record', fact.entries.length, BATCH_COMMANDS_MAX);
      // A single larger entry makes up its own record.
      if (fact.entries.length > 1) this.#within('bytes of a record', fact.bytes, BATCH_PAYLOAD_MAX + 64);
      for (const entry of fact.entries) this.#step(entry);
    }
    if (fact.kind === 'ended') this.#state(log);
  }

  #step({ sequence, command, events }: ChainedEntry): void {
    if (!STEPS.has(command.kind)) return;
    // After its work, a step may add one event that says something is over; a key may be swept without an order.
    const done = events.filter(({ kind }) => kind !== 'MarketSettled' && kind !== 'HeartbeatSwept').length;
    this.#within(`steps of entry ${sequence}`, done, STEPS_PER_COMMAND_MAX);
  }

  #state({ state }: AuditedLog): void {
    this.#within('requests remembered', state.requests.size, REQUESTS_MAX);
    for (const { id, wallets, openOrders } of state.accounts) {
      this.#within(`wallets of account ${id}`, wallets.length, WALLETS_PER_ACCOUNT_MAX + DEPLOYED_MAX);
      this.#within(`open orders of account ${id}`, openOrders.size, OPEN_ORDERS_PER_ACCOUNT_MAX);
    }
    for (const key of state.apiKeys.values()) {
      const armed = state.heartbeats.get(key.apiKey);
      if (armed !== null)
        this.#within(`ms of life of key ${key.apiKey}`, armed.deadlineMs - state.timeMs, HEARTBEAT_TIMEOUT_MS);
    }
  }

  #within(what: string, size: number, bound: number): void {
    if (size > bound) throw new Violation(this.name, `${what}: ${size}, at most ${bound}`);
  }
}
