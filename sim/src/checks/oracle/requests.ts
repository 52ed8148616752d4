/**
 * "Repeated requests" of docs/TRADING-RULES.md around the naive exchange, which knows nothing of them: what was done under a
 * key is done once, and another request under that key is refused.
 */
import type { AccountId, Command, Decision, Event, Stamp } from '@bellwether/engine';

const KEPT_MS = 24 * 60 * 60 * 1000;

interface Done {
  readonly hash: string;
  readonly timeMs: number;
  readonly sequence: number;
}

export class NaiveRequests {
  /** What was done before it was copied last, latest last: copies share it, and nobody changes it. */
  #before: readonly ReadonlyMap<string, Done>[];
  /** Since then. */
  #done = new Map<string, Done>();

  constructor(before: readonly ReadonlyMap<string, Done>[] = []) {
    this.#before = before;
  }

  copy(): NaiveRequests {
    if (this.#done.size > 0) {
      this.#before = [...this.#before, this.#done];
      this.#done = new Map();
    }
    return new NaiveRequests(this.#before);
  }

  /** Decides a command that `execute` decides without its request. */
  execute(command: Command, stamp: Stamp, execute: () => Decision): Decision {
    const { request } = command;
    if (request === undefined) return execute();
    const { by, key, hash, part } = request;
    const name = nameOf(by, key);
    const known = this.#done.get(name) ?? this.#before.findLast((done) => done.has(name))?.get(name);
    const isKept = known !== undefined && stamp.timeMs < known.timeMs + KEPT_MS;
    if (isKept && known.hash !== hash) return { kind: 'reject', code: 'idempotency_key_used', details: {} };
    if (isKept && part !== true) return { kind: 'repeated', sequence: known.sequence };
    const decision = execute();
    if (decision.kind !== 'accepted' && decision.kind !== 'unchanged') return decision;
    const events: readonly Event[] = decision.kind === 'accepted' ? decision.events : [];
    const { notCanceled } = decision;
    if (!isKept) this.#done.set(name, { hash, timeMs: stamp.timeMs, sequence: stamp.sequence });
    const kept: Event = {
      kind: 'RequestKept',
      by,
      key,
      hash,
      ...(events.length === 0 && { idle: true as const }),
      ...(Object.keys(notCanceled).length > 0 && { notCanceled }),
    };
    return { kind: 'accepted', events: [...events, kept], notCanceled };
  }
}

const nameOf = (by: AccountId | null, key: string): string => `${by ?? 'operator'} ${key}`;
