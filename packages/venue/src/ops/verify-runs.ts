/**
 * Compares the files of closed orders with the journal: each must have every order as it ended, and no other. Sums over
 * orders are compared, because the files have another order than the journal. The checksum of every bucket is checked
 * on the way.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OrderRow, State } from '@bellwether/engine';
import { readOrderRun } from '@bellwether/ledger/adapters/snapshot-file/order-runs.ts';
import { runName } from '@bellwether/ledger/adapters/snapshot-file/run-file.ts';
import type { OrderRun } from '@bellwether/ports/order-archive.ts';
import { VerifyFailure } from './verify-failure.ts';

/** Number of orders, and two sums over their facts. */
interface Sum {
  orders: number;
  low: number;
  high: number;
}

const HIGH_WORD = 0x1_0000_0000;

export class RunsCheck {
  readonly #sums: Sum[] = [];
  /** Files by path, with the snapshots that need them. */
  readonly #named = new Map<string, { readonly run: OrderRun; readonly snapshots: string[] }>();
  /** Number of compared files and orders. */
  files = 0;
  orders = 0;

  /** Takes the generations that a follower's state has sealed. */
  take({ orderResults }: Readonly<State>): void {
    for (const generation of orderResults.takeSealed()) {
      const sum = emptySum();
      for (let at = 0; at < generation.size; at++) add(sum, generation.read(at));
      this.#sums[generation.index] = sum;
    }
  }

  /** Registers the files that a snapshot needs. */
  named(snapshot: string, runs: readonly OrderRun[]): void {
    for (const run of runs) {
      const path = join(dirname(snapshot), runName(run));
      const known = this.#named.get(path);
      if (known === undefined) this.#named.set(path, { run, snapshots: [snapshot] });
      else known.snapshots.push(snapshot);
    }
  }

  /** Reads all registered files, after the whole journal is folded. Throws `VerifyFailure`. */
  finish(): void {
    for (const [path, { run, snapshots }] of this.#named) {
      // A running venue keeps the newest few snapshots, and removes files that only older ones need.
      if (existsSync(path)) this.#compare(path, run);
      else if (snapshots.some((snapshot) => existsSync(snapshot))) {
        throw new VerifyFailure(
          `${path} is not there, and snapshot ${snapshots.join(', ')} needs it: the next start makes both again from the journal`,
        );
      }
    }
  }

  #compare(path: string, run: OrderRun): void {
    const expected = emptySum();
    for (let index = run.from; index < run.to; index++) addSum(expected, this.#sums[index] ?? emptySum());
    const found = sumOfFile(path, run);
    if (found.orders !== expected.orders || found.low !== expected.low || found.high !== expected.high) {
      throw new VerifyFailure(`${path} has ${found.orders} orders that are not the ${expected.orders} of the journal`);
    }
    this.files++;
    this.orders += found.orders;
  }
}

function sumOfFile(path: string, run: OrderRun): Sum {
  const sum = emptySum();
  try {
    for (const row of readOrderRun(dirname(path), run)) add(sum, row);
    return sum;
  } catch (error) {
    throw new VerifyFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const emptySum = (): Sum => ({ orders: 0, low: 0, high: 0 });

function addSum(sum: Sum, other: Sum): void {
  sum.orders += other.orders;
  sum.low = (sum.low + other.low) | 0;
  sum.high = (sum.high + other.high) | 0;
}

function add(sum: Sum, { key, number, flags, making, taking, sequence }: OrderRow): void {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  const word = (value: number): void => {
    low = Math.imul(low ^ value, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul((high + value) | 0, 0x85ebca6b);
    high ^= high >>> 13;
  };
  for (const part of key) word(part);
  word(number);
  word(flags);
  for (const figure of [making, taking, sequence]) {
    word(figure | 0);
    word(figure / HIGH_WORD);
  }
  addSum(sum, { orders: 1, low, high });
}
