/**
 * Remembered requests, up to a bound per account and in total. Requests named by their submitter are kept for
 * a day, requests identified by their signature for two hours, and each kind has its own places.
 * A submitter that exceeds a bound displaces its own earliest requests, and another submitter's only if it is stale.
 * All steps are O(1): two linked lists, of all requests and of each submitter's, both in order of creation.
 */
import { NAMED_REQUESTS, REQUEST_ENTRIES_MAX, SIGNED_REQUESTS } from '../limits.ts';
import { type AccountId, violated } from '../units/units.ts';
import { isSignatureKey, type RequestKept } from './request.ts';

export interface KeptRequest {
  readonly by: AccountId | null;
  readonly key: string;
  readonly hash: string;
  /** The request's signature, if it also has a key: it is found by both. */
  readonly signature?: string;
  /** Time of its first entry, Unix milliseconds. */
  readonly timeMs: number;
  /** First entries of the request: all, or REQUEST_ENTRIES_MAX if there are more. */
  readonly sequences: readonly number[];
  /** Number of entries in which it had an effect. */
  readonly entries: number;
  /** Number of orders and comments at the start of the request: it does not concern later ones. */
  readonly orders: number;
  readonly comments: number;
}

export interface RequestBounds {
  readonly inAllMax: number;
  readonly perAccountMax: number;
  readonly ofOperatorMax: number;
  readonly alwaysMax: number;
  readonly keptMs: number;
  /** Age from which a request, by then most likely useless, makes room for any other at `inAllMax`. */
  readonly staleMs: number;
}

/** Bounds for named requests, and for requests identified by their signature. */
export type WindowBounds = { readonly named: RequestBounds; readonly signed: RequestBounds };

const BOUNDS: WindowBounds = { named: NAMED_REQUESTS, signed: SIGNED_REQUESTS };

/** Expired requests forgotten per step: more than are added, but few enough to avoid a pause. */
const FORGOTTEN_PER_STEP = 4;

/** Links of a request in one list. */
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

class Kind {
  readonly bounds: RequestBounds;
  readonly all = new List('all');
  readonly owners = new Map<AccountId | null, List>();

  constructor(bounds: RequestBounds) {
    this.bounds = bounds;
  }

  isOver({ request }: Node, nowMs: number): boolean {
    return nowMs - request.timeMs >= this.bounds.keptMs;
  }

  /** The request that makes room for a new one of this submitter, or null. */
  crowdedOut(by: AccountId | null, nowMs: number): Node | null {
    const { inAllMax, perAccountMax, ofOperatorMax, alwaysMax, staleMs } = this.bounds;
    const own = this.owners.get(by);
    const ownSize = own?.size ?? 0;
    if (ownSize >= (by === null ? ofOperatorMax : perAccountMax)) return own?.first ?? null;
    const { first } = this.all;
    if (first === null || this.all.size < inAllMax) return null;
    if (nowMs - first.request.timeMs >= staleMs) return first;
    return ownSize >= alwaysMax ? (own?.first ?? null) : null;
  }

  add(node: Node): void {
    const { by } = node.request;
    this.all.add(node);
    let own = this.owners.get(by);
    if (own === undefined) {
      own = new List('own');
      this.owners.set(by, own);
    }
    own.add(node);
  }

  remove(node: Node): void {
    const { by } = node.request;
    this.all.remove(node);
    const own = this.owners.get(by);
    own?.remove(node);
    if (own?.size === 0) this.owners.delete(by);
  }
}

export class RequestWindow {
  readonly #byId = new Map<string, Node>();
  readonly #named: Kind;
  readonly #signed: Kind;
  /** False for a state that keeps no requests: they can then be neither stored nor read. */
  readonly isKept: boolean;

  constructor({ named, signed } = BOUNDS, isKept = true) {
    this.#named = new Kind(named);
    this.#signed = new Kind(signed);
    this.isKept = isKept;
  }

  static notKept(): RequestWindow {
    return new RequestWindow(BOUNDS, false);
  }

  get size(): number {
    return this.#named.all.size + this.#signed.all.size;
  }

  /** The request with this key or signature, if it is still remembered at `nowMs`; or null. O(1). */
  find(by: AccountId | null, key: string, nowMs: number): KeptRequest | null {
    this.#assertKept();
    const node = this.#byId.get(idOf(by, key));
    return node === undefined || this.#kindOf(node.request).isOver(node, nowMs) ? null : facts(node);
  }

  /** Remembers a request, or its next entry. */
  keep(
    kept: Omit<RequestKept, 'kind'>,
    at: { sequence: number; timeMs: number; orders: number; comments: number },
  ): void {
    this.#assertKept();
    const { by, key, hash, signature, idle = false } = kept;
    const { sequence, timeMs, orders, comments } = at;
    const kind = this.#kindOf(kept);
    for (let step = 0; step < FORGOTTEN_PER_STEP; step++) {
      const { first } = kind.all;
      if (first === null || !kind.isOver(first, timeMs)) break;
      this.#forget(first);
    }
    const known = this.#byId.get(idOf(by, key));
    if (known !== undefined && !this.#kindOf(known.request).isOver(known, timeMs)) {
      if (!idle) known.entries++;
      if (known.sequences.length < REQUEST_ENTRIES_MAX) known.sequences.push(sequence);
      return;
    }
    if (known !== undefined) this.#forget(known);
    const crowdedOut = kind.crowdedOut(by, timeMs);
    if (crowdedOut !== null) this.#forget(crowdedOut);
    const signed = signature === undefined ? {} : { signature };
    const entries = idle ? 0 : 1;
    this.#insert({ by, key, hash, ...signed, timeMs, orders, comments, sequences: [sequence], entries });
  }

  /** Named requests, then the others; oldest first. */
  *values(): Generator<KeptRequest, void, undefined> {
    this.#assertKept();
    for (const { all } of [this.#named, this.#signed])
      for (let node = all.first; node !== null; node = node.all.next) yield facts(node);
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

  #kindOf({ key }: Pick<KeptRequest, 'key'>): Kind {
    return isSignatureKey(key) ? this.#signed : this.#named;
  }

  #insert({ by, key, hash, signature, timeMs, orders, comments, sequences, entries }: KeptRequest): void {
    const id = idOf(by, key);
    // Listed by name: object rest syntax takes several times as long, and nearly every command stores a request.
    const request =
      signature === undefined
        ? { by, key, hash, timeMs, orders, comments }
        : { by, key, hash, signature, timeMs, orders, comments };
    const links = (): Links => ({ previous: null, next: null });
    const node: Node = { id, request, sequences: [...sequences], entries, all: links(), own: links() };
    this.#byId.set(id, node);
    if (signature !== undefined) this.#byId.set(idOf(by, signature), node);
    this.#kindOf(request).add(node);
  }

  #forget(node: Node): void {
    const { by, signature } = node.request;
    for (const id of signature === undefined ? [node.id] : [node.id, idOf(by, signature)])
      if (this.#byId.get(id) === node) this.#byId.delete(id);
    this.#kindOf(node.request).remove(node);
  }
}

function facts({ request, sequences, entries }: Node): KeptRequest {
  return { ...request, sequences: [...sequences], entries };
}

/** Unambiguous, because keys contain no spaces. */
function idOf(by: AccountId | null, key: string): string {
  return `${by ?? 'operator'} ${key}`;
}
