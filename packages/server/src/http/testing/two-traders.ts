/** A venue with two traders for all tests of a file, or of a `describe`. Call `useTwoTraders` once in it. */
import { afterAll, beforeAll } from 'vitest';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { Trader } from './trader.ts';

export interface TwoTraders {
  readonly stack: Stack;
  readonly alice: Trader;
  readonly bob: Trader;
}

/** Calls `ready` before the tests; bind the values it gets to variables of the file. */
export function useTwoTraders(ready: (venue: TwoTraders) => unknown, options: StackOptions = {}): void {
  let stack: Stack | undefined;
  beforeAll(async () => {
    stack = await startStack(options);
    await ready({ stack, alice: await Trader.open(stack, '1'), bob: await Trader.open(stack, '2') });
  });
  afterAll(() => stack?.close());
}
