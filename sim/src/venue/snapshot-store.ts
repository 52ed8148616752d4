/** Snapshots of the simulated world: bytes, each complete or absent, with its closed orders. */
import { deserialize, serialize } from 'node:v8';
import {
  createOrderRow,
  OrderRows,
  OrderTable,
  type SealedOrders,
  type Snapshot,
  type State,
} from '@bellwether/engine';
import { snapshotOf } from '@bellwether/server/log/recovery.ts';
import type { JournalHead } from '@bellwether/server/ports/journal.ts';
import type { ClosedOrders, OrderRun, StoredOrders } from '@bellwether/server/ports/order-archive.ts';
import type { SnapshotMark, StoredSnapshot } from '@bellwether/server/ports/snapshots.ts';

interface Kept {
  readonly mark: SnapshotMark;
  readonly bytes: Uint8Array;
  readonly runs: readonly OrderRun[];
}

export class SnapshotStore {
  /** Generations by index; sealed ones never change. */
  readonly #generations: SealedOrders[] = [];
  /** Oldest first. */
  #kept: Kept[] = [];

  get count(): number {
    return this.#kept.length;
  }

  /** Saves a snapshot like `saveSnapshot`. */
  save(state: Readonly<State>, head: JournalHead, closed: ClosedOrders): void {
    const [snapshot, mark] = snapshotOf(state, head);
    for (const generation of closed.pending) this.#generations[generation.index] ??= generation;
    const from = closed.runs.at(-1)?.to ?? 0;
    const runs =
      closed.pending.length === 0 ? closed.runs : [...closed.runs, { from, to: from + closed.pending.length }];
    this.#kept = this.#kept.filter((other) => other.mark.sequence !== mark.sequence);
    this.#kept.push({ mark, bytes: serialize(snapshot), runs });
    this.#kept.sort((a, b) => a.mark.sequence - b.mark.sequence);
  }

  /** Loads snapshots, newest first. Removes those for which `isLost` returns true. */
  *load(isLost: () => boolean = () => false): Generator<StoredSnapshot> {
    for (const kept of this.#kept.toReversed()) {
      if (isLost()) this.#kept = this.#kept.filter((other) => other !== kept);
      else yield this.#stored(kept);
    }
  }

  /** Closed orders stored with the snapshot of an entry. Throws if there is no such snapshot. */
  openOrdersOf(sequence: number): StoredOrders {
    const kept = this.#kept.find(({ mark }) => mark.sequence === sequence);
    if (kept === undefined) throw new Error(`there is no snapshot of entry ${sequence}`);
    return this.#open(kept);
  }

  #stored(kept: Kept): StoredSnapshot {
    const { mark, bytes, runs } = kept;
    // The cast is the parse boundary: this program wrote the bytes.
    return { ...mark, snapshot: deserialize(bytes) as Snapshot, runs, openOrders: () => this.#open(kept) };
  }

  #open({ runs }: Kept): StoredOrders {
    return storedOf(runs, this.#generations.slice(0, runs.at(-1)?.to ?? 0));
  }
}

function storedOf(runs: readonly OrderRun[], generations: readonly SealedOrders[]): StoredOrders {
  const rows = new OrderRows();
  const table = new OrderTable(rows);
  const row = createOrderRow();
  for (const generation of generations)
    for (let at = 0; at < generation.size; at++) table.add(rows.add(generation.read(at, row)));
  return {
    runs,
    generations: generations.length,
    find: (key) => {
      const at = table.find(key);
      return at < 0 ? null : rows.read(at, row);
    },
    close: () => undefined,
  };
}
