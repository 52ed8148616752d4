/** The simulated log keeps the contract of the real ones, however slow its disk is. */
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import {
  type BrokenAppend,
  type JournalHarness,
  journalSuite,
  sampleRecord,
} from '@bellwether/ports/testing/journal-suite.ts';
import { expect, test } from 'vitest';
import { createDice } from '../dice/dice.ts';
import { Scheduler } from '../runtime/scheduler.ts';
import { SimProcess } from '../runtime/sim-process.ts';
import { LogDisk } from './log-disk.ts';
import { type AppendPlan, type DiskService, SimLog } from './sim-log.ts';

const SOUND: AppendPlan = { writeMs: 0, syncMs: 0, answerMs: 0, end: 'durable' };
const ENDS: Readonly<Record<BrokenAppend, AppendPlan['end']>> = {
  failed: 'failed',
  'unknown and there': 'unknown_there',
  'unknown and lost': 'unknown_lost',
};

/** Runs the scheduler whenever something is planned, so that time passes while the suite awaits. */
function running(scheduler: Scheduler): Scheduler {
  const at = scheduler.at.bind(scheduler);
  scheduler.at = (atMs, callback, owner) => {
    const cancel = at(atMs, callback, owner);
    void Promise.resolve().then(() => scheduler.run(() => false));
    return cancel;
  };
  return scheduler;
}

journalSuite('simulated log', (): JournalHarness => {
  const scheduler = running(new Scheduler());
  const disk = new LogDisk({ durable: () => undefined, epoch: () => undefined });
  let broken: BrokenAppend | null = null;
  const service: DiskService = {
    append: () => {
      const end = broken === null ? 'durable' : ENDS[broken];
      broken = null;
      return { ...SOUND, end };
    },
    ...{ fenced: () => undefined, readMs: () => 0, damaged: () => null },
  };
  let nodes = 0;
  const open = async (kind?: JournalKind): Promise<SimLog> => {
    const process = new SimProcess('writer', scheduler, createDice(nodes));
    return new SimLog(disk, process, nodes++, service, true, kind);
  };
  return {
    open,
    reopen: open,
    takeOver: () => open(),
    breakNext: (how) => {
      broken = how;
    },
  };
});

const setUp = (plan: Partial<AppendPlan>) => {
  const scheduler = new Scheduler();
  const durable: number[] = [];
  const disk = new LogDisk({ durable: ({ record }) => durable.push(record.lastSequence), epoch: () => undefined });
  const append = () => ({ ...SOUND, ...plan });
  const service: DiskService = { append, fenced: () => undefined, readMs: () => 1, damaged: () => 0 };
  const process = new SimProcess('writer', scheduler, createDice(1));
  return { scheduler, disk, durable, process, service, log: new SimLog(disk, process, 0, service) };
};

test('simulated log: a writer that is fenced between its write and its sync is told so, or was in time', async () => {
  for (const keeps of [true, false]) {
    const { scheduler, disk, durable, process, service, log } = setUp({ writeMs: 1, syncMs: 10 });
    const appended = log.append(sampleRecord(disk.head, 1));
    await scheduler.advance(5);
    new SimLog(disk, process, 1, service, keeps);
    await scheduler.advance(10);
    expect((await appended).kind).toBe(keeps ? 'durable' : 'fenced');
    expect(durable).toEqual(keeps ? [1] : []);
  }
});

test('simulated log: a writer whose record was cut is told so, however much another one has written since', async () => {
  for (const others of [1, 2]) {
    const { scheduler, disk, durable, process, service, log } = setUp({ writeMs: 1, syncMs: 10 });
    const appended = log.append(sampleRecord(disk.head, 1));
    await scheduler.advance(5);
    process.pause(100);
    const other = new SimProcess('another writer', scheduler, createDice(2));
    const next = new SimLog(disk, other, 1, service, false);
    for (let record = 0; record < others; record++) {
      const written = next.append(sampleRecord(disk.head, 2));
      await scheduler.advance(20);
      expect((await written).kind).toBe('durable');
    }
    // One more record is on its way when the old writer resumes; the old writer must not sync that record.
    await scheduler.advance(process.pausedUntilMs - scheduler.nowMs - 3);
    void next.append(sampleRecord(disk.head, 1));
    await scheduler.advance(5);
    expect([(await appended).kind, durable]).toEqual(['fenced', [2, 4].slice(0, others)]);
  }
});

test('simulated log: a process that has ended hears no answer, and its record may be there', async () => {
  const { scheduler, disk, process, log } = setUp({ writeMs: 1, syncMs: 10 });
  let answered = false;
  void log.append(sampleRecord(disk.head, 1)).then(() => {
    answered = true;
  });
  await scheduler.advance(5);
  process.end();
  await scheduler.advance(100);
  expect([answered, disk.unsynced !== null, disk.head.sequence]).toEqual([false, true, 0]);
});

test('simulated log: after a cancelled sync not even the log tells what is there', async () => {
  for (const end of ['sync_cancelled', 'sync_cancelled_lost'] as const) {
    const { scheduler, disk, durable, log } = setUp({ end });
    const appended = log.append(sampleRecord(disk.head, 1));
    await scheduler.advance(5);
    expect((await appended).kind).toBe('unknown');
    const head = log.head();
    head.catch(() => undefined);
    await scheduler.advance(5);
    await expect(head).rejects.toThrow('not even the log knows');
    expect(durable).toEqual(end === 'sync_cancelled' ? [1] : []);
  }
});

test('simulated log: its writer goes on while a long log is read', async () => {
  const { scheduler, disk, log } = setUp({});
  const write = async (): Promise<void> => {
    const appended = log.append(sampleRecord(disk.head, 1));
    await scheduler.advance(1);
    await appended;
  };
  for (let record = 0; record < 40; record++) await write();
  const heads: number[] = [];
  const read = (async () => {
    for await (const _record of log.read(1)) heads.push(disk.head.sequence);
  })();
  for (let record = 0; record < 10; record++) await write();
  await read;
  expect(heads).toHaveLength(41);
  expect(heads.at(-1)).toBeGreaterThan(41);
});

test('simulated log: a damaged read is noticed by whoever reads the entries', async () => {
  const { scheduler, disk, log } = setUp({});
  const record = sampleRecord(disk.head, 2);
  void log.append(record);
  await scheduler.advance(1);
  const read: Promise<unknown> = (async () => {
    for await (const one of log.read(1)) return one.payload;
    return null;
  })();
  await scheduler.advance(5);
  expect(await read).not.toEqual(record.payload);
  expect(disk.records[0]?.payload).toEqual(record.payload);
});
