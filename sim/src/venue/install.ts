/** The install that the venues of all runs share. Signatures are checked in this thread, not in worker threads. */
import { createInlineSignatures } from '@bellwether/gateway/adapters/signature-pool/inline.ts';
import type { Install } from '@bellwether/venue/compose/dependencies.ts';
import { installOf } from '@bellwether/venue/compose/install.testing.ts';

let install: Promise<Install> | null = null;

/** Waits for code that is compiled asynchronously; to be awaited before simulated time begins. */
export function prepare(): Promise<Install> {
  install ??= installOf('bellwether', createInlineSignatures);
  return install;
}
