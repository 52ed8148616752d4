/** Every option of every client, called once; see `../table/not-offered.ts` for those that the venue does not answer. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPmxtMachine, type PmxtMachine, startPmxtServer } from '../pmxt-stage.testing.ts';
import { matches, NOT_OFFERED, notOffered } from '../table/not-offered.ts';
import { type Case, casesOf } from './cases.ts';
import { OPTION_CLIENTS } from './clients.testing.ts';
import { commonValues, type OptionStage, openOptionStage } from './stage.testing.ts';

const AT_ONCE = 6;

let stage: OptionStage;
let machine: PmxtMachine;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  stage = await openOptionStage();
  machine = await openPmxtMachine(stage.venue);
  await startPmxtServer(machine);
  // The client finds the process through a file in the home folder.
  vi.stubEnv('HOME', machine.home);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  machine?.close();
  await stage?.venue.stop();
});

test.each(Object.entries(OPTION_CLIENTS))('options: %s, each is answered or explained [S14]', async (name, open) => {
  const entries = NOT_OFFERED[name as keyof typeof OPTION_CLIENTS] ?? [];
  const { calls, values, companions, run } = await open(stage, commonValues(stage));
  const isUntried = (one: string): boolean => notOffered(entries, one)?.untried === true;
  const cases = calls.filter(({ method }) => !isUntried(method)).flatMap((one) => casesOf(one, values, companions));
  const names = [...calls.map(({ method }) => method), ...cases.map((one) => one.name)];
  const faults = entries
    .flatMap((one) => one.calls)
    .filter((pattern) => !names.some((one) => matches(pattern, one)))
    .map((pattern) => `${pattern}: no call of the client is named so`);

  const queue = cases.filter((one) => !isUntried(one.name)).values();
  const judge = async (one: Case): Promise<void> => {
    const error = await one
      .args()
      .then((args) => run(one.method, args))
      .then(() => null, String);
    const isListed = notOffered(entries, one.name) !== undefined;
    if (error !== null && !isListed) faults.push(`${one.name}: ${error.slice(0, 300)}`);
    if (error === null && isListed) faults.push(`${one.name}: it is listed as not offered, and answered`);
  };
  const work = async (): Promise<void> => {
    for (const one of queue) await judge(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(cases.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
