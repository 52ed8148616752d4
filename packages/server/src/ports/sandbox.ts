/** What a sandbox can do that no venue does: its time is moved, taken back, and taken twice. */

/** One course of events: its entries up to `from` are those of its parent. */
export interface Branch {
  /** `main` for the first, then the numbers from 1. */
  readonly id: string;
  /** null for the first. */
  readonly parent: string | null;
  /** Last entry that it has in common with its parent; 0 for the first. */
  readonly from: number;
  /** Last entry of it. */
  readonly sequence: number;
  /** Venue time of that entry, Unix milliseconds. */
  readonly timeMs: number;
  /** Name of the scenario that it plays; null: none. */
  readonly scenario: string | null;
  /** The one that clients trade on. */
  readonly isCurrent: boolean;
}

export interface VenueTime {
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** Of the machine's time; 0: it stands still. */
  readonly speed: number;
}

export interface NamedScenario {
  readonly name: string;
  readonly about: string;
  /** ISO 8601. */
  readonly start: string;
}

/** How time is moved; `speed` applies afterwards and stays. */
export interface TimeMove {
  readonly byMs?: number;
  readonly untilMs?: number;
  readonly speed?: number;
}

/** A moment of a branch: after an entry, or as it was at a time. */
export type Moment = { readonly sequence: number } | { readonly timeMs: number };

/** Why it is not done, for the client; nothing has changed. */
export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
}

export interface Fork {
  readonly url: string;
  readonly sequence: number;
  readonly timeMs: number;
}

/** What goes wrong on purpose with the frames of one connection: writes what is to be sent now, or ends it. */
export type FramePass = (frame: Buffer | string, write: (frame: Buffer | string) => void, end: () => void) => void;

export interface FrameEdge {
  open(feed: 'market' | 'user' | 'live'): FramePass;
}

/** How a trade is shown at a moment. */
export interface ShownTrade {
  readonly status: 'MATCHED' | 'MINED' | 'RETRYING' | 'CONFIRMED' | 'FAILED';
  /** Since when, Unix milliseconds. */
  readonly sinceMs: number;
}

/** Trades that seem to settle step by step, though the ledger has settled each at once. */
export interface SettlingTrades {
  /** Whether a trade that comes may be one of them. */
  readonly isArmed: boolean;
  /** By the sequence of its entry, which is its id; null: as it is. */
  shown(trade: number): ShownTrade | null;
  /** From now on `tell` hears of a trade when it is shown in a later status, at that moment. Returns how to stop. */
  follow(tell: (trade: number) => void): () => void;
}

/** How a tape is played. */
export interface ReplayStart {
  /** Path. */
  readonly tape: string;
  /** As in a scenario. */
  readonly accounts: readonly unknown[];
  readonly queue: 'pessimistic' | 'optimistic';
  readonly stepMs: number;
  /** Of the clock; `max`: to its end at once. */
  readonly speed: number | 'max';
}

export interface ReplayStatus {
  readonly id: string;
  readonly state: 'running' | 'done' | 'left' | 'failed';
  readonly failure: string | null;
  readonly branch: string;
  readonly tape: string;
  readonly queue: ReplayStart['queue'];
  readonly stepMs: number;
  /** Messages that were played. */
  readonly messages: number;
  readonly facts: { readonly firstMs: number; readonly lastMs: number; readonly lines: number };
  /** As the contract has it; null until all of it was played. */
  readonly certificate: object | null;
}

export interface Sandbox {
  /** Of all that is random in it. */
  readonly seed: number;
  readonly time: VenueTime;
  /** The branch that clients trade on. */
  readonly branch: string;
  /** Resolves when all that was due on the way is done, and reads show it. Throws `SandboxRefused`. */
  move(move: TimeMove): Promise<VenueTime>;
  /** What is played; null: no scenario. */
  readonly scenario: NamedScenario | null;
  /** Those that come with the venue. */
  readyScenarios(): readonly NamedScenario[];
  /** Begins a branch with nothing but a scenario: a ready one by its name, or one that is given. Throws `SandboxRefused`. */
  play(wish: { readonly name?: string; readonly scenario?: unknown }): Promise<Branch>;
  /** Begins a branch with nothing but the market of a tape, which is played as time is moved. Throws `SandboxRefused`. */
  replay(start: ReplayStart): Promise<ReplayStatus>;
  /** The latest, in the order in which they were begun. */
  replays(): readonly ReplayStatus[];
  /** null: there is none of that id. */
  replayOf(id: string): ReplayStatus | null;
  branches(): readonly Branch[];
  /**
   * Begins a new branch behind a moment of another one, the current one by default, and has clients trade on it. Resolves
   * when it does. Throws `SandboxRefused`.
   */
  rewind(to: Moment, branch?: string): Promise<Branch>;
  /**
   * Starts a venue of its own on another port: with the history up to a moment (null: all of it), or with nothing but a
   * scenario. Throws `SandboxRefused`.
   */
  fork(from: Moment | null | { readonly scenario: unknown }, port: number): Promise<Fork>;
  /** Ends one, and removes what it had. Throws `SandboxRefused`. */
  endFork(port: number): Promise<Fork>;
  /** Those that have not ended, as they began. */
  forks(): readonly Fork[];
}
