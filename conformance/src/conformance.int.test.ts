/**
 * Checks a sandbox, whose time stands still unless a check waits, against the interface; and proves that a check can
 * fail.
 */
import { ANNOUNCED_IDS, DATED } from '@bellwether/contract';
import { play } from '@bellwether/sandbox-venue/testing/played.ts';
import { loadDemoCatalog } from '@bellwether/venue/ops/demo.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_CHECKS } from './all-checks.ts';
import { type Check, section } from './check.ts';
import { equal } from './compare.ts';
import { reportLines } from './report.ts';
import { type Result, runChecks } from './run.ts';
import { VERSION_CHECKS } from './sections/market-versions.ts';
import { PROFILE_CHECKS, TRAITS } from './sections/profiles.ts';
import { RELAYER_CHECKS } from './sections/relayer.ts';
import { FEED_CHECKS } from './sections/user-feed.ts';
import { Stage } from './stage.ts';

type Played = Awaited<ReturnType<typeof play>>;

const CAPS_MS = 10_000;
const PASS = { kind: 'pass' };

let venue: Played;
let stage: Stage;
beforeAll(async () => {
  venue = await open({ BELLWETHER_DEMO: 'on' });
  stage = await stageOf(venue, venue.sandbox.adminToken);
});
afterAll(() => venue.close());

/** Opens a venue with the default caps and no play money, except as `settings` say. */
const open = (settings: Readonly<Record<string, string>>): Promise<Played> =>
  play({
    settings: { BELLWETHER_LIMITS: '', BELLWETHER_STARTING_BALANCE: '', ...settings },
    ...(settings['BELLWETHER_DEMO'] === 'on' && { prepare: loadDemoCatalog }),
  });

const stageOf = ({ sandbox }: Played, adminToken: string | null): Promise<Stage> =>
  Stage.open({
    url: sandbox.url,
    adminToken,
    exclusive: adminToken !== null,
    time: { now: () => sandbox.time.nowMs, wait: async (byMs) => void (await sandbox.move({ byMs })) },
  });

async function outcomesOf(checks: readonly Check[], stage: Stage): Promise<Result['outcome'][]> {
  const outcomes: Result['outcome'][] = [];
  for (const check of checks) {
    // Used-up caps would block requests for as long as time stands still.
    await stage.http.time.wait(CAPS_MS);
    for (const { outcome } of await runChecks([check], stage)) outcomes.push(outcome);
  }
  return outcomes;
}

// In this order, on one stage: rules build on one another.
for (const check of ALL_CHECKS)
  test(`conformance: ${check.section}: ${check.rule}`, async () =>
    expect(await outcomesOf([check], stage)).toEqual([PASS]));

test('conformance: a run closes its event and takes it out of sight', async () => {
  await stage.leave();
  const event = await stage.http.get(`/events/${stage.ownEvent.id}`);
  expect(event.body).toMatchObject({ active: false, closed: true, archived: true });
});

test('conformance: without a token nothing is changed but by wallets of its own', async () => {
  const stage = await stageOf(venue, null);
  const kindsOf = async (name: string) => {
    const checks = ALL_CHECKS.filter((check) => check.section === name);
    return (await outcomesOf(checks, stage)).map(({ kind }) => kind);
  };
  expect(new Set([...(await kindsOf('Venue')), ...(await kindsOf('Orders'))])).toEqual(new Set(['pass']));
  expect((await kindsOf('Operator')).filter((kind) => kind === 'not offered')).toHaveLength(4);
  await stage.leave();
});

/** Further profiles, the announced changes that are on, and the sections to check besides that of profiles. */
const ELSEWHERE: [name: string, announced: readonly string[], more: readonly Check[]][] = [
  ...DATED.map(({ date }): (typeof ELSEWHERE)[number] => [`polymarket@${date}`, [], []]),
  ['polymarket', ANNOUNCED_IDS, [...FEED_CHECKS, ...RELAYER_CHECKS, ...VERSION_CHECKS]],
  ['bellwether', ANNOUNCED_IDS, []],
];

test.each(ELSEWHERE)('conformance: profile %s with %j is what it says, and no other', async (name, announced, more) => {
  const other = await open({ BELLWETHER_PROFILE: name, BELLWETHER_ANNOUNCED: announced.join(',') });
  try {
    const stage = await stageOf(other, other.sandbox.adminToken);
    const checks = [...PROFILE_CHECKS, ...more];
    expect(await outcomesOf(checks, stage)).toEqual(checks.map(() => PASS));
    const { profile } = stage.venue;
    const swapped = Object.keys(TRAITS).filter((id) => !profile.differences.includes(id));
    Object.assign(profile, { differences: swapped });
    const kinds = (await outcomesOf(PROFILE_CHECKS, stage)).map(({ kind }) => kind);
    expect(kinds).toEqual(PROFILE_CHECKS.map(() => 'fail'));
  } finally {
    await other.close();
  }
});

test('conformance: a rule that does not hold fails with what was expected and what came', async () => {
  const stage = await stageOf(venue, null);
  const results = await runChecks(
    section('Mistakes', [
      { rule: 'wrong', run: async ({ http }) => equal('status', (await http.get('/time')).status, 418) },
      { rule: 'absent', run: async ({ http }) => void (await http.get('/no-such-route')) },
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
