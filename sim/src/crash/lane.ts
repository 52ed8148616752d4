/**
 * Runs one venue after another in one lane. A venue lives for several rounds on one data folder: it is started,
 * audited, written to and killed, and its journal is audited as the kill left it. At the end of a life, and after a
 * graceful stop, the venue's own commands verify and count the whole folder again.
 */
import { join } from 'node:path';
import type { VenueProcess } from '@bellwether/venue-process';
import type { Choices } from '../shared/random.ts';
import { Ledger } from './ledger.ts';
import { type Lane, runLives, Violation } from './lives.ts';
import { AT_RANDOM, attachTracer, setTrap, type Trap } from './points.ts';
import type { CrashReport } from './reports.ts';
import { openTraders } from './traders.ts';
import { checkKilled, startVenue } from './venue.ts';

export interface LaneOptions extends Lane<CrashReport> {
  readonly canTrace: boolean;
}

/** Shares of rounds with a trap from the start, and of the other rounds with one set once the venue is ready. */
const TRAPS_AT_START = 0.3;
const TRAPS_LATER = 0.5;
/** Writing time before a random kill, or before a kill that replaces a trap that was not hit. */
const WRITING_MS = { least: 20, most: 400 } as const;

export const runLane = (options: LaneOptions): Promise<void> =>
  runLives(options, (choices, folder) => new Life(options, choices, folder).run());

class Life {
  readonly #options: LaneOptions;
  readonly #choices: Choices;
  readonly #folder: string;
  readonly #dataDir: string;
  readonly #ledger: Ledger;
  #start = 0;

  constructor(options: LaneOptions, choices: Choices, folder: string) {
    this.#options = options;
    this.#choices = choices;
    this.#folder = folder;
    this.#dataDir = join(folder, 'data');
    this.#ledger = new Ledger(() => ({ dataDir: this.#dataDir, database: null }), options.report);
  }

  async run(): Promise<void> {
    try {
      await this.#open();
      let rounds = 0;
      do await this.#round();
      while (++rounds < this.#options.roundsPerLife && this.#options.takeRound());
      await this.#ledger.verify();
      await this.#ledger.count();
      await this.#stopInOrder();
    } finally {
      // After a violation the venue is still running.
      await this.#running?.end('SIGKILL');
      this.#ledger.close();
    }
  }

  #running: VenueProcess | null = null;

  /** First start: adds markets, and accounts with money. No trap is set yet. */
  async #open(): Promise<void> {
    const venue = await this.#startUntrapped();
    this.#ledger.traders = await openTraders(venue, this.#choices, this.#folder);
    await this.#kill(venue);
    await this.#ledger.look();
  }

  async #round(): Promise<void> {
    const { report } = this.#options;
    report.rounds++;
    const trap = this.#chooseTrap();
    this.#start++;
    const started = await startVenue(this.#dataDir, trap?.isSetAtStart === true ? trap : null);
    report.starts++;
    if (started.kind === 'killed') {
      report.killed(nameOf(trap), 'while it started');
      // Writes without an answer stay open until the next start.
      for (const { file } of this.#ledger.traders) for (const promised of file.all) shift(promised, this.#start);
      return this.#ledger.look();
    }
    report.readyMs.push(started.readyMs);
    const { venue } = started;
    this.#running = venue;
    await this.#audit(venue);
    if (trap?.isSetAtStart === false) await attachTracer(trap, this.#dataDir, venue.pid);
    await this.#write(venue);
    await this.#ledger.look();
    const ended = await venue.ended;
    checkKilled(ended);
    report.killed(this.#killedBy === 'trap' ? nameOf(trap) : AT_RANDOM, 'while it ran');
  }

  #chooseTrap(): Trap | null {
    const [atStart, later] = [this.#choices.chance(TRAPS_AT_START), this.#choices.chance(TRAPS_LATER)];
    return this.#options.canTrace && (atStart || later) ? setTrap(this.#choices, atStart) : null;
  }

  #killedBy: 'trap' | 'signal' = 'signal';

  async #audit(venue: VenueProcess): Promise<void> {
    if (this.#start > 1) await this.#ledger.audit(venue, this.#choices, this.#start);
  }

  /** Lets clients write until the venue is gone. */
  async #write(venue: VenueProcess): Promise<void> {
    let hasEnded = false;
    const ended = venue.ended.then(() => {
      hasEnded = true;
    });
    const goesOn = (): boolean => !hasEnded;
    const writing = this.#ledger.traders.map((trader) => trader.write(trader.clientOf(venue), this.#start, goesOn));
    // Failures are handled below, once the venue is gone.
    for (const one of writing) one.catch(() => undefined);
    const { least, most } = WRITING_MS;
    let timer: NodeJS.Timeout | null = null;
    const due = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, least + this.#choices.below(most - least));
    });
    await Promise.race([due, ended]);
    if (timer !== null) clearTimeout(timer);
    this.#killedBy = hasEnded ? 'trap' : 'signal';
    await this.#kill(venue);
    const answers = await Promise.all(writing);
    this.#options.report.answers += answers.reduce((sum, each) => sum + each, 0);
  }

  async #stopInOrder(): Promise<void> {
    const venue = await this.#startUntrapped();
    this.#start++;
    await this.#audit(venue);
    const { code, stderr } = await venue.end();
    // On an overloaded machine the venue gives up after ten seconds without progress and says so. Nothing is lost by
    // that.
    if (code !== 0 && !/not stopped: no progress/.test(stderr)) {
      throw new Violation(`a stop in order ended with ${code}: ${stderr}`);
    }
    await this.#ledger.look();
    await this.#ledger.verify();
  }

  async #startUntrapped(): Promise<VenueProcess> {
    const started = await startVenue(this.#dataDir, null);
    this.#options.report.starts++;
    if (started.kind === 'killed') throw new Violation('someone else has killed the venue');
    this.#options.report.readyMs.push(started.readyMs);
    this.#running = started.venue;
    return started.venue;
  }

  async #kill(venue: VenueProcess): Promise<void> {
    checkKilled(await venue.end('SIGKILL'));
  }
}

const nameOf = (trap: Trap | null): string => trap?.point.name ?? AT_RANDOM;

/** Skips a start that ended before the venue could be queried. */
function shift(promised: { told: string; start: number }, start: number): void {
  if (promised.start === start - 1) promised.start = start;
}
