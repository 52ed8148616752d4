/** Options of a sandbox at its start. */

import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { Config } from '@bellwether/venue/config.ts';
import type { ThreadHeaps } from '@bellwether/venue/ops/thread-heaps.ts';
import type { Background } from './background.ts';
import type { TapeFiles } from './replay/tape-files.ts';

export interface SandboxOptions {
  readonly config: Config;
  readonly machine: Runtime;
  /** Seed of all randomness, and the initial time in Unix milliseconds; both apply only to a new folder. */
  readonly seed: number;
  readonly startMs: number;
  readonly onFailure: (message: string) => void;
  /** Paths of tapes that may be played, beside those in the `tapes` folder. */
  readonly tapes?: readonly string[];
  /** True if requests of the operator may name tapes and data folders anywhere on this machine. */
  readonly localFiles?: boolean;
  /** Runs before the first listener is up. */
  readonly prepare?: (exchange: ExchangeHandle, runtime: Runtime) => Promise<void>;
}

/** Parts that all branches of a sandbox and of its forks share. */
export type SharedParts = { readonly background: Background; readonly heaps: ThreadHeaps; readonly tapes: TapeFiles };
