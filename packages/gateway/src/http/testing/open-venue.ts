/** Venues of a file, which opens them at its top, and of single tests. Each is closed after the last test it is for. */
import { afterAll, onTestFinished } from 'vitest';
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

export async function openTestVenue(options: StackOptions = {}): Promise<Stack> {
  const stack = await startStack(options);
  onTestFinished(() => stack.close());
  return stack;
}
