/**
 * Plays the demo's past: its acts run as commands through the exchange's own pipeline (decoded, decided, applied,
 * journaled in batches) on a manual clock. Only the layers before the exchange are left out: HTTP and signatures. The
 * read store is not written.
 */
import { type Act, demoPast } from '@bellwether/demo/past';
import type { Command, State } from '@bellwether/engine';
import type { ReleasedBatch } from '@bellwether/exchange/sequencer/batch.ts';
import { Sequencer } from '@bellwether/exchange/sequencer/sequencer.ts';
import { emptyStart } from '@bellwether/ledger/log/follower.ts';
import { NO_STORED_ORDERS, SealedArchive } from '@bellwether/ledger/log/order-archive.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { Log } from '@bellwether/ports/log.ts';
import { PastCommands } from './past-commands.ts';

export type PlayedPast = { readonly state: State; readonly head: JournalHead; readonly archive: SealedArchive };

interface PlayOptions {
  readonly log: Pick<Log, 'append' | 'head'>;
  /** End of the past in Unix milliseconds. */
  readonly nowMs: number;
}

/** Extra clock readings per moment, besides those for each act and for the quotes that follow it. */
const FURTHER_READINGS = 16;
/** Acts whose results later acts refer to by name. */
const MAKES_NAMES: ReadonlySet<Act['kind']> = new Set<Act['kind']>(['join', 'publish']);

/** Plays the whole past into the log. Throws if an act that must succeed is refused, or the log fails. */
export async function playPast({ log, nowMs }: PlayOptions): Promise<PlayedPast> {
  const { state, head } = emptyStart();
  const archive = new SealedArchive(NO_STORED_ORDERS);
  const commands = new PastCommands(state);
  const clock = new PastClock(0);
  const pending = new Map<number, Act>();
  const release = ({ outcomes }: ReleasedBatch): void => {
    for (const { id, ...outcome } of outcomes) {
      const act = pending.get(id);
      pending.delete(id);
      // An order may be refused, as among real people: the price has moved, the money is spent.
      if (outcome.kind === 'accepted' || act?.kind === 'place') continue;
      throw new Error(`the demo's past was refused: ${JSON.stringify({ act, outcome })}`);
    }
  };
  const sequencer = new Sequencer({ state, head, log, archive, clock: clock.read, release });
  let submitted = 0;
  const submit = (act: Act, command: Command): void => {
    pending.set(++submitted, act);
    sequencer.enqueue({ id: submitted, json: JSON.stringify(command) });
  };
  const runAll = async (): Promise<void> => {
    while (sequencer.hasWork()) await sequencer.step();
  };
  for (const moment of demoPast({ nowMs, view: commands })) {
    clock.begin(moment, 2 * moment.acts.length + FURTHER_READINGS);
    for (const act of moment.acts) {
      for (const command of commands.commandsOf(act, moment.fromMs)) submit(act, command);
      if (MAKES_NAMES.has(act.kind)) await runAll();
    }
    await runAll();
  }
  return { state, head: sequencer.head, archive };
}

/** A clock that each reading advances by a step, but never beyond the end of the current moment. */
class PastClock {
  #timeMs: number;
  #endMs: number;
  #stepMs = 0;

  constructor(timeMs: number) {
    this.#timeMs = timeMs;
    this.#endMs = timeMs;
  }

  /** Starts a moment with the expected number of readings. The clock may already have passed its beginning. */
  begin({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }, readings: number): void {
    this.#timeMs = Math.max(this.#timeMs, fromMs);
    this.#endMs = Math.max(this.#timeMs, toMs - 1);
    this.#stepMs = Math.trunc((this.#endMs - this.#timeMs) / Math.max(1, readings));
  }

  /** Current time in Unix milliseconds. */
  readonly read = (): number => {
    this.#timeMs = Math.min(this.#endMs, this.#timeMs + this.#stepMs);
    return this.#timeMs;
  };
}
