/**
 * A repeat gets the first answer, however old it is, whatever has changed since, and from whichever gateway after a
 * restart.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteName } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AnswersFile } from '../adapters/answers-sqlite/answers-file.ts';
import {
  entriesOf,
  expectRepeat as expectRepeatIn,
  KEYED_HERE,
  play as playIn,
  prepare as prepareIn,
  type Sent,
} from './testing/keyed-requests.ts';
import type { World } from './testing/rights.ts';
import { openWorld } from './testing/rights-world.ts';
import { openOtherGateway } from './testing/stack.ts';
import { type Answer, type Method, send, Trader } from './testing/trader.ts';

let world: World;
/** Gateways before and after a restart, sharing one file. */
let earlier: FastifyInstance;
let later: FastifyInstance;
let folder: string;
const files: AnswersFile[] = [];

function answersFile(): AnswersFile {
  const file = new AnswersFile(folder, (problem) => {
    throw new Error(problem);
  });
  files.push(file);
  return file;
}

beforeAll(async () => {
  world = await openWorld();
  folder = mkdtempSync(join(tmpdir(), 'first-answers-'));
  earlier = await openOtherGateway(world.stack, answersFile());
  later = await openOtherGateway(world.stack, answersFile());
});
afterAll(async () => {
  for (const app of [earlier, later]) await app.close();
  for (const file of files) file.close();
  rmSync(folder, { recursive: true, force: true });
  await world.stack.close();
});

const play = (request: Sent, key: string, app = world.stack.app): Promise<Answer> => playIn(world, request, key, app);
const prepare = (name: RouteName): Promise<Sent> => prepareIn(world, name);
const entries = (): number => entriesOf(world);
const expectRepeat = (again: Answer, first: Answer, key: string, before: number): void =>
  expectRepeatIn(world, again, first, key, before);

let writes = 0;
const write = (method: Method, path: string, body: object, as: Trader | 'operator' = 'operator'): Promise<Answer> =>
  play({ method, path, body: JSON.stringify(body), as }, `write-${writes++}`);

/** Changes everything that an answer reports. */
async function changeAll(): Promise<void> {
  const { alice, stack } = world;
  expect((await write('POST', '/admin/deposits', { wallet: alice.address, amount: '1' })).status).toBe(200);
  expect((await write('PUT', '/profile', { bio: `Since ${writes}.` }, alice)).status).toBe(200);
  const latest = (await send(stack, 'GET', '/events?limit=3&order=id&ascending=false')).body as readonly {
    readonly id: string;
  }[];
  for (const { id } of latest)
    expect((await write('PATCH', `/admin/events/${id}`, { description: `Since ${writes}.` })).status).toBe(200);
}

describe.each(KEYED_HERE)('%s', (name) => {
  test(`first answers: ${name}: told as it was first when all that it tells of has changed since, by who comes after a restart`, async () => {
    const key = `later-${name}`;
    const request = await prepare(name);
    const first = await play(request, key, earlier);
    expect(first.status, first.text).toBeLessThan(300);
    await changeAll();
    const sequence = entries();
    expectRepeat(await play(request, key, later), first, key, sequence);
  });
});

describe('first answers', () => {
  test.each([
    ['all', []],
    ['some', ['0.1']],
  ])(
    'first answers: of a batch %s of which was refused no more is placed later, when it could be',
    async (_how, taken) => {
      const seller = await Trader.open(world.stack, taken.length === 0 ? '8' : '9');
      const money = { wallet: seller.address, amount: '20' };
      await write('POST', '/admin/deposits', money);
      const prices = [...taken, '0.9'];
      const sign = async (price: string): Promise<unknown> => {
        // The seller has nothing to sell yet.
        const side = price === '0.9' ? 'SELL' : 'BUY';
        return (await seller.sign({ tokenId: world.market.yes, side, price, size: '5' })).body;
      };
      const body = JSON.stringify(await Promise.all(prices.map(sign)));
      const batch: Sent = { method: 'POST', path: '/orders', body, as: seller };
      const key = `batch-${taken.length}`;
      const first = await play(batch, key, earlier);
      expect([first.status, (first.body as { success: boolean }[]).map(({ success }) => success)]).toEqual([
        200,
        prices.map((price) => price !== '0.9'),
      ]);
      const split = { conditionId: world.market.conditionId, amount: '5' };
      expect((await seller.send('POST', '/positions/split', split)).status).toBe(200);
      const sequence = entries();
      for (const app of [earlier, later]) {
        expectRepeat(await play(batch, key, app), first, key, sequence);
        expect((await play({ ...batch, body: `${body} ` }, key, app)).status).toBe(422);
      }
      // The same batch again, on purpose, under a new key.
      const anew = await play(batch, `${key}-again`, later);
      expect((anew.body as { success: boolean }[]).every(({ success }) => success)).toBe(true);
      await seller.send('DELETE', '/cancel-all');
    },
  );
});
