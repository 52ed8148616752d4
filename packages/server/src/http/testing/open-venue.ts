/** Venues for all tests of a file, which opens them at its top; they are closed after its last test. */
import { afterAll } from 'vitest';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { Trader } from './trader.ts';

export async function openVenue(options: StackOptions = {}): Promise<Stack> {
  const stack = await startStack(options);
  afterAll(() => stack.close());
  return stack;
}

export async function openTwoTraders(options: StackOptions = {}) {
  const stack = await openVenue(options);
  return { stack, alice: await Trader.open(stack, '1'), bob: await Trader.open(stack, '2') };
}
