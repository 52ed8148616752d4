/** Holds a venue of its own, started as users start it, against the interface; and proves that a check can fail. */
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_CHECKS } from './all-checks.ts';
import { section } from './check.ts';
import { equal } from './compare.ts';
import { reportLines } from './report.ts';
import { type Result, runChecks } from './run.ts';
import { RELAYER_CHECKS } from './sections/relayer.ts';
import { Stage } from './stage.ts';

let venue: VenueProcess;
beforeAll(async () => {
  venue = await startVenueProcess({ settings: { BELLWETHER_DEMO: 'on' } });
});
afterAll(() => venue.stop());

describe('conformance', () => {
  test('conformance: the venue does what the interface says, every rule of it', async () => {
    const stage = await Stage.open({ url: venue.url, adminToken: venue.adminToken, exclusive: true });
    const results = await runChecks(ALL_CHECKS, stage);
    await stage.leave();
    const other = results.filter(({ outcome }) => outcome.kind !== 'pass');
    expect(reportLines(other).slice(0, -4).join('\n').trim()).toBe('');
    expect(results).toHaveLength(ALL_CHECKS.length);
    const [event] = (await (await fetch(`${venue.url}/events?slug=${stage.ownEvent.slug}`)).json()) as object[];
    expect(event).toMatchObject({ active: false, closed: true, archived: true });
  });

  test('conformance: without a token nothing is changed but by wallets of its own', async () => {
    const stage = await Stage.open({ url: venue.url, adminToken: null, exclusive: false });
    const checks = ALL_CHECKS.filter(
      ({ section: name }) => name === 'Venue' || name === 'Operator' || name === 'Orders',
    );
    const results = await runChecks(checks, stage);
    await stage.leave();
    const kinds = (name: string) => results.filter((each) => each.section === name).map(({ outcome }) => outcome.kind);
    expect(new Set(kinds('Venue'))).toEqual(new Set(['pass']));
    expect(new Set(kinds('Orders'))).toEqual(new Set(['pass']));
    expect(kinds('Operator').filter((kind) => kind === 'not offered').length).toBe(4);
  });

  test('conformance: in the public clients’ profile batches are relayed', async () => {
    const settings = { BELLWETHER_PROFILE: 'polymarket', BELLWETHER_DEMO: 'off' };
    const other = await startVenueProcess({ settings });
    let results: readonly Result[] = [];
    try {
      const stage = await Stage.open({ url: other.url, adminToken: other.adminToken, exclusive: false });
      results = await runChecks(RELAYER_CHECKS, stage);
    } finally {
      await other.stop();
    }
    expect(results).toHaveLength(RELAYER_CHECKS.length);
    expect(reportLines(results.filter(({ outcome }) => outcome.kind !== 'pass')).slice(0, -4)).toEqual([]);
  });

  test('conformance: a rule that does not hold fails with what was expected and what came', async () => {
    const stage = await Stage.open({ url: venue.url, adminToken: null, exclusive: false });
    const results = await runChecks(
      section('Mistakes', [
        { rule: 'wrong', run: async ({ http }) => equal('status', (await http.send('GET', '/time')).status, 418) },
        { rule: 'absent', run: async ({ http }) => void (await http.send('GET', '/no-such-route')) },
        { rule: 'broken', run: () => Promise.reject(new Error('no connection')) },
        { rule: 'unfunded', needs: 'exclusive', run: () => Promise.resolve() },
      ]),
      stage,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      { kind: 'fail', what: 'status', expected: '418', got: '200' },
      { kind: 'not offered', why: 'GET /no-such-route' },
      { kind: 'fail', what: 'the check broke off', expected: 'an answer', got: 'no connection' },
      { kind: 'not offered', why: expect.stringContaining('--exclusive') },
    ]);
    expect(reportLines(results).join('\n')).toMatch(/FAIL {2}wrong\n +status\n +expected 418\n +got +200/);
  });
});
