/** Base of a venue's and a cluster's life: clients that write, and audits of the answers that they were given. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { Dice } from '../dice/dice.ts';
import type { Tally } from '../shared/harness.ts';
import type { VenueAddress } from '../shared/venue-load.ts';
import { exported, Ledger } from './ledger.ts';
import { openTraders, writeUntil } from './traders.ts';

export const SETTINGS = {
  BELLWETHER_LIMITS: 'off',
  BELLWETHER_SNAPSHOT_EVERY: '120',
  BELLWETHER_LOG_LEVEL: 'fatal',
} as const;

export abstract class Life {
  protected readonly dice: Dice;
  protected readonly folder: string;
  protected readonly tally: Tally;
  protected readonly ledger: Ledger;

  constructor(dice: Dice, folder: string, tally: Tally) {
    this.dice = dice;
    this.folder = folder;
    this.tally = tally;
    this.ledger = new Ledger(() => this.place, dice.fork('audits'), tally);
  }

  /** Current place of the journal, and the folder of a venue that owns it. */
  protected abstract readonly place: JournalPlace;
  /** First start, with accounts and markets. */
  abstract open(): Promise<void>;
  /** One round: clients write, something happens, and everything is audited. */
  abstract play(): Promise<void>;
  abstract stop(): Promise<void>;

  async finish(): Promise<void> {
    await this.ledger.look();
    await this.ledger.verify();
    await this.ledger.count();
  }

  /** Keeps the answers of each client and the journal, for finding what went wrong. */
  async keep(): Promise<void> {
    for (const { number, promised } of this.ledger.traders) {
      const lines = [...promised.values()].map(({ write, ...said }) => JSON.stringify({ ...said, name: write.name }));
      appendFileSync(join(this.folder, `told-${number}.jsonl`), `${lines.join('\n')}\n`);
    }
    await exported(this.place, (line) => appendFileSync(join(this.folder, 'journal.jsonl'), `${line}\n`));
  }

  protected async openTraders(venue: VenueAddress): Promise<void> {
    this.ledger.traders = await openTraders(venue, this.dice.fork('traders'));
  }

  /**
   * Lets all clients write until `goesOn` is false. They rest for up to `restMs` after each answer; with `retryMs`, they
   * go on that long after a missing answer instead of stopping.
   */
  protected async write(
    venue: VenueAddress,
    start: number,
    goesOn: () => boolean,
    pauses: { readonly restMs: number; readonly retryMs: number | null },
  ): Promise<void> {
    const writing = this.ledger.traders.map((trader) =>
      writeUntil(trader, trader.clientOf(venue), start, goesOn, pauses),
    );
    for (const answers of await Promise.all(writing)) this.tally.add('answers that clients got', answers);
  }
}
