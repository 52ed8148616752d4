/**
 * Plays the demo's past: its acts go as commands through the exchange's own way (decoded, decided, applied, journaled a batch at a time) on
 * a clock that is moved by hand. Only what stands before the exchange is left out: HTTP and signatures. No row is written here.
 */
import { type Act, demoPast } from '@bellwether/demo/past';
import type { Command, State } from '@bellwether/engine';
import { emptyStart } from '../../log/follower.ts';
import { NO_STORED_ORDERS, SealedArchive } from '../../log/order-archive.ts';
import type { JournalHead } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { ReleasedBatch } from '../../sequencer/batch.ts';
import { Sequencer } from '../../sequencer/sequencer.ts';
import { PastClock } from './past-clock.ts';
import { PastCommands } from './past-commands.ts';

export interface PlayedPast {
  readonly state: State;
  readonly head: JournalHead;
  readonly archive: SealedArchive;
}

export interface PlayOptions {
  /** An empty log. */
  readonly log: Pick<Log, 'append' | 'head'>;
  /** Unix milliseconds at which the past ends. */
  readonly nowMs: number;
}

/** Of a moment, beside one for each command: what the venue does by itself. */
const FURTHER_READINGS = 16;
/** What may come to nothing as it does among people: the price has gone, the money is spent. */
const MAY_FAIL: ReadonlySet<Act['kind']> = new Set<Act['kind']>(['place', 'cancel', 'merge']);
/** What comes later names what these have made. */
const MAKES_NAMES: ReadonlySet<Act['kind']> = new Set<Act['kind']>(['join', 'publish']);

/** Resolves when all of it is in the log. Throws when an act that must succeed is refused, or the log fails. */
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
      if (outcome.kind === 'accepted' || (act !== undefined && MAY_FAIL.has(act.kind))) continue;
      throw new Error(`the demo's past was refused: ${JSON.stringify({ act, outcome })}`);
    }
  };
  const sequencer = new Sequencer({ state, head, log, archive, clock: clock.read, release });
  let submitted = 0;
  const submit = (act: Act, command: Command): void => {
    pending.set(++submitted, act);
    sequencer.enqueue({ id: submitted, json: JSON.stringify(command) });
  };
  const settle = async (): Promise<void> => {
    while (sequencer.hasWork()) await sequencer.step();
  };
  for (const moment of demoPast({ nowMs, view: commands })) {
    clock.begin(moment, moment.acts.length + FURTHER_READINGS);
    for (const act of moment.acts) {
      for (const command of commands.commandsOf(act, moment.fromMs)) submit(act, command);
      if (MAKES_NAMES.has(act.kind)) await settle();
    }
    await settle();
  }
  return { state, head: sequencer.head, archive };
}
