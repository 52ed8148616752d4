/**
 * The requests that are remembered: for REQUEST_KEPT_MS, up to a bound for each account and for all. A submitter that
 * exceeds one loses its own earliest requests, never another's. All steps O(1): two linked lists, of all requests
 * and of each submitter's, both in the order in which they were made.
 */
import {
  REQUEST_ENTRIES_MAX,
  REQUEST_KEPT_MS,
  REQUESTS_ALWAYS_MAX,
  REQUESTS_MAX,
  REQUESTS_OF_OPERATOR_MAX,
  REQUESTS_PER_ACCOUNT_MAX,
} from '../limits.ts';
import { violated } from '../units/assert.ts';
import type { AccountId } from '../units/ids.ts';
import type { RequestKept } from './request.ts';

/** What is known of a request. */
export interface KeptRequest {
  readonly by: AccountId | null;
  readonly key: string;
  readonly hash: string;
  /** Time of its first entry, Unix milliseconds. */
  readonly timeMs: number;
  /** Its first entries: all of them but of a request of more than REQUEST_ENTRIES_MAX. */
  readonly sequences: readonly number[];
  /** Entries in which it did something. */
  readonly entries: number;
  /** Orders and comments there had been when it began: it is not about later ones. */
  readonly orders: number;
  readonly comments: number;
}

export interface RequestBounds {
  readonly inAllMax: number;
  readonly perAccountMax: number;
  readonly ofOperatorMax: number;
  readonly alwaysMax: number;
  readonly keptMs: number;
}

const BOUNDS: RequestBounds = {
  inAllMax: REQUESTS_MAX,
  perAccountMax: REQUESTS_PER_ACCOUNT_MAX,
  ofOperatorMax: REQUESTS_OF_OPERATOR_MAX,
  alwaysMax: REQUESTS_ALWAYS_MAX,
  keptMs: REQUEST_KEPT_MS,
};

/** Forgotten at a time for their age: more than are added, and never a pause. */
const FORGOTTEN_PER_STEP = 4;

/** One list that a request is in. */
interface Links {
  previous: Node | null;
  next: Node | null;
}

interface Node {
  readonly id: string;
  request: Omit<KeptRequest, 'sequences' | 'entries'>;
  sequences: number[];
  entries: number;
  readonly all: Links;
  readonly own: Links;
}

class List {
  readonly #of: 'all' | 'own';
  first: Node | null = null;
  #last: Node | null = null;
  size = 0;

  constructor(of: 'all' | 'own') {
    this.#of = of;
  }

  add(node: Node): void {
    const last = this.#last;
    node[this.#of].previous = last;
    if (last === null) this.first = node;
    else last[this.#of].next = node;
    this.#last = node;
    this.size++;
  }

  remove(node: Node): void {
    const { previous, next } = node[this.#of];
    if (previous === null) this.first = next;
    else previous[this.#of].next = next;
    if (next === null) this.#last = previous;
    else next[this.#of].previous = previous;
    this.size--;
  }
}

export class RequestWindow {
  readonly #bounds: RequestBounds;
  readonly #byId = new Map<string, Node>();
  readonly #all = new List('all');
  readonly #owners = new Map<AccountId | null, List>();
  /** False of a state that keeps none: then they can be neither kept nor read. */
  readonly isKept: boolean;

  constructor(bounds = BOUNDS, isKept = true) {
    this.#bounds = bounds;
    this.isKept = isKept;
  }

  static notKept(): RequestWindow {
    return new RequestWindow(BOUNDS, false);
  }

  get size(): number {
    return this.#all.size;
  }

  /** A request that is still remembered at `nowMs`, or null. O(1). */
  find(by: AccountId | null, key: string, nowMs: number): KeptRequest | null {
    this.#assertKept();
    const node = this.#byId.get(idOf(by, key));
    return node === undefined || this.#isOver(node, nowMs) ? null : facts(node);
  }

  /** Remembers a request, or the next entry of one. */
  keep(
    kept: Omit<RequestKept, 'kind'>,
    at: { sequence: number; timeMs: number; orders: number; comments: number },
  ): void {
    this.#assertKept();
    const { by, key, hash, idle = false } = kept;
    const { sequence, timeMs, orders, comments } = at;
    for (let step = 0; step < FORGOTTEN_PER_STEP; step++) {
      const { first } = this.#all;
      if (first === null || !this.#isOver(first, timeMs)) break;
      this.#forget(first);
    }
    const known = this.#byId.get(idOf(by, key));
    if (known !== undefined && !this.#isOver(known, timeMs)) {
      if (!idle) known.entries++;
      if (known.sequences.length < REQUEST_ENTRIES_MAX) known.sequences.push(sequence);
      return;
    }
    if (known !== undefined) this.#forget(known);
    this.#add({ by, key, hash, timeMs, orders, comments, sequences: [sequence], entries: idle ? 0 : 1 });
  }

  /** Oldest first. */
  *values(): Generator<KeptRequest, void, undefined> {
    this.#assertKept();
    for (let node = this.#all.first; node !== null; node = node.all.next) yield facts(node);
  }

  snapshot(): readonly KeptRequest[] {
    return [...this.values()];
  }

  static restore(requests: readonly KeptRequest[], bounds = BOUNDS): RequestWindow {
    const window = new RequestWindow(bounds);
    for (const request of requests) window.#insert(request);
    return window;
  }

  #assertKept(): void {
    if (!this.isKept) violated('this state keeps no requests');
  }

  #isOver({ request }: Node, nowMs: number): boolean {
    return nowMs - request.timeMs >= this.#bounds.keptMs;
  }

  /** Makes room among those of the same submitter. */
  #add(request: KeptRequest): void {
    const { inAllMax, perAccountMax, ofOperatorMax, alwaysMax } = this.#bounds;
    const own = this.#owners.get(request.by);
    const ownMax = request.by === null ? ofOperatorMax : perAccountMax;
    if (own !== undefined && own.first !== null) {
      const isCrowded = this.size >= inAllMax && own.size >= alwaysMax;
      if (own.size >= ownMax || isCrowded) this.#forget(own.first);
    }
    this.#insert(request);
  }

  #insert({ by, key, hash, timeMs, orders, comments, sequences, entries }: KeptRequest): void {
    const id = idOf(by, key);
    // By name: to take what is left of an object takes several times as long, and one is kept for nearly each command.
    const request = { by, key, hash, timeMs, orders, comments };
    const links = (): Links => ({ previous: null, next: null });
    const node: Node = { id, request, sequences: [...sequences], entries, all: links(), own: links() };
    this.#byId.set(id, node);
    this.#all.add(node);
    let own = this.#owners.get(request.by);
    if (own === undefined) {
      own = new List('own');
      this.#owners.set(request.by, own);
    }
    own.add(node);
  }

  #forget(node: Node): void {
    this.#byId.delete(node.id);
    this.#all.remove(node);
    const own = this.#owners.get(node.request.by);
    if (own === undefined) return;
    own.remove(node);
    if (own.size === 0) this.#owners.delete(node.request.by);
  }
}

function facts({ request, sequences, entries }: Node): KeptRequest {
  return { ...request, sequences: [...sequences], entries };
}

/** Keys have no spaces. */
function idOf(by: AccountId | null, key: string): string {
  return `${by ?? 'operator'} ${key}`;
}
