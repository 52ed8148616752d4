/** A journal and the clients whose answers it must match. */
import type { JournalPlace } from '@bellwether/server/ports/journal-place.ts';
import type { Choices } from '../shared/random.ts';
import { auditJournal, auditRestart } from './audit.ts';
import { runCommand } from './command-line.ts';
import { countNames, JournalIndex } from './journal-index.ts';
import { Violation } from './lives.ts';
import type { PromiseReport } from './reports.ts';
import type { Address, Trader } from './traders.ts';

export class Ledger {
  readonly index = new JournalIndex();
  traders: readonly Trader[] = [];
  /** Current place of the journal, and the folder of a venue that owns it. */
  readonly #place: () => JournalPlace;
  readonly #report: PromiseReport;
  #counts = auditJournal([], this.index);

  constructor(place: () => JournalPlace, report: PromiseReport) {
    this.#place = place;
    this.#report = report;
  }

  /** Checks every promise of every client against the journal as it is on disk. Throws `Violation`. */
  async look(): Promise<void> {
    await this.index.follow(this.#place());
    const counts = auditJournal(this.traders, this.index);
    this.#report.journalAudits++;
    this.#report.promisesAudited += counts.acknowledged + counts.refused + counts.unknown;
    this.#counts = counts;
  }

  /**
   * After a look: checks the venue's answers about writes sent before `start`. False if the venue ended meanwhile.
   * Throws `Violation`.
   */
  async audit(venue: Address, choices: Choices, start: number): Promise<boolean> {
    const done = await auditRestart(venue, this.traders, this.index, choices, start);
    if (done === null) return false;
    this.#report.restartsAudited++;
    this.#report.sentAgain += done.sentAgain;
    this.#report.readBack += done.readBack;
    return true;
  }

  /** Verifies the journal with the venue's own command. Throws `Violation`. */
  async verify(): Promise<void> {
    const { code, lines, words } = await runCommand(['verify'], this.#place());
    if (code !== 0 || lines.at(-1) !== 'everything holds') throw new Violation(`verify: ${lines.join('\n')}${words}`);
    this.#report.verified++;
  }

  /** After a look at the end of a venue's life: counts every entry that `export` writes again. Throws `Violation`. */
  async count(): Promise<void> {
    const times = new Map<string, number>();
    const { code, words } = await runCommand(['export'], this.#place(), (line) => {
      const { entry } = JSON.parse(line) as { entry: Parameters<typeof countNames>[1] };
      countNames(times, entry);
    });
    if (code !== 0) throw new Violation(`export ended with ${code}: ${words}`);
    for (const { write } of this.traders.flatMap(({ file }) => file.all)) {
      if ((times.get(write.name) ?? 0) !== this.index.times(write.name)) {
        throw new Violation(`${write.kind} ${write.name} is exported ${times.get(write.name) ?? 0} times`);
      }
    }
    this.#report.entries += this.index.entries;
    this.#report.acknowledged += this.#counts.acknowledged;
    this.#report.refused += this.#counts.refused;
    this.#report.unknown += this.#counts.unknown;
    this.#report.unknownDone += this.#counts.unknownDone;
  }

  /** Closes the clients' files. */
  close(): void {
    for (const { file } of this.traders) file.close();
  }
}
