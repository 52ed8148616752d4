/**
 * What the simulated world is to those who act on it and those who watch it: types alone. Nothing here may know how the
 * world is made.
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

/** What may be taken away from a run; all of it is kept by default. */
export interface RunLimits {
  /** The venue does without these parts. */
  readonly without?: readonly Feature[];
  /** Only these kinds of faults happen. */
  readonly faults?: readonly FaultKind[];
  /** None happens after this step. */
  readonly faultsUntilStep?: number;
  /** Only these clients act. */
  readonly clients?: readonly number[];
  /** Only these places of the plan are acted on, both ends included. */
  readonly actions?: readonly (readonly [first: number, last: number])[];
}

export interface RunOptions extends RunLimits {
  /** Gets every line of the trace. */
  readonly trace?: (line: string) => void;
  /** Commands that reach the exchange in a venue's life at least; `COMMANDS` by default. */
  readonly commands?: number;
}

interface RunFigures {
  readonly seed: number;
  /** Over everything that happened: the same seed has the same. */
  readonly traceHash: string;
  readonly steps: number;
  readonly simulatedMs: number;
  /** How often things happened, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** States that were reached. */
  readonly coverage: ReadonlySet<string>;
}

export type RunResult = RunFigures &
  (
    | { readonly kind: 'ok' }
    | { readonly kind: 'broken'; readonly rule: string; readonly step: number; readonly message: string }
  );

/** A promise of the venue that does not hold: ends the run. */
export class Violation extends Error {
  readonly rule: string;

  constructor(rule: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Violation';
    this.rule = rule;
  }
}

/** What ends a run, whatever was thrown. */
export function asViolation(error: unknown): Violation {
  if (error instanceof Violation) return error;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Violation('crash of a part', message, { cause: error });
}

export interface World {
  readonly seed: number;
  readonly limits: RunLimits;
  /** Commands that the workload has reach the exchange at least. */
  readonly commands: number;
  /** What the venue of this run has. */
  readonly features: Features;
  /** What exchanges remember of closed orders. */
  readonly keeps: Keeps;
  /** To be forked by name. */
  readonly dice: Dice;
  /** What has happened so far. */
  readonly step: number;
  /** True time since the beginning, which no part of the venue sees. */
  readonly nowMs: number;
  /** True time since 1970. */
  readonly wallMs: number;
  /** Of the world outside of the venue, where clients live: nothing ever ends or pauses them. */
  readonly timers: Timers;
  readonly gateways: readonly SimGateway[];
  /** Every call of every gateway, in the order of calling. */
  readonly history: readonly Call[];
  /** Commands that have come to an exchange that leads, repeats and doubled requests among them. */
  readonly commandsReached: number;
  /** Every process there ever was. */
  readonly nodes: readonly SimNodeFacts[];
  readonly log: SimLogFacts;
  readonly isTracing: boolean;
  trace(line: string): void;
  cover(state: string): void;
  count(name: string, by?: number): void;
  watch(watch: Watch): void;
  /** Whether a process has, or hears of, everything that is in the log. */
  hasLatest(node: number): boolean;
  /** Ends the run as broken. */
  fail(violation: Violation): void;
  /** No more faults begin, and those that last have ended: who stands still goes on. */
  faultsEnded(): Promise<void>;
  /** No more faults; what is down is started, and what was sent arrives. Throws `Violation` when that takes too long. */
  heal(): Promise<void>;
  /** Until rows and followers show the end of the log, and no call is open. */
  quiet(): Promise<void>;
}

export interface SimNodeFacts {
  readonly index: number;
  readonly isAlive: boolean;
  /** Under which it has the log; 0 while it has not. */
  readonly epoch: number;
  /** Which of the venue's nodes it is; 0 where there is one. */
  readonly member: number;
}

export interface SimLogFacts {
  readonly head: JournalHead;
  readonly records: readonly JournalRecord[];
  readonly epoch: number;
}

/** A gateway's view at this moment; the state goes on changing. */
export interface GatewayView {
  readonly state: Readonly<State>;
  readonly head: JournalHead;
  readonly archive: OrderArchive;
  readonly node: number;
}

