/**
 * The life of a venue on one data folder: each round it is started, audited, written to and killed, and its journal is
 * audited as the kill left it. At the end the venue's own commands verify and count the folder, before and after a stop
 * in order.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { type ProgramEnd, ProgramEnded } from '@bellwether/venue-process/program';
import type { Dice } from '../dice/dice.ts';
import { Broken, type Tally } from '../shared/harness.ts';
import { Life, SETTINGS } from './life.ts';
import { AT_RANDOM, attachTracer, setTrap, type Trap, tracerFor } from './points.ts';

/** Shares of rounds with a trap from the start, and of the other rounds with one set once the venue is ready. */
const TRAPS_AT_START = 0.3;
const TRAPS_LATER = 0.5;
/** Writing time before a random kill, or before a kill that replaces a trap that was not hit. */
const WRITING_MS = { least: 20, most: 400 } as const;

export class VenueLife extends Life {
  readonly place: JournalPlace;
  readonly #canTrace: boolean;
  #running: VenueProcess | null = null;
  #start = 0;

  constructor(dice: Dice, folder: string, tally: Tally, canTrace: boolean) {
    super(dice, folder, tally);
    this.#canTrace = canTrace;
    this.place = { dataDir: join(folder, 'data'), database: null };
  }

  async open(): Promise<void> {
    const venue = await this.#startUntrapped();
    await this.openTraders(venue);
    checkKilled(await venue.end('SIGKILL'));
    await this.ledger.look();
  }

  async play(): Promise<void> {
    const { dice, ledger, tally } = this;
    const [atStart, later] = [dice.chance(TRAPS_AT_START), dice.chance(TRAPS_LATER)];
    const trap = this.#canTrace && (atStart || later) ? setTrap(dice, atStart) : null;
    const name = trap?.point.name ?? AT_RANDOM;
    this.#start++;
    const venue = await this.#startVenue(trap?.isSetAtStart === true ? trap : null);
    if (venue === null) {
      tally.add(name);
      tally.add('kills while it started');
      ledger.skip(this.#start);
      return ledger.look();
    }
    if (this.#start > 1) await ledger.audit(venue, this.#start);
    if (trap?.isSetAtStart === false) await attachTracer(trap, this.place.dataDir, venue.pid);
    const isTrapped = await this.#writeAndKill(venue);
    await ledger.look();
    checkKilled(await venue.ended);
    tally.add(isTrapped ? name : AT_RANDOM);
    tally.add('kills while it ran');
  }

  override async finish(): Promise<void> {
    await super.finish();
    const venue = await this.#startUntrapped();
    this.#start++;
    await this.ledger.audit(venue, this.#start);
    const { code, stderr } = await venue.end();
    // On an overloaded machine the venue gives up after ten seconds without progress and says so. Nothing is lost by
    // that.
    if (code !== 0 && !/not stopped: no progress/.test(stderr))
      throw new Broken(`a stop in order ended with ${code}: ${stderr}`);
    await this.ledger.look();
    await this.ledger.verify();
  }

  async stop(): Promise<void> {
    await this.#running?.end('SIGKILL');
  }

  /** Lets clients write until the venue is gone. True if a trap has killed it. */
  async #writeAndKill(venue: VenueProcess): Promise<boolean> {
    let hasEnded = false;
    const ended = venue.ended.then(() => {
      hasEnded = true;
    });
    const writing = this.write(venue, this.#start, () => !hasEnded, { restMs: 0, retryMs: null });
    // A failure is handled below, once the venue is gone.
    writing.catch(() => undefined);
    await Promise.race([delay(this.dice.between(WRITING_MS.least, WRITING_MS.most)), ended]);
    const isTrapped = hasEnded;
    checkKilled(await venue.end('SIGKILL'));
    await writing;
    return isTrapped;
  }

  /** Null if the venue was killed before it was ready. Throws `Broken` if it ends in another way. */
  async #startVenue(trap: Trap | null): Promise<VenueProcess | null> {
    const { dataDir } = this.place;
    const began = performance.now();
    this.tally.add('starts');
    try {
      const through = trap === null ? {} : { through: tracerFor(trap, dataDir) };
      this.#running = await startVenueProcess({ dataDir, settings: SETTINGS, ...through });
    } catch (error) {
      if (!(error instanceof ProgramEnded)) throw error;
      checkKilled(error.end);
      return null;
    }
    this.tally.took('start to ready', performance.now() - began);
    return this.#running;
  }

  async #startUntrapped(): Promise<VenueProcess> {
    const venue = await this.#startVenue(null);
    if (venue === null) throw new Broken('someone else has killed the venue');
    return venue;
  }
}

/** Throws `Broken` for a process that has ended on its own; no process here is asked to. */
function checkKilled({ code, signal, stderr }: ProgramEnd): void {
  if (signal !== 'SIGKILL') throw new Broken(`the venue ended by itself (${signal ?? code}): ${stderr.trim()}`);
}
