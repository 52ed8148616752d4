/**
 * Stored snapshots for several consumers that restore them one after the other, such as exchange and view in one
 * thread: the slow parts, checking a file and reading its open orders, are done once.
 */
import type { LoadSnapshots, StoredSnapshot } from '@bellwether/ports/snapshots.ts';

/**
 * Wraps `load` so that it runs once, from the newest on, for all callers. Its results live as long as the returned function.
 */
export function readOnce(load: LoadSnapshots): LoadSnapshots {
  const all = kept(load(Number.POSITIVE_INFINITY), (stored) => ('damage' in stored ? stored : withOrdersKept(stored)));
  return () => all;
}

function withOrdersKept(stored: StoredSnapshot): StoredSnapshot {
  const { openOrders } = stored.snapshot;
  return { ...stored, snapshot: { ...stored.snapshot, openOrders: kept(openOrders, (part) => part) } };
}

/** Wraps `items` so that each is computed once, in order, when it is first needed. */
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