/** What a client talks to. It survives crashes and changes of leader; what is behind it does not. */
export interface SimGateway {
  readonly index: number;
  readonly isUp: boolean;
  /** Never rejects. */
  submit(command: Command, client?: number): Promise<Answer>;
  /** A placement through the order desk: `body` as POST /order takes it. */
  place(account: AccountId, apiKey: string, body: unknown, client?: number): Promise<DeskAnswer>;
  view(): GatewayView | null;
  /** The same as a request sees it that reads from memory: null while none is answered. */
  look(): GatewayView | null;
  /** A read by name, after a bounded wait for what this gateway has acknowledged. */
  read(name: string, parameters: unknown): Promise<ReadOutcome>;
  /** null while it is down, or has no place for the client. */
  connect(channel: 'market' | 'user' | 'live', client: number): FeedConnection | null;
}

export type Answer =
  /** `head`: where the gateway's view was when it answered. */
  | { readonly kind: 'outcome'; readonly outcome: ExchangeOutcome; readonly head: JournalHead }
  /** Nothing came of it, nor ever will. */
  | {
      readonly kind: 'refused';
      readonly code: 'storage_full' | 'malformed' | 'no_leader' | 'busy';
      readonly message: string;
    }
  /** It may have been carried out, once, or not. */
  | { readonly kind: 'unknown'; readonly message: string }
  /** The gateway was down: it was never sent. */
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
  /** null while it is open. */
  answeredMs: number | null;
  answeredStep: number | null;
  answer: Answer | null;
}

export interface FeedConnection {
  readonly isOpen: boolean;
  send(text: string): void;
  onFrame: (text: string) => void;
  onClose: (code: number, reason: string) => void;
  /** Reads nothing until `resume`: what is sent piles up at the gateway. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Someone who is told of everything, at the moment at which it happens. */
export interface Watch {
  /** A record is in the log for good, whatever its writer was told. */
  durable?(fact: {
    readonly record: JournalRecord;
    readonly epoch: number;
    readonly node: number;
    readonly atMs: number;
  }): void;
  /** The log was opened for writing. */
  epoch?(fact: { readonly epoch: number; readonly node: number; readonly atMs: number }): void;
  /** An exchange let go of a batch. */
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
  /** The rows of a process show everything up to this entry. */
  projected?(fact: { readonly node: number; readonly sequence: number }): void;
  /** A process has ended. `power`: its machine lost it, and with it what was not synced. */
  gone?(fact: { readonly node: number; readonly epoch: number; readonly power: boolean; readonly atMs: number }): void;
  /** The disk of a process's journal has no room for more than cancels now, or has some again. */
  room?(fact: { readonly epoch: number; readonly isFull: boolean }): void;
  /** `untilMs`: true time since the beginning until which it lasts, of what does. */
  fault?(fact: { readonly kind: FaultKind; readonly detail: string; readonly untilMs?: number }): void;
  /** A node of several answers a client, since it knows that what it shows is not old. */
  current?(fact: { readonly node: number; readonly leads: boolean; readonly sequence: number }): void;
  /** After each step; it must be cheap. */
  step?(): void;
  /** Once, when all has healed and is quiet. */
  end?(end: EndOfRun): Promise<void> | void;
}

/** Rows of a store by table, in a fixed order. */
export interface StoreRows {
  rows(): ReadonlyMap<string, readonly string[]>;
}

/** What those read who compare tables as they are. */
export type StoreDatabase = Pick<StoreWriter, 'prepare' | 'exec'>;

export interface EndOfRun {
  readonly world: World;
  readonly records: readonly JournalRecord[];
  readonly entries: readonly ChainedEntry[];
  /** Every follower that lives, by what it is for, and one that has read the whole log just now. */
  readonly followers: readonly {
    readonly name: string;
    readonly state: Readonly<State>;
    readonly head: JournalHead;
    /** Closed orders that the state has handed out; null for one that keeps none. */
    readonly archive: OrderArchive | null;
  }[];
  /** The store of the process that leads; null where there is none. */
  readonly store: (StoreRows & { readonly database: StoreDatabase }) | null;
  /** A store that is written from the whole log now, in transactions of so many entries; the caller closes it. */
  rebuild(batch: number | 'all'): StoreRows & { close(): void };
  /** Saved in this run, and still there: the caller's own, read from their bytes each time. */
  snapshots(): readonly StoredSnapshot[];
}
