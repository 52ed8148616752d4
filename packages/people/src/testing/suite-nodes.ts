/** Nodes on one store of people, for its suites. */
import type { People } from '@bellwether/ports/people.ts';
import { openPeople, type PeopleOptions } from '../index.ts';

/** The library checks sessions by the machine's clock. */
export const START_MS = Date.now();

export interface SuitePlace {
  readonly place: PeopleOptions['place'];
  /** Runs SQL in the store. */
  readonly run: (sql: string) => Promise<unknown>;
}

export const openTestPeople = (
  place: PeopleOptions['place'],
  time: { readonly nowMs: number },
  secret = 3,
  own: Partial<PeopleOptions> = {},
): Promise<People> =>
  openPeople({
    place,
    secret: new Uint8Array(32).fill(secret),
    url: 'http://venue.test',
    signIn: {},
    clock: () => time.nowMs,
    bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    warn: (problem) => {
      throw new Error(problem);
    },
    ...own,
  });

export function suiteNodes(make: () => Promise<SuitePlace>) {
  const time = { nowMs: START_MS };
  const open = (place: PeopleOptions['place'], secret?: number) => openTestPeople(place, time, secret);
  /** Two nodes that start at once; a file belongs to one. */
  const nodes = async () => {
    time.nowMs = START_MS;
    const { place, run } = await make();
    const opened = await Promise.all('file' in place ? [open(place)] : [open(place), open(place)]);
    const [one, two = one] = opened;
    if (one === undefined || two === undefined) throw new Error('a node is missing');
    return { one, two, place, run, end: () => Promise.all(opened.map((node) => node.close())) };
  };
  return { nodes, open, time };
}
