/** Every start of “Bring your bot” runs as it is shown, on a venue as a newcomer starts it, with only its address changed. */
import type { VenueProcess } from '@bellwether/venue-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../run-program.ts';
import { startVenue } from '../stage.ts';
import { CLIENT_NAMES } from '../table/clients.ts';
import { forVenue, HERE, programOf, STARTS, WITHOUT_START } from './starts.ts';

/** Venues by what they are started with. */
const venues = new Map<string, VenueProcess>();
beforeAll(async () => {
  for (const { settings = {} } of STARTS) {
    const key = JSON.stringify(settings);
    if (!venues.has(key)) venues.set(key, await startVenue({ BELLWETHER_DEMO: 'on', ...settings }));
  }
});
afterAll(() => Promise.all([...venues.values()].map((venue) => venue.stop())));

describe('bring your bot', () => {
  test('starts: every client has one, or a reason for none, and not both', () => {
    const started = STARTS.map(({ client }) => client);
    expect([...started, ...Object.keys(WITHOUT_START)].toSorted()).toEqual(CLIENT_NAMES.toSorted());
  });

  // pmxt's process looks for a free port and takes it later: one file starts all of them, one after another.
  const here = STARTS.filter(({ client }) => client !== 'pmxtjs');
  test.each(here)('starts: that of $client runs as it is shown', async (start) => {
    const venue = venues.get(JSON.stringify(start.settings ?? {}));
    const program = programOf(start);
    expect(program).toContain('127.0.0.1:8080');
    const code = forVenue(program, venue?.url ?? HERE);
    expect(await runProgram(code, { language: 'mjs', until: start.says })).toMatch(start.says);
  });
});
