/** A journal and the clients whose answers it must match. */
import { createInterface } from 'node:readline';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import { openJournalAtRest } from '@bellwether/venue/ops/open-journal.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { runBellwether, startBellwether } from '@bellwether/venue-process';
import type { Dice } from '../dice/dice.ts';
import { Broken, type Tally } from '../shared/harness.ts';
import type { VenueAddress } from '../shared/venue-load.ts';
import { auditVenue } from './audit.ts';
import type { Told, Trader } from './traders.ts';

/** The part of a command that identifies the write. */
interface NamedCommand {
  readonly kind: string;
  readonly orderId?: string;
  readonly order?: { readonly orderId: string };
  readonly request?: { readonly key: string };
}

export function namesOf(command: NamedCommand): string[] {
  const orderId = command.kind === 'PlaceOrder' ? command.orderId : command.order?.orderId;
  return [orderId, command.request?.key].filter((name) => name !== undefined);
}

export interface NamedEntry {
  readonly command: NamedCommand;
  readonly events: readonly { readonly kind: string; readonly idle?: true }[];
}

/**
 * Counts what an entry did. If a part of a request arrived again while the first was in progress, it may have an entry
 * of its own that says there was nothing left to do.
 */
export function countNames(times: Map<string, number>, { command, events }: NamedEntry): void {
  const isIdle = events.every(({ kind, idle }) => kind === 'RequestKept' && idle === true);
  for (const name of namesOf(command)) {
    const before = times.get(name) ?? 0;
    if (before === 0 || !isIdle) times.set(name, before + 1);
  }
}

export class JournalIndex {
  readonly #times = new Map<string, number>();
  /** Number of entries that were read. */
  entries = 0;
  #hash: string | null = null;

  times(name: string): number {
    return this.#times.get(name) ?? 0;
  }

  /** Reads the entries added since the last call. Throws `Broken` if an earlier entry is missing or different. */
  async follow(place: JournalPlace): Promise<void> {
    const journal = await openJournalAtRest(place, MACHINE);
    if (journal === null) throw new Broken('there is no journal any more');
    try {
      const last = this.entries;
      for await (const record of journal.read(Math.max(1, last))) {
        for (const { sequence, hash, command, events } of entriesOfRecord(record, null)) {
          if (sequence === last && hash !== this.#hash) throw new Broken(`entry ${last} is another than before`);
          if (sequence <= last) continue;
          countNames(this.#times, { command, events });
          this.entries = sequence;
          this.#hash = hash;
        }
      }
      const { sequence } = await journal.head();
      if (sequence < last) throw new Broken(`the journal ended with entry ${last} and now ends with ${sequence}`);
    } finally {
      await journal.close();
    }
  }
}

const ENDS: Readonly<Record<Told, string>> = {
  acknowledged: 'acknowledged, there once',
  refused: 'refused, not there',
  nothing: 'without an answer',
};

/** Checks every answer that clients got. Returns their number. Throws `Broken`. */
export function auditJournal(traders: readonly Pick<Trader, 'promised'>[], index: Pick<JournalIndex, 'times'>): number {
  let answers = 0;
  for (const { promised } of traders) {
    answers += promised.size;
    for (const { write, told } of promised.values()) {
      const times = index.times(write.name);
      const holds = told === 'nothing' ? times <= 1 : times === (told === 'acknowledged' ? 1 : 0);
      const said = told === 'nothing' ? 'got no answer' : `was ${told}`;
      if (!holds) throw new Broken(`${write.kind} ${write.name} ${said} and is there ${times} times`);
    }
  }
  return answers;
}

export class Ledger {
  readonly index = new JournalIndex();
  traders: readonly Trader[] = [];
  readonly #place: () => JournalPlace;
  readonly #dice: Dice;
  readonly #tally: Tally;

  constructor(place: () => JournalPlace, dice: Dice, tally: Tally) {
    this.#place = place;
    this.#dice = dice;
    this.#tally = tally;
  }

  /** Checks every promise of every client against the journal as it is on disk. Throws `Broken`. */
  async look(): Promise<void> {
    await this.index.follow(this.#place());
    this.#tally.add('promises audited', auditJournal(this.traders, this.index));
    this.#tally.add('audits of the journal as it was left');
  }

  /**
   * After a look: checks the venue's answers about writes sent before `start`. False if the venue ended meanwhile.
   * Throws `Broken`.
   */
  async audit(venue: VenueAddress, start: number): Promise<boolean> {
    const isAnswered = await auditVenue(venue, this.traders, this.index, this.#dice, start, this.#tally);
    if (isAnswered) this.#tally.add('audits of books, money and answers');
    return isAnswered;
  }

  /** Leaves writes without an answer open until the next start: `start` ended before the venue could be asked. */
  skip(start: number): void {
    for (const { promised } of this.traders)
      for (const one of promised.values()) if (one.start === start - 1) one.start = start;
  }

  /** Verifies the journal with the venue's own command. Throws `Broken`. */
  async verify(): Promise<void> {
    const { code, stdout, stderr } = await runBellwether(['verify'], optionsOf(this.#place()));
    if (code !== 0 || !stdout.trimEnd().endsWith('everything holds')) throw new Broken(`verify: ${stdout}${stderr}`);
    this.#tally.add('verify, all clean');
  }

  /** After a look at the end of a venue's life: counts every entry that `export` writes again. Throws `Broken`. */
  async count(): Promise<void> {
    const exports = new Map<string, number>();
    await exported(this.#place(), (line) => countNames(exports, (JSON.parse(line) as { entry: NamedEntry }).entry));
    for (const { write, told } of this.traders.flatMap(({ promised }) => [...promised.values()])) {
      const [times, found] = [exports.get(write.name) ?? 0, this.index.times(write.name)];
      if (times !== found) throw new Broken(`${write.kind} ${write.name} is exported ${times} times`);
      this.#tally.add(ENDS[told]);
      if (told === 'nothing') this.#tally.add('done once without an answer', found);
    }
    this.#tally.add('entries', this.index.entries);
  }
}

export async function exported(place: JournalPlace, onLine: (line: string) => void): Promise<void> {
  const program = startBellwether(['export'], optionsOf(place));
  for await (const line of createInterface({ input: program.child.stdout ?? process.stdin })) onLine(line);
  const { code, stderr } = await program.result();
  if (code !== 0) throw new Broken(`export ended with ${code}: ${stderr}`);
}

function optionsOf({ dataDir, database }: JournalPlace): Parameters<typeof startBellwether>[1] {
  return { dataDir, settings: database === null ? {} : { BELLWETHER_JOURNAL: database.url } };
}
