/** Opens the store of people, if joining needs it; no other venue loads the sign-in library. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { tintsOn } from '@bellwether/contract/accent-tints';
import { keepsPeople } from '@bellwether/contract/joins';
import { PEOPLE_COUNT_FILE } from '@bellwether/ports/data-folder.ts';
import type { People } from '@bellwether/ports/people.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { peoplePlace } from '../config/people-place.ts';
import type { Config } from '../config.ts';
import type { Opened } from './opened.ts';

export async function openPeopleOf(
  config: Pick<Config, 'accent' | 'dataDir' | 'join' | 'journal' | 'name' | 'signIn' | 'url'>,
  { clock, random, timers }: Runtime,
  masterKey: Uint8Array,
  opened: Opened,
  warn: (problem: string) => unknown,
  look = (): Pick<Config, 'accent' | 'name'> => config,
): Promise<People | null> {
  if (!keepsPeople(config.join)) return null;
  const { dataDir, journal, signIn, url } = config;
  const { openPeople } = await import('@bellwether/people');
  const venue = () => {
    const { name, accent } = look();
    return { name, accent: accent && tintsOn('light', accent).accent };
  };
  const people = await openPeople({
    place: peoplePlace(dataDir, journal),
    countFile: join(dataDir, PEOPLE_COUNT_FILE),
    secret: createHmac('sha256', masterKey).update('people').digest(),
    url,
    signIn: { ...signIn, venue, joins: config.join === 'oidc' },
    clock: () => clock.wallMs(),
    bytes: (count) => random.bytes(count),
    soon: (work) => timers.soon(work),
    warn,
  });
  opened.add('people', () => people.close());
  return people;
}
