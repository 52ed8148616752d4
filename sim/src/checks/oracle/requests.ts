/**
 * "Repeated requests" of docs/reference/trading-rules.md around the naive exchange, which does not know requests: a key is
 * executed once, and another request under that key is refused.
 */
import type { AccountId, Command, Decision, Event, Stamp } from '@bellwether/engine';

const HOUR_MS = 60 * 60 * 1000;
/** Retention: two hours for a request named by its signature, otherwise a day. */
const keptMs = (key: string): number => (key.startsWith('§') ? 2 : 24) * HOUR_MS;

interface Done {
  readonly key: string;
  readonly hash: string;
  readonly timeMs: number;
  readonly sequence: number;
}

export class NaiveRequests {
  /** Requests done before the last copy, latest last. Copies share these maps, which never change. */
  #before: readonly ReadonlyMap<string, Done>[];
  /** Requests done since then. */
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

  /** Decides a command; `execute` decides it without regard to its request. */
  execute(command: Command, stamp: Stamp, execute: () => Decision): Decision {
    const { request } = command;
    if (request === undefined) return execute();
    const { by, key, hash, signature, part } = request;
    const names = [key, ...(signature === undefined ? [] : [signature])].map((text) => nameOf(by, text));
    const [known, signed] = names.map((name) => this.#find(name, stamp.timeMs));
    if ([known, signed].some((done) => done !== undefined && done.key !== key))
      return { kind: 'reject', code: 'signature_used', details: {} };
    if (known !== undefined && known.hash !== hash)
      return { kind: 'reject', code: 'idempotency_key_used', details: {} };
    if (known !== undefined && part !== true) return { kind: 'repeated', sequence: known.sequence };
    const decision = execute();
    if (decision.kind !== 'accepted' && decision.kind !== 'unchanged') return decision;
    const events: readonly Event[] = decision.kind === 'accepted' ? decision.events : [];
    if (events.length === 0 && key.startsWith('§') && command.kind !== 'RecordRequest') return decision;
    const { notCanceled } = decision;
    const { timeMs, sequence } = stamp;
    if (known === undefined) for (const name of names) this.#done.set(name, { key, hash, timeMs, sequence });
    const kept: Event = {
      kind: 'RequestKept',
      by,
      key,
      hash,
      ...(signature !== undefined && { signature }),
      ...(events.length === 0 && { idle: true as const }),
      ...(Object.keys(notCanceled).length > 0 && { notCanceled }),
    };
    return { kind: 'accepted', events: [...events, kept], notCanceled };
  }

  #find(name: string, nowMs: number): Done | undefined {
    const done = this.#done.get(name) ?? this.#before.findLast((before) => before.has(name))?.get(name);
    return done !== undefined && nowMs < done.timeMs + keptMs(done.key) ? done : undefined;
  }
}

const nameOf = (by: AccountId | null, key: string): string => `${by ?? 'operator'} ${key}`;
