/** What a sandbox is started with. */
import type { Config } from '../../config.ts';
import type { ExchangeHandle } from '../../exchange/exchange-client.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Background } from './background.ts';

export interface SandboxOptions {
  readonly config: Config;
  /** The machine's. */
  readonly machine: Runtime;
  /** Of all that is random in it, and where its time begins in Unix milliseconds; only for a new folder. */
  readonly seed: number;
  readonly startMs: number;
  readonly onFailure: (message: string) => void;
  /** Of the sandbox that it is a fork of; its own by default. */
  readonly background?: Background;
  /** Runs before the first listener is up. */
  readonly prepare?: (exchange: ExchangeHandle, runtime: Runtime) => Promise<void>;
}
