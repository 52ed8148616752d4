/**
 * Types of the simulated world, for the parts that act on it and the parts that watch it. Nothing here may know how the
 * world is built.
 */
import type { OrderAnswer } from '@bellwether/contract';
import type { AccountId, Command, Keeps, State } from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/server/ports/exchange.ts';
import type { ChainedEntry, JournalHead, JournalRecord } from '@bellwether/server/ports/journal.ts';
import type { OrderArchive } from '@bellwether/server/ports/order-archive.ts';
import type { Timers } from '@bellwether/server/ports/runtime.ts';
import type { StoredSnapshot } from '@bellwether/server/ports/snapshots.ts';
import type { StoreWriter } from '@bellwether/server/ports/store.ts';
import type { ReleasedBatch } from '@bellwether/server/sequencer/batch.ts';
import type { Failure } from '@bellwether/server/wire/failure.ts';
import type { Dice } from './dice/dice.ts';
import type { FaultKind } from './faults/table.ts';
import type { Feature, Features } from './features/table.ts';

export type { FaultKind } from './faults/table.ts';
export type { Feature, Features } from './features/table.ts';

/** Limits on a run. By default a run uses everything. */
export interface RunLimits {
  /** Features of the venue to leave out. */
  readonly without?: readonly Feature[];
  /** The only kinds of faults that may happen. */
  readonly faults?: readonly FaultKind[];
  /** No fault happens after this step. */
  readonly faultsUntilStep?: number;
  /** The only clients that act. */
  readonly clients?: readonly number[];
  /** The only ranges of plan positions that are executed, both ends inclusive. */
  readonly actions?: readonly (readonly [first: number, last: number])[];
}

export interface RunOptions extends RunLimits {
  /** Receives every line of the trace. */
  readonly trace?: (line: string) => void;
  /** Minimum number of commands that reach the exchange in a run; `COMMANDS` by default. */
  readonly commands?: number;
}

interface RunFigures {
  readonly seed: number;
  /** Hash over everything that happened; the same seed yields the same hash. */
  readonly traceHash: string;
  readonly steps: number;
  readonly simulatedMs: number;
  /** Number of occurrences by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** States that the run reached. */
  readonly coverage: ReadonlySet<string>;
}

export type RunResult = RunFigures &
  (
    | { readonly kind: 'ok' }
    | { readonly kind: 'broken'; readonly rule: string; readonly step: number; readonly message: string }
  );

/** A broken promise of the venue; ends the run. */
export class Violation extends Error {
  readonly rule: string;

  constructor(rule: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Violation';
    this.rule = rule;
  }
}

/** Returns the violation that ends a run, for any thrown value. */
export function asViolation(error: unknown): Violation {
  if (error instanceof Violation) return error;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Violation('crash of a part', message, { cause: error });
}

export interface World {
  readonly seed: number;
  readonly limits: RunLimits;
  /** Minimum number of commands that the workload sends to the exchange. */
  readonly commands: number;
  /** Features of this run's venue. */
  readonly features: Features;
  /** Rules for how long exchanges remember closed orders. */
  readonly keeps: Keeps;
  /** Parent dice, to be forked by name. */
  readonly dice: Dice;
  /** Number of steps so far. */
  readonly step: number;
  /** True time since the beginning of the run; no part of the venue sees it. */
  readonly nowMs: number;
  /** True time since the Unix epoch. */
  readonly wallMs: number;
  /** Timers of the world outside the venue, where clients live. Nothing ever ends or pauses them. */
  readonly timers: Pick<Timers, 'after'>;
  readonly gateways: readonly SimGateway[];
  /** Every call of every gateway, in call order. */
  readonly history: readonly Call[];
  /** Commands that have reached a leading exchange, including repeats and doubled requests. */
  readonly commandsReached: number;
  /** Every process that ever existed. */
  readonly nodes: readonly SimNodeFacts[];
  readonly log: SimLogFacts;
  readonly isTracing: boolean;
  trace(line: string): void;
  cover(state: string): void;
  count(name: string, by?: number): void;
  watch(watch: Watch): void;
  /** True if a process has everything in the log or is being notified. */
  hasLatest(node: number): boolean;
  /** Ends the run as broken. */
  fail(violation: Violation): void;
  /** Prevents further faults and waits for lasting ones to end; paused processes resume. */
  faultsEnded(): Promise<void>;
  /**
   * Stops faults, restarts everything that is down and delivers what was sent. Throws `Violation` if that takes too
   * long.
   */
  heal(): Promise<void>;
  /** Resolves when rows and followers show the end of the log and no call is open. */
  quiet(): Promise<void>;
}

export interface SimNodeFacts {
  readonly index: number;
  readonly isAlive: boolean;
  /** Epoch under which the process has the log; 0 while it does not have it. */
  readonly epoch: number;
  /** Index of the venue's node that this process is; 0 in a single-node venue. */
  readonly member: number;
}

export interface SimLogFacts {
  readonly head: JournalHead;
  readonly records: readonly JournalRecord[];
  readonly epoch: number;
}

/** A gateway's view at this moment. The state keeps changing. */
export interface GatewayView {
  readonly state: Readonly<State>;
  readonly head: JournalHead;
  readonly archive: OrderArchive;
  readonly node: number;
}

