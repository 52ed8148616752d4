/** Leases that run out, survive and are renewed; a turn that is given up. */

import { appendSamples, sampleRecord } from '@bellwether/ports/testing/journal-suite.ts';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeaseWatch } from './lease-watch.ts';
import { openPostgresLog } from './postgres-log.ts';
import { Primary } from './primary.ts';
import { LEADER_LOCK } from './schema.ts';
import { Databases } from './testing/databases.ts';
import { openCandidate } from './turn.ts';

let databases: Databases;

/** A log that renews nothing by itself, its leader, and the session of a waiting node. */
async function setUp() {
  const url = await databases.create();
  const options = { url, isTest: false, runtime: MACHINE };
  const log = await openPostgresLog({ ...options, holder: 'a test', renewMs: 3_600_000 });
  const leader = new Client({ connectionString: url });
  // The session is ended while it is connected.
  leader.on('error', () => undefined);
  await leader.connect();
  await leader.query(`SELECT pg_advisory_lock(${LEADER_LOCK})`);
  const primary = new Primary(options, 'a test');
  return {
    url,
    log,
    session: await primary.session(),
    hasTurn: async () => (await Promise.allSettled([leader.query('SELECT')]))[0].status === 'fulfilled',
    end: async () => {
      await log.close();
      primary.close();
      await leader.end().catch(() => undefined);
    },
  };
}

async function overIn(url: string): Promise<void> {
  const over = 'SELECT FROM bellwether.head WHERE lease_until < clock_timestamp()';
  while ((await databases.within(url, over)).length === 0);
}

describeWithPostgres('lease', () => {
  beforeAll(async () => {
    databases = await Databases.start();
  });
  afterAll(() => databases?.stop());

  test('lease: one that runs out is the end of who let it', async () => {
    const { url, session, hasTurn, end } = await setUp();
    const watch = new LeaseWatch();
    await watch.look(session);
    await overIn(url);
    expect(await hasTurn()).toBe(true);
    while (await hasTurn()) await watch.look(session);
    await end();
  });

  test('lease: a commit that has waited for longer leaves one that is over, and its writer leads on', async () => {
    const { url, log, session, hasTurn, end } = await setUp();
    const watch = new LeaseWatch();
    await databases.stopReplication();
    const appending = log.append(sampleRecord(await log.head(), 1));
    await databases.awaitingStandby(url);
    await overIn(url);
    await watch.look(session);
    await databases.replicate();
    expect(await appending).toEqual({ kind: 'durable' });
    await overIn(url);
    await watch.look(session);
    expect(await hasTurn()).toBe(true);
    await end();
  });

  test('lease: who begins to wait does not know why one is over, and takes it for over when it stays so', async () => {
    const { url, session, hasTurn, end } = await setUp();
    const watch = new LeaseWatch();
    await overIn(url);
    await watch.look(session);
    expect(await hasTurn()).toBe(true);
    while (await hasTurn()) await watch.look(session);
    await end();
  });

  test('lease: each time it is renewed its leader hears of it, when it appends and when it is idle', async () => {
    const { url, log, end } = await setUp();
    const atFirst = log.leaseUntilMs;
    const ends: number[] = [];
    const cancel = log.onRenewed(() => void ends.push(log.leaseUntilMs));
    await appendSamples(log, [1]);
    cancel();
    await appendSamples(log, [1]);
    expect(ends).toHaveLength(1);
    expect(ends[0]).toBeGreaterThan(atFirst);
    const idle = await openPostgresLog({ url, isTest: false, runtime: MACHINE, holder: 'a test', renewMs: 1 });
    const taken = idle.leaseUntilMs;
    await new Promise<void>((resolve) => idle.onRenewed(resolve));
    expect(idle.leaseUntilMs).toBeGreaterThan(taken);
    await idle.close();
    await end();
  });

  test('turn: one that is given up is for another node, and for the same one later', async () => {
    const options = { url: await databases.create(), isTest: false, runtime: MACHINE };
    const [one, other] = [await openCandidate(options), await openCandidate(options)];
    const turn = await one.attempt();
    expect(await other.attempt()).toBeNull();
    await turn?.giveUp();
    const others = await other.attempt();
    expect(others).not.toBeNull();
    await others?.giveUp();
    expect(await one.attempt()).not.toBeNull();
    one.close();
    other.close();
  });
});
