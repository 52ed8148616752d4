/** Features that only a sandbox has: its clock can be advanced and rewound, and its history forked. */
import type { LatencyModel } from '@bellwether/contract';

/** One course of events: its entries up to `from` are those of its parent. */
export interface Branch {
  /** `main` for the first, then the numbers from 1. */
  readonly id: string;
  /** Null for the first. */
  readonly parent: string | null;
  /** Last entry that it shares with its parent; 0 for the first. */
  readonly from: number;
  /** Last entry of the branch. */
  readonly sequence: number;
  /** Venue time of that entry, Unix milliseconds. */
  readonly timeMs: number;
  /** Name of the scenario that it plays; null: none. */
  readonly scenario: string | null;
  /** True if clients trade on this branch. */
  readonly isCurrent: boolean;
}

export interface VenueTime {
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** Speed relative to the machine's clock; 0: the clock stands still. */
  readonly speed: number;
}

export interface NamedScenario {
  readonly name: string;
  readonly about: string;
  /** ISO 8601. */
  readonly start: string;
}

/** A change of the clock; `speed` applies afterwards and stays. */
export type TimeMove = { readonly byMs?: number; readonly untilMs?: number; readonly speed?: number };

/** A moment of a branch: after an entry, or at a time. */
export type Moment = { readonly sequence: number } | { readonly timeMs: number };

/** Reason for the client why the request was refused; nothing has changed. */
export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
}

/** A venue without history: empty, or with a scenario or the markets of a tape. */
export interface NewVenue {
  /** Name of a ready scenario, or a scenario that is not checked yet. */
  readonly scenario?: unknown;
  readonly replay?: ReplayStart;
  /** Seed of the venue and of its scenario. */
  readonly seed?: number | undefined;
  /** Moment or `now`; also of the scenario. */
  readonly start?: number | string | undefined;
}

export interface ForkWish {
  /** Null: the whole history of the sandbox. */
  readonly from: Moment | null | NewVenue;
  /** 0: a free one. */
  readonly port: number;
  /** Folder that stays when the fork ends; null: none. */
  readonly dataDir: string | null;
}

export interface Fork {
  readonly url: string;
  readonly sequence: number;
  readonly timeMs: number;
  /** Id of the replay that it began with; null: none. */
  readonly replay: string | null;
}

export interface ReplayStart {
  readonly tape: string;
  /** Accounts, in the form of a scenario. */
  readonly accounts: readonly unknown[];
  readonly queue: 'pessimistic' | 'optimistic';
  readonly stepMs: number;
  /** Null: nothing takes time. */
  readonly latency: LatencyModel | null;
  /** Clock speed; `max`: to the end at once. */
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
  /** Messages played so far. */
  readonly messages: number;
  readonly facts: { readonly firstMs: number; readonly lastMs: number; readonly lines: number };
  /** In the form of the contract; null until the whole tape was played. */
  readonly certificate: object | null;
}

export interface Sandbox {
  readonly seed: number;
  readonly time: VenueTime;
  /** The branch that clients trade on. */
  readonly branch: string;
  /** Resolves when everything due on the way is done, and reads show it. Throws `SandboxRefused`. */
  move(move: TimeMove): Promise<VenueTime>;
  /** The scenario being played; null: none. */
  readonly scenario: NamedScenario | null;
  /** Scenarios that ship with the venue. */
  readyScenarios(): readonly NamedScenario[];
  /** Starts a branch that holds only a scenario: a ready one by name, or the given one. Throws `SandboxRefused`. */
  play(wish: { readonly name?: string; readonly scenario?: unknown }): Promise<Branch>;
  /** Starts a branch that holds only the market of a tape; the tape is played as time moves. Throws `SandboxRefused`. */
  replay(start: ReplayStart): Promise<ReplayStatus>;
  /** The latest replays, in the order in which they were started. */
  replays(): readonly ReplayStatus[];
  replayOf(id: string): ReplayStatus | null;
  branches(): readonly Branch[];
  /**
   * Starts a new branch after a moment of another one (the current one by default) and moves clients there. Resolves
   * when they trade on it. Throws `SandboxRefused`.
   */
  rewind(to: Moment, branch?: string): Promise<Branch>;
  /**
   * Starts a separate venue on another port: with the history up to a moment, or a new one. Throws `SandboxRefused`.
   */
  fork(wish: ForkWish): Promise<Fork>;
  /** Ends a fork and removes its files, except from a folder that the wish named. Throws `SandboxRefused`. */
  endFork(port: number): Promise<Fork>;
  /** Running forks, as they were started. */
  forks(): readonly Fork[];
}
