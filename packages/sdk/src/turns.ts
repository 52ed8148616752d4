/** Order of calls: one after the other, or all at once. */
import { unlessAborted } from './retry.ts';

/** Runs a call, perhaps after earlier ones. Rejects with `AbortedError` if the signal aborts while it waits. */
export type Turn = <Value>(call: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

export const atOnce: Turn = (call) => call();

/** Runs calls in the order in which they are made: each starts when the one before has ended, well or badly. */
export function oneByOne(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (call, signal) => {
    const before = last;
    const turn = unlessAborted(before, signal).then(call);
    last = before.then(() => turn).catch(() => undefined);
    return turn;
  };
}
