/** What a sandbox is started with. */
import type { Config } from '../../config.ts';
import type { ExchangeHandle } from '../../exchange/exchange-client.ts';
import type { ThreadHeaps } from '../../ops/thread-heaps.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Background } from './background.ts';
import type { TapeFiles } from './replay/tape-files.ts';

export interface SandboxOptions {
  readonly config: Config;
  /** The machine's. */
  readonly machine: Runtime;
  /** Of all that is random in it, and where its time begins in Unix milliseconds; only for a new folder. */
  readonly seed: number;
  readonly startMs: number;
  readonly onFailure: (message: string) => void;
  /** Paths of tapes that may be played, beside those in its folder of tapes. */
  readonly tapes?: readonly string[];
  /** Runs before the first listener is up. */
  readonly prepare?: (exchange: ExchangeHandle, runtime: Runtime) => Promise<void>;
}

/** What all branches of a sandbox and of its forks have together. */
export interface SharedParts {
  readonly background: Background;
  readonly heaps: ThreadHeaps;
  readonly tapes: TapeFiles;
}
