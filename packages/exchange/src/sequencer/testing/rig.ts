/** An exchange on a journal in memory, whose clock stands still until a test moves it. */
import { applyEntry, assertInvariants, type Command, createState, hashState, type State } from '@bellwether/engine';
import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { type ChainedEntry, GENESIS_HASH, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import { expect } from 'vitest';
import type { ReleasedBatch } from '../batch.ts';
import { Sequencer } from '../sequencer.ts';

export const START_MS = 1_700_000_000_000;

interface RigStart {
  readonly records: readonly JournalRecord[];
  readonly state: State;
  readonly head: JournalHead;
  readonly gate: () => Promise<void>;
  readonly queueDepthMax: number;
}

export class Rig {
  readonly state: State;
  readonly journal: MemoryJournal;
  readonly sequencer: Sequencer;
  readonly released: ReleasedBatch[] = [];
  nowMs = START_MS;
  #nextId = 0;

  constructor({ records = [], state = createState(), head, gate, queueDepthMax = 100_000 }: Partial<RigStart> = {}) {
    this.state = state;
    this.journal = new MemoryJournal([...records], gate ?? null);
    this.sequencer = new Sequencer({
      state,
      head: head ?? { sequence: 0, hash: GENESIS_HASH },
      log: this.journal,
      clock: () => this.nowMs,
      release: (batch) => this.released.push(batch),
      queueDepthMax,
    });
  }

  enqueue(...commands: readonly Command[]): void {
    for (const command of commands) this.sequencer.enqueue({ id: this.#nextId++, json: JSON.stringify(command) });
  }

  async run(...commands: readonly Command[]): Promise<void> {
    this.enqueue(...commands);
    await this.sequencer.drain();
  }

  async runPending(): Promise<void> {
    for (let steps = 0; this.sequencer.hasWork(); steps++) {
      expect(steps).toBeLessThan(1_000);
      await this.sequencer.step();
    }
  }

  outcomes(): string[] {
    return this.released.flatMap(({ outcomes }) => outcomes).map(({ kind }) => kind);
  }

  entries(): ChainedEntry[] {
    return this.journal.records.flatMap((record) => entriesOfRecord(record, null));
  }

  kinds(): string[] {
    return this.entries().map(({ command }) => command.kind);
  }

  /** Checks that replaying the journal leads to the same state. */
  check(): void {
    const replayed = createState();
    for (const entry of this.entries()) applyEntry(replayed, entry);
    expect(hashState(replayed)).toBe(hashState(this.state));
    assertInvariants(this.state);
  }
}
