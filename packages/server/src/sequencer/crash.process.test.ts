/** `kill -9` under load, again and again, on one folder: each acknowledged order is there once, and money balances. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { assertInvariants, type Command, type OrderId } from '@bellwether/engine';
import { afterAll, expect, test } from 'vitest';
import { openJournalReader } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots } from '../adapters/snapshot-file/snapshot-file.ts';
import { recover } from '../log/recovery.ts';
import { verified } from '../ops/testing/verified.ts';
import { entriesOfRecord } from '../record/journal-record.ts';
import { type Answer, ExchangeChild } from '../threads/testing/exchange-child.ts';
import { sampleTraffic, seededRandom, setUpCommands } from './testing/sample-venue.ts';

const SEED = 20_260_101;
const ROUNDS = 8;
const IN_FLIGHT = 150;
const ACCOUNTS = 6;
const MARKETS = 3;
/** One round in this many is killed during start-up; the others after a number of answers up to `ANSWERS_MAX`. */
const STARTUP_EVERY = 4;
/** Orders that were acknowledged before a kill, and are sent again after it. */
const SENT_AGAIN = 5;
const STARTUP_MS_MAX = 600;
const ANSWERS_MAX = 2_000;
/** A kill comes up to this long after its last counted answer, at any point of a batch. */
const LINGER_MS_MAX = 20;

const dataDir = mkdtempSync(join(tmpdir(), 'crash-'));

afterAll(() => rmSync(dataDir, { recursive: true }));

class Audit {
  readonly sent = new Map<number, Command>();
  readonly inDoubt = new Map<number, Command>();
  readonly acknowledged = new Map<OrderId, number>();
  /** Order → sequence of the entry that accepted it, as read from the journal. */
  readonly journaled = new Map<OrderId, number>();
  lately: Command[] = [];
  duplicates = 0;
  #read = 0;

  answered(id: number, answer: Answer): void {
    const command = this.inDoubt.get(id);
    this.inDoubt.delete(id);
    if (command?.kind !== 'PlaceOrder') return;
    if (answer.kind === 'duplicate') this.duplicates++;
    if (answer.kind !== 'accepted' && answer.kind !== 'duplicate') return;
    const before = this.acknowledged.get(command.orderId) ?? this.journaled.get(command.orderId);
    // An order that the journal had before the crash must be answered with its original entry.
    if (before !== undefined) expect(answer).toEqual({ kind: 'duplicate', sequence: before });
    this.acknowledged.set(command.orderId, answer.sequence);
    this.lately = [...this.lately.slice(1 - SENT_AGAIN), command];
  }

  /** Reads the new entries of the journal and compares them with the acknowledged orders. */
  async check(): Promise<void> {
    const reader = openJournalReader(dataDir);
    try {
      for (const record of reader.read(this.#read + 1))
        for (const { sequence, events } of entriesOfRecord(record, null)) {
          if (sequence <= this.#read) continue;
          for (const event of events) {
            if (event.kind !== 'OrderAccepted') continue;
            expect(this.journaled.get(event.orderId), `order ${event.orderId} is accepted twice`).toBeUndefined();
            this.journaled.set(event.orderId, sequence);
          }
          this.#read = sequence;
        }
      for (const [orderId, sequence] of this.acknowledged)
        if (this.journaled.get(orderId) !== sequence)
          expect(this.journaled.get(orderId), `order ${orderId} was acknowledged at ${sequence}`).toBe(sequence);
      const { state, head } = await recover(reader, () => loadSnapshots(dataDir));
      expect(head).toEqual(reader.head());
      assertInvariants(state);
    } finally {
      reader.close();
    }
  }
}

test(`crash: ${ROUNDS} kills under load lose nothing and double nothing (seed ${SEED}) [D1]`, async () => {
  const random = seededRandom(SEED);
  const traffic = sampleTraffic(seededRandom(SEED + 1), { accounts: ACCOUNTS, markets: MARKETS, firstSalt: 1 });
  const audit = new Audit();
  let nextId = 0;
  const first = new ExchangeChild(dataDir);
  await first.ready;
  await first.submitAll(setUpCommands(ACCOUNTS, MARKETS));
  await first.end();

  let roundsWithAnswers = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const target = 1 + Math.floor(random() * ANSWERS_MAX);
    const reached = Promise.withResolvers<void>();
    const child = new ExchangeChild(dataDir, {
      projects: true,
      onAnswer(id, answer) {
        audit.answered(id, answer);
        if (child.answers === target) reached.resolve();
        const next = traffic.next();
        if (!next.done) send(nextId++, next.value);
      },
    });
    const send = (id: number, command: Command): void => {
      audit.inDoubt.set(id, command);
      child.send(id, command);
    };
    // Commands that the last crash left in doubt are sent again, as a client would.
    for (const [id, command] of [...audit.inDoubt]) child.send(id, command);
    // So are commands of a client that does not trust its answers.
    for (const command of audit.lately) send(nextId++, command);
    while (audit.inDoubt.size < IN_FLIGHT) {
      const next = traffic.next();
      if (!next.done) send(nextId++, next.value);
    }
    if (round % STARTUP_EVERY === 0) await wait(random() * STARTUP_MS_MAX);
    else await Promise.race([reached.promise, child.ended]);
    await wait(random() * LINGER_MS_MAX);
    await child.kill();
    if (child.answers > 0) roundsWithAnswers++;
    await audit.check();
    if (round === ROUNDS / 2) await verified(dataDir);
  }

  const last = new ExchangeChild(dataDir, { projects: true });
  await last.ready;
  await last.end();
  await audit.check();
  expect(await verified(dataDir)).toMatch(/read store: at entry ([\d,]+) of \1\n/);
  // The test proves nothing unless work was really going on when the process died.
  expect(roundsWithAnswers).toBeGreaterThanOrEqual(ROUNDS / 2);
  expect(audit.acknowledged.size).toBeGreaterThan(1_000);
  expect(audit.duplicates).toBeGreaterThan(0);
});
