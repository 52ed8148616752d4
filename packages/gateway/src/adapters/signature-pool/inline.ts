/** Signature checks in the caller's own thread, for a venue with a single thread. */
import { createChecker } from './check.ts';
import { type Ask, createStaging, signaturesBy } from './layout.ts';
import type { SignaturePool, SignaturePoolOptions } from './pool.ts';

/** Answers like the pool, but computes each check before the call returns. */
export async function createInlineSignatures(
  options: Omit<SignaturePoolOptions, 'timers' | 'size' | 'onFatal' | 'workerUrl'>,
): Promise<SignaturePool> {
  const checker = await createChecker({
    ...options,
    otherDomains: (options.otherOrderTerms ?? []).map(({ domain }) => domain),
  });
  const staging = createStaging(1);
  const ask: Ask = async (write, read) =>
    read(Buffer.from(checker(new Uint8Array(staging.memory, 0, write(staging, 0)), 1)), 0);
  return { ...signaturesBy(ask, options), pendingChecks: () => 0, close: () => Promise.resolve() };
}
