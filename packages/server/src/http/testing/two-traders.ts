/** A venue with two traders for all tests of a file. Call `useTwoTraders` once per file. */
import { afterAll, beforeAll } from 'vitest';
import { type Stack, startStack } from './stack.ts';
import { Trader } from './trader.ts';

export interface TwoTraders {
  readonly stack: Stack;
  readonly alice: Trader;
  readonly bob: Trader;
}

/** Calls `ready` before the tests; bind the values it gets to variables of the file. */
export function useTwoTraders(ready: (venue: TwoTraders) => void): void {
  let stack: Stack | undefined;
  beforeAll(async () => {
    stack = await startStack();
    ready({ stack, alice: await Trader.open(stack, '1'), bob: await Trader.open(stack, '2') });
  });
  afterAll(() => stack?.close());
}