/** The endpoint that clients talk to. It survives crashes and leader changes; the processes behind it do not. */
export interface SimGateway {
  readonly index: number;
  readonly isUp: boolean;
  /** Never rejects. */
  submit(command: Command, client?: number): Promise<Answer>;
  /** Places an order through the order desk; `body` as in POST /order. */
  place(account: AccountId, apiKey: string, body: unknown, client?: number): Promise<DeskAnswer>;
  view(): GatewayView | null;
  /** The view of a request that reads from memory; null while such requests are refused. */
  look(): GatewayView | null;
  /** Reads by name, after a bounded wait for everything that this gateway has acknowledged. */
  read(name: string, parameters: unknown): Promise<ReadOutcome>;
  /** Opens a feed connection; null while the gateway is down or has no room for the client. */
  connect(channel: 'market' | 'user' | 'live', client: number): FeedConnection | null;
}

export type Answer =
  /** `head`: position of the gateway's view when it answered. */
  | { readonly kind: 'outcome'; readonly outcome: ExchangeOutcome; readonly head: JournalHead }
  /** The command was not carried out and never will be. */
  | {
      readonly kind: 'refused';
      readonly code: 'storage_full' | 'malformed' | 'no_leader' | 'busy';
      readonly message: string;
    }
  /** The command may have been carried out once, or not at all. */
  | { readonly kind: 'unknown'; readonly message: string }
  /** The gateway was down; the command was never sent. */
  | { readonly kind: 'unreachable' };

export type DeskAnswer =
  | { readonly kind: 'placed'; readonly answer: OrderAnswer; readonly head: JournalHead }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'unreachable' };

export type ReadOutcome =
  | { readonly kind: 'value'; readonly value: unknown; readonly sequence: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unavailable'; readonly message: string };

/** A command on its way to the exchange and back. */
export interface Call {
  readonly id: number;
  readonly client: number;
  readonly gateway: number;
  readonly node: number;
  readonly command: Command;
  readonly calledMs: number;
  readonly calledStep: number;
  /** null while the call is open. */
  answeredMs: number | null;
  answeredStep: number | null;
  answer: Answer | null;
}

export interface FeedConnection {
  readonly isOpen: boolean;
  send(text: string): void;
  onFrame: (text: string) => void;
  onClose: (code: number, reason: string) => void;
  /** Stops reading until `resume`; frames pile up at the gateway. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** An observer that is notified of everything at the moment it happens. */
export interface Watch {
  /** A record is durable in the log, whatever its writer was told. */
  durable?(fact: {
    readonly record: JournalRecord;
    readonly epoch: number;
    readonly node: number;
    readonly atMs: number;
  }): void;
  /** The log was opened for writing. */
  epoch?(fact: { readonly epoch: number; readonly node: number; readonly atMs: number }): void;
  /** An exchange released a batch. */
  released?(fact: {
    readonly batch: Omit<ReleasedBatch, 'chain'>;
    readonly epoch: number;
    readonly node: number;
    readonly atMs: number;
  }): void;
  called?(call: Call): void;
  answered?(call: Call): void;
  /** A gateway's view has folded entries. */
  folded?(fact: {
    readonly node: number;
    readonly entries: readonly ChainedEntry[];
    readonly state: Readonly<State>;
  }): void;
  /** A process's rows show everything up to this entry. */
  projected?(fact: { readonly node: number; readonly sequence: number }): void;
  /** A process has ended. `power`: its machine lost power, and with it all unsynced data. */
  gone?(fact: { readonly node: number; readonly epoch: number; readonly power: boolean; readonly atMs: number }): void;
  /** The disk of a process's journal now has room for cancels only, or has room for everything again. */
  room?(fact: { readonly epoch: number; readonly isFull: boolean }): void;
  /** `untilMs`: end of a lasting fault, in true time since the beginning of the run. */
  fault?(fact: { readonly kind: FaultKind; readonly detail: string; readonly untilMs?: number }): void;
  /** A node of a multi-node venue answers a client because it knows that its data is current. */
  current?(fact: { readonly node: number; readonly leads: boolean; readonly sequence: number }): void;
  /** Called after each step; must be cheap. */
  step?(): void;
  /** Called once, when everything has healed and is quiet. */
  end?(end: EndOfRun): Promise<void> | void;
}

/** Database access for code that compares tables as they are. */
export type StoreDatabase = Pick<StoreWriter, 'prepare' | 'exec'>;

export interface EndOfRun {
  readonly world: World;
  readonly records: readonly JournalRecord[];
  readonly entries: readonly ChainedEntry[];
  /** Every live follower, named by its purpose, and one that has just read the whole log. */
  readonly followers: readonly {
    readonly name: string;
    readonly state: Readonly<State>;
    readonly head: JournalHead;
    /** Closed orders that the state has handed out; null for a follower that keeps none. */
    readonly archive: OrderArchive | null;
  }[];
  /** Store of the leading process; null if there is none. */
  readonly store: StoreDatabase | null;
  /**
   * Snapshots saved in this run that still exist. Each call reads them from their bytes; the caller owns the result.
   */
  snapshots(): readonly StoredSnapshot[];
}
