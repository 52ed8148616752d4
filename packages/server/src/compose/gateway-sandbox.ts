/** What a gateway of a sandbox has besides what any other one has. */
import type { Server } from 'node:http';
import type { createInlineSignatures } from '../adapters/signature-pool/inline.ts';
import type { Feeds } from '../feed/feeds.ts';
import type { DelayedOrders } from '../http/faults/delayed-orders.ts';
import type { RuleBook } from '../http/faults/rule-book.ts';
import type { Settlements } from '../http/faults/settlements.ts';
import type { SandboxAnswers } from '../http/plugins/sandbox-answers.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Sandbox } from '../ports/sandbox.ts';

/** The venue's time is moved, and the machine's goes on. */
export interface GatewaySandbox {
  /** Moves the time, and what else a sandbox can. */
  readonly control: Sandbox;
  /** What was done for requests with a key, on all branches. */
  readonly answers: SandboxAnswers;
  /** What goes wrong on purpose; `isLeft`: clients trade on another branch by now. */
  readonly faults: { readonly rules: RuleBook; readonly isLeft: () => boolean };
  readonly settlements: Settlements;
  readonly delayed: DelayedOrders;
  /** The venue's clock, and timers that follow it. */
  readonly time: Pick<Runtime, 'clock' | 'timers'>;
  /** Unix milliseconds of the machine: requests may be signed by its clock as well. */
  readonly machineClock: () => number;
  readonly openSignatures: typeof createInlineSignatures;
  /** It goes on behind a moment of another course of events. */
  readonly isRewound: boolean;
  /** Given the server and its live feeds, before it listens. */
  readonly onServer: (server: Server, feeds: Feeds) => void;
}
