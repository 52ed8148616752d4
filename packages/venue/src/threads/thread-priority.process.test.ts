import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { startVenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { describe, expect, test } from 'vitest';

/** Fields of a thread's `stat`, counted from 1 as proc(5) does, and the class of ordinary threads. */
const NICE_FIELD = 19;
const CLASS_FIELD = 41;
const ORDINARY = 0;
/** A thread that is nicer by five levels gets a third of the time, by ten a tenth. */
const LEVELS_MAX = 3;

function threadsOf(pid: number): { name: string; nice: number; schedulingClass: number }[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    // The second field is a name in brackets, which may hold spaces.
    const end = stat.lastIndexOf(')');
    const field = (place: number): number => Number(stat.slice(end + 2).split(' ')[place - 3]);
    const name = stat.slice(stat.indexOf('(') + 1, end);
    return { name, nice: field(NICE_FIELD), schedulingClass: field(CLASS_FIELD) };
  });
}

describe.skipIf(process.platform !== 'linux')('thread priority', () =>
  test('threads of a venue are few nice levels apart, and the projector and reads stand back [D54]', async () => {
    const venue = await startVenueProcess();
    const own = getPriority();
    // A thread may still begin, or end while it is looked at.
    await eventually(() => {
      const threads = threadsOf(venue.pid);
      expect(new Set(threads.map(({ schedulingClass }) => schedulingClass))).toEqual(new Set([ORDINARY]));
      for (const { nice } of threads) expect([nice, nice >= own && nice <= own + LEVELS_MAX]).toEqual([nice, true]);
      const standBack = threads.filter(({ nice }) => nice > own).map(({ name }) => name);
      expect(standBack.toSorted()).toEqual(['large-reads', 'projector', 'reads']);
    });
    await venue.stop();
  }),
);
