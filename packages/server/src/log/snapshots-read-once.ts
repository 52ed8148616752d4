/**
 * Stored snapshots for several who restore them one after the other, as exchange and view of one thread do: what takes long,
 * the check of a file and its open orders, is done once.
 */
import type { LoadSnapshots, StoredSnapshot } from '../ports/snapshots.ts';

/** `load` from the newest on, whoever asks. What it has given is kept for as long as the answer is. */
export function readOnce(load: LoadSnapshots): LoadSnapshots {
  const all = kept(load(Number.POSITIVE_INFINITY), (stored) => ('damage' in stored ? stored : withOrdersKept(stored)));
  return () => all;
}

function withOrdersKept(stored: StoredSnapshot): StoredSnapshot {
  const { openOrders } = stored.snapshot;
  return { ...stored, snapshot: { ...stored.snapshot, openOrders: kept(openOrders, (part) => part) } };
}

/** What `items` gives, made once each and in order, when it is first asked for. */
function kept<From, To>(items: Iterable<From>, make: (item: From) => To): Iterable<To> {
  const made: To[] = [];
  let rest: Iterator<From> | null = null;
  return {
    *[Symbol.iterator]() {
      for (let at = 0; ; at++) {
        if (at === made.length) {
          rest ??= items[Symbol.iterator]();
          const next = rest.next();
          if (next.done === true) return;
          made.push(make(next.value));
        }
        yield made[at] as To;
      }
    },
  };
}
