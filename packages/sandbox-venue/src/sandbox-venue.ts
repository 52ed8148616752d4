/** A venue on virtual time: its branches, of which one is current for clients, and its forks. */
import { LATEST_MS, type Scenario } from '@bellwether/contract';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { AnswersFile } from '@bellwether/gateway/adapters/answers-sqlite/answers-file.ts';
import { installSeededSecrets } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { lockDataFolder, recordHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { copyJournalUntil } from '@bellwether/ledger/adapters/journal-sqlite/journal-prefix.ts';
import { shareSnapshots } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { ExchangeUnavailable } from '@bellwether/ports/exchange.ts';
import { createLogger } from '@bellwether/venue/logger.ts';
import { ThreadHeaps } from '@bellwether/venue/ops/thread-heaps.ts';
import { seededRandomness } from '@bellwether/venue/runtime/seeded-randomness.ts';
import type { Logger } from 'pino';
import { Background } from './background.ts';
import { BranchFiles, endOf, lastEntryAt, type StoredBranch, timeOfEntry } from './branch-files.ts';
import { type BranchOptions, type BranchVenue, openBranch } from './branch-venue.ts';
import {
  type Branch,
  type Fork,
  type ForkWish,
  type Moment,
  type NamedScenario,
  type ReplayStart,
  type ReplayStatus,
  type Sandbox,
  SandboxRefused,
  type TimeMove,
  type VenueTime,
} from './control.ts';
import { RuleBook } from './faults/rule-book.ts';
import type { Settlements } from './faults/settlements.ts';
import { type ForkContents, Forks, removeForks } from './forks.ts';
import { SandboxAnswers } from './gateway/answers.ts';
import type { LatencyByHand } from './latency/latency.ts';
import { LeftBranches } from './left-branches.ts';
import { newVenue, startedScenario } from './new-venue.ts';
import { beginTape, Replays, readTape } from './replay/replays.ts';
import { TapeFiles } from './replay/tape-files.ts';
import type { SandboxOptions, SharedParts } from './sandbox-options.ts';
import { startOf } from './scenario/player.ts';
import { parseScenario, readyScenarios } from './scenario/read-scenario.ts';

/** Branches kept; beyond that, the oldest ones that are not current are removed. */
const BRANCHES_MAX = 64;
/** Longest move of time at once, milliseconds: ten years. */
const MOVE_MS_MAX = 10 * 366 * 24 * 3_600_000;

/** Starts a sandbox; resolves when it answers requests. If that fails, closes everything again and throws the error. */
export async function startSandbox(options: SandboxOptions): Promise<SandboxVenue> {
  const { config, machine, seed, startMs } = options;
  const lock = lockDataFolder(config.dataDir);
  const heaps = new ThreadHeaps(machine.timers);
  const release = (): void => {
    heaps.close();
    lock.release();
  };
  try {
    installSeededSecrets(config.dataDir, seededRandomness(seed), machine.random);
    const files = new BranchFiles(config.dataDir, { seed, nowMs: startMs });
    // Forks end with their sandbox, even if it crashed.
    removeForks(config.dataDir);
    const tapes = new TapeFiles(config.dataDir, options.tapes, options.localFiles);
    const shared = { background: new Background(machine.timers), heaps, tapes };
    const venue = new SandboxVenue(options, files, shared, release);
    await venue.open();
    return venue;
  } catch (error) {
    release();
    throw error;
  }
}

export class SandboxVenue implements Sandbox {
  readonly #options: SandboxOptions;
  readonly #files: BranchFiles;
  readonly #shared: SharedParts;
  readonly #release: () => void;
  readonly #forks: Forks;
  readonly #logger: Logger;
  readonly #faults = new RuleBook(
    () => this.time.nowMs,
    (seed) => {
      const random = seededRandomness(seed);
      return () => random.below(2 ** 32) / 2 ** 32;
    },
  );
  readonly #latency: LatencyByHand = { model: null };
  /** Settlement displays by branch. */
  readonly #settlements = new Map<string, Settlements>();
  readonly #replays: Replays;
  #current: BranchVenue | null = null;
  /** Tail of the queue of branch operations, which run one at a time. */
  #doing: Promise<unknown> = Promise.resolve();
  #isStopping = false;
  readonly #left: LeftBranches;
  readonly #answers: SandboxAnswers;

  /** Use `startSandbox` instead. `release` runs when the sandbox has stopped. */
  constructor(options: SandboxOptions, files: BranchFiles, shared: SharedParts, release: () => void) {
    const { timers } = options.machine;
    this.#options = options;
    this.#files = files;
    this.#shared = shared;
    this.#release = release;
    this.#logger = createLogger(options.config.logLevel);
    this.#left = new LeftBranches(timers, this.#logger);
    this.#replays = new Replays(timers);
    const warn = (problem: string): void => this.#logger.warn(problem);
    this.#answers = new SandboxAnswers(new AnswersFile(options.config.dataDir, warn));
    this.#forks = new Forks(options, this.seed, async (ofFork, itsFiles, stopped) => {
      const venue = new SandboxVenue(ofFork, itsFiles, shared, stopped);
      await venue.open();
      return venue;
    });
  }

  get url(): string {
    return this.#venue.url;
  }

  get adminToken(): string {
    return this.#venue.adminToken;
  }

  get exchange(): ExchangeHandle {
    return this.#venue.exchange;
  }

  get time(): VenueTime {
    const { nowMs, speed } = this.#venue.time;
    return { nowMs, speed };
  }

  get seed(): number {
    return this.#files.state.seed;
  }

  get scenario(): NamedScenario | null {
    return this.#venue.scenario;
  }

  get branch(): string {
    return this.#venue.branch;
  }

  async open(): Promise<void> {
    const { config, prepare } = this.#options;
    const { current, nowMs } = this.#files.state;
    const prepares = prepare === undefined ? {} : { prepare };
    // A killed process has not stored its time, which is no earlier than the last entry.
    const fromMs = Math.max(nowMs, endOf(this.#files.folderOf(current)).timeMs);
    this.#current = await openBranch({ ...this.#branchOptions(current, fromMs), ...prepares });
    this.#settlements.set(current, this.#current.settlements);
    recordHolder(config.dataDir, this.url);
  }

  async move({ byMs, untilMs, speed }: TimeMove): Promise<VenueTime> {
    if (this.#isStopping) throw new ExchangeUnavailable('the sandbox stops');
    const venue = this.#venue;
    const ahead = byMs ?? (untilMs === undefined ? 0 : untilMs - venue.time.nowMs);
    if (ahead < 0)
      throw new SandboxRefused('time only goes forward here: rewind begins a new branch at an earlier moment');
    if (ahead > MOVE_MS_MAX) throw new SandboxRefused('time is moved by at most ten years at once');
    if (venue.time.nowMs + ahead > LATEST_MS) throw new SandboxRefused('time ends with the year 9999');
    if (ahead > 0) this.#files.checkRoom();
    // A pause does not wait for a running move to end.
    if (byMs === undefined && untilMs === undefined && speed === 0) venue.time.interrupt();
    if (byMs !== undefined) await venue.time.advanceBy(byMs);
    if (untilMs !== undefined) await venue.time.advanceTo(untilMs);
    const checkCurrent = (): void => {
      if (venue === this.#current) return;
      const now = new Date(venue.time.nowMs).toISOString();
      throw new SandboxRefused(
        `branch ${this.branch} has begun meanwhile: this move ended on branch ${venue.branch} at ${now}`,
      );
    };
    checkCurrent();
    if (speed !== undefined) venue.time.setSpeed(speed);
    await this.#replays.synced();
    await venue.awaitDone();
    checkCurrent();
    this.#files.noteTime(venue.time.nowMs);
    return { nowMs: venue.time.nowMs, speed: venue.time.speed };
  }

  branches(): readonly Branch[] {
    const { branches, current } = this.#files.state;
    return branches.map((branch) => {
      const scenario = this.#files.scenarioNameOf(branch.id);
      return { ...branch, ...endOf(this.#files.folderOf(branch.id)), scenario, isCurrent: branch.id === current };
    });
  }

  readyScenarios(): readonly NamedScenario[] {
    return readyScenarios();
  }

  play({ name, scenario }: { readonly name?: string; readonly scenario?: unknown }): Promise<Branch> {
    if ((name === undefined) === (scenario === undefined))
      return Promise.reject(new SandboxRefused('name or scenario says what is played: give one'));
    return this.#alone(async () => this.#beginWith(startedScenario(name ?? scenario, this.#machineMs())));
  }

  replay(start: ReplayStart): Promise<ReplayStatus> {
    return this.#alone(async () => {
      const tape = await readTape(start, this.#shared.tapes, this.#options.machine.timers, this.seed);
      await beginTape(tape.scenario, (scenario) => this.#beginWith(scenario));
      const status = await this.#replays.start(start, tape, this.#venue, this.seed);
      await this.#venue.awaitDone();
      const { time } = this.#venue;
      // In the background: nothing waits for the end of the tape.
      if (start.speed === 'max')
        void time.advanceTo(tape.facts.lastMs).catch(() => this.#logger.warn('the tape is played no further'));
      else if (start.speed > 0) time.setSpeed(start.speed);
      return status;
    });
  }

  replays(): readonly ReplayStatus[] {
    return this.#replays.list();
  }

  replayOf(id: string): ReplayStatus | null {
    return this.#replays.find(id);
  }

  rewind(to: Moment, from = this.branch): Promise<Branch> {
    return this.#alone(() => this.#rewind(to, from));
  }

  fork(wish: ForkWish): Promise<Fork> {
    return this.#alone(async () => this.#forks.begin(this.#contents(wish.from), wish));
  }

  forks(): readonly Fork[] {
    return this.#forks.list();
  }

  endFork(port: number): Promise<Fork> {
    // Rows go on: the end waits for answers to requests of the fork, and some of these wait for rows.
    return this.#alone(
      () => this.#forks.end(port),
      (work) => work(),
    );
  }

  async stop(interrupts = false): Promise<void> {
    this.#isStopping = true;
    if (interrupts) this.#venue.time.interrupt();
    await this.#doing;
    await this.#forks.stop();
    this.#replays.leave();
    this.#files.noteTime(this.time.nowMs);
    await this.#venue.close();
    await this.#left.closeAll();
    this.#answers.close();
    this.#release();
  }

  /** Parts that a stop has yet to close, with their states. A running move of time is finished first. */
  stillOpen(): string[] {
    return [`${this.forks().length} forks`, `time ${this.time.nowMs}`, ...this.#venue.stillOpen()];
  }

  get #venue(): BranchVenue {
    if (this.#current === null) throw new Error('the sandbox is not open');
    return this.#current;
  }

  #branchOptions(branch: string, nowMs: number, settling: BranchOptions['settling'] = []) {
    const { config, machine, onFailure } = this.#options;
    const { seed } = this.#files.state;
    const folder = this.#files.folderOf(branch);
    const text = this.#files.scenarioOf(branch);
    const scenario = text === null ? null : parseScenario(text);
    return {
      ...{ scenario, config, branch, folder, nowMs, seed, machine, onFailure, settling },
      ...this.#shared,
      latencyByHand: this.#latency,
      synced: () => this.#replays.synced(),
      control: this,
      answers: this.#answers,
      logger: this.#logger,
      faults: this.#faults,
    };
  }

  async #rewind(to: Moment, from: string): Promise<Branch> {
    const parent = this.#find(from);
    const { sequence, nowMs } = this.#place(parent, to);
    return this.#begin(parent.id, sequence, nowMs, (folder) => this.#copy(parent, sequence, folder));
  }

  async #beginWith(scenario: Scenario): Promise<Branch> {
    const fill = (folder: string): void => this.#files.writeScenario(folder, JSON.stringify(scenario));
    return this.#begin(null, 0, startOf(scenario), fill);
  }

  /**
   * Begins a branch in a folder that `fill` fills, and makes it current. A rewind keeps fault rules and latency that were
   * set by hand.
   */
  async #begin(parent: string | null, from: number, nowMs: number, fill: (folder: string) => void): Promise<Branch> {
    const { id, folder } = this.#files.makeNext();
    const before = this.#venue;
    const { speed } = before.time;
    const isKept = (branch: string | null): boolean => (branch === null ? parent !== null : branch === id);
    const putBack = this.#faults.keep(isKept);
    const { model } = this.#latency;
    if (parent === null) this.#latency.model = null;
    try {
      fill(folder);
      const settling = parent === null ? [] : this.#settlements.get(parent)?.upTo(from);
      this.#current = await openBranch({ ...this.#branchOptions(id, nowMs, settling), front: before.front });
      this.#settlements.set(id, this.#current.settlements);
      const branch = { id, parent, from };
      await before.time.stand();
      this.#files.select(branch, nowMs, before.time.nowMs, BRANCHES_MAX);
      for (const known of this.#settlements.keys())
        if (this.#files.find(known) === null) this.#settlements.delete(known);
      // Removes rules that the script of the left branch has armed meanwhile.
      this.#faults.keep((branch) => branch === null || branch === id);
      this.#left.leave(before, this.#current);
      this.#replays.leave();
      const { sequence } = this.#current.exchange.head;
      return { ...branch, sequence, timeMs: nowMs, scenario: this.#files.scenarioNameOf(id), isCurrent: true };
    } catch (error) {
      const failed = this.#current === before ? null : this.#current;
      this.#current = before;
      putBack();
      this.#latency.model = model;
      before.time.setSpeed(speed);
      await failed?.close();
      this.#files.remove(folder);
      throw error;
    }
  }

  /** Initial content of a fork. Throws `SandboxRefused`. */
  #contents(from: ForkWish['from']): ForkContents {
    this.#files.checkRoom();
    if (from !== null && !('sequence' in from || 'timeMs' in from))
      return newVenue(from, this.time.nowMs, this.#machineMs());
    const parent = this.#find(this.branch);
    const { sequence, nowMs } =
      from === null ? { sequence: this.exchange.head.sequence, nowMs: this.time.nowMs } : this.#place(parent, from);
    return { nowMs, fill: (folder) => this.#copy(parent, sequence, folder) };
  }

  readonly #machineMs = (): number => this.#options.machine.clock.wallMs();

  #find(id: string): StoredBranch {
    const branch = this.#files.find(id);
    if (branch === null) throw new SandboxRefused(`there is no branch ${id}`);
    return branch;
  }

  /** Last entry to keep, and the time at that point. Throws `SandboxRefused`. */
  #place(branch: StoredBranch, to: Moment): { readonly sequence: number; readonly nowMs: number } {
    const { id } = branch;
    const folder = this.#files.folderOf(id);
    const head = id === this.branch ? this.exchange.head.sequence : endOf(folder).sequence;
    if ('sequence' in to) {
      if (to.sequence > head) throw new SandboxRefused(`branch ${id} ends with entry ${head}`);
      // Before the first entry, the time is that of the first entry.
      return { sequence: to.sequence, nowMs: timeOfEntry(folder, Math.max(1, to.sequence)) };
    }
    const nowMs = this.#timeOn(branch);
    const beganMs = head === 0 ? nowMs : timeOfEntry(folder, 1);
    if (to.timeMs < beganMs) throw new SandboxRefused(`branch ${id} begins at ${new Date(beganMs).toISOString()}`);
    if (to.timeMs > nowMs) throw new SandboxRefused(`it is ${new Date(nowMs).toISOString()} on branch ${id}`);
    return { sequence: lastEntryAt(folder, to.timeMs), nowMs: to.timeMs };
  }

  /** Venue time that a branch has reached, Unix milliseconds. */
  #timeOn({ id, leftMs = 0 }: StoredBranch): number {
    return id === this.branch ? this.time.nowMs : Math.max(leftMs, endOf(this.#files.folderOf(id)).timeMs);
  }

  #copy({ id }: StoredBranch, sequence: number, folder: string): void {
    const from = this.#files.folderOf(id);
    copyJournalUntil(from, folder, sequence, this.#options.machine.random);
    shareSnapshots(from, folder, sequence);
    const scenario = this.#files.scenarioOf(id);
    if (scenario !== null) this.#files.writeScenario(folder, scenario);
  }

  #alone<T>(work: () => Promise<T>, run = (one: () => Promise<T>) => this.#shared.background.restFor(one)): Promise<T> {
    if (this.#isStopping) return Promise.reject(new ExchangeUnavailable('the sandbox stops'));
    const done = this.#doing.then(() => run(work));
    this.#doing = done.catch(() => undefined);
    return done;
  }
}
