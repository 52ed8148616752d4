/** Parts that only the gateway of a sandbox has. */
import type { Server } from 'node:http';
import type { createInlineSignatures } from '../adapters/signature-pool/inline.ts';
import type { Feeds } from '../feed/feeds.ts';
import type { DelayedOrders } from '../http/faults/delayed-orders.ts';
import type { RuleBook } from '../http/faults/rule-book.ts';
import type { Settlements } from '../http/faults/settlements.ts';
import type { SandboxAnswers } from '../http/plugins/sandbox-answers.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Sandbox } from '../ports/sandbox.ts';

/** Inputs of a sandbox's gateway. Venue time moves on request; the machine's time runs on. */
export interface GatewaySandbox {
  /** Controls of the sandbox: moves time, rewinds, forks, plays scenarios and tapes. */
  readonly control: Sandbox;
  /** First answers to requests with an `Idempotency-Key`, across all branches. */
  readonly answers: SandboxAnswers;
  /** Deliberate faults. `isLeft` returns true once clients trade on another branch. */
  readonly faults: { readonly rules: RuleBook; readonly isLeft: () => boolean };
  readonly settlements: Settlements;
  readonly delayed: DelayedOrders;
  /** The venue's clock, and timers that follow this clock. */
  readonly time: Pick<Runtime, 'clock' | 'timers'>;
  /** Reads the machine's clock in Unix milliseconds: requests may be signed by this clock as well. */
  readonly machineClock: () => number;
  readonly openSignatures: typeof createInlineSignatures;
  /** True on every branch but the first: positions that clients have seen may belong to another history. */
  readonly isRewound: boolean;
  /** Called with the server and its live feeds before the server listens. */
  readonly onServer: (server: Server, feeds: Feeds) => void;
}
