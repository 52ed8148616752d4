import type { Election, Leader, Turn } from '@bellwether/ports/nodes.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import { beforeEach, expect, test } from 'vitest';
import { LEFT_ALONE_MS } from './limits.ts';
import { Succession } from './succession.ts';

const ADDRESS = '10.0.0.2:7700';

/** Answers when the test says so; a turn can be had more than once, as one session can take the database's lock again. */
class HeldElection implements Election {
  turns = 0;
  ended = 0;
  isClosed = false;
  shown: Leader = { name: 'one', address: '10.0.0.1:7700', epoch: 3 };
  readonly #asked: ((isTurn: boolean) => void)[] = [];

  attempt(): Promise<Turn | null> {
    return new Promise((resolve) => this.#asked.push((isTurn) => resolve(isTurn ? this.#turn() : null)));
  }

  leader(): Promise<Leader> {
    return Promise.resolve(this.shown);
  }

  close(): void {
    this.isClosed = true;
  }

  get asked(): number {
    return this.#asked.length;
  }

  answer(isTurn: boolean): void {
    this.#asked.shift()?.(isTurn);
  }

  #turn(): Turn {
    this.turns++;
    return { leads: () => undefined, giveUp: () => Promise.resolve(), end: () => this.ended++ };
  }
}

let election: HeldElection;
let nowMs: number;
let succession: Succession;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  election = new HeldElection();
  nowMs = 10_000;
  succession = new Succession({ election, clock: { monotonicMs: () => nowMs } as Clock, address: ADDRESS });
});

test('succession: a turn that was found while a silent leader was followed is the one that is used', async () => {
  let calls = 0;
  succession.doubt(() => calls++);
  // Called on every beat while the database is slow.
  succession.doubt(() => calls++);
  expect(election.asked).toBe(1);
  const attempt = succession.attempt();
  await nextTurn();
  expect(election.asked).toBe(1);
  election.answer(true);
  expect(await attempt).not.toBeNull();
  expect({ calls, turns: election.turns }).toEqual({ calls: 1, turns: 1 });
});

test('succession: a leader that has its lease is followed on', async () => {
  let calls = 0;
  succession.doubt(() => calls++);
  election.answer(false);
  await nextTurn();
  expect(calls).toBe(0);
  succession.doubt(() => calls++);
  expect(election.asked).toBe(1);
});

test('succession: a leader that was silent is not asked again for a moment, another one is', async () => {
  succession.leaveAlone(3);
  expect(await succession.leader()).toBeNull();
  election.shown = { ...election.shown, epoch: 4 };
  expect(await succession.leader()).toEqual(election.shown);
  election.shown = { ...election.shown, epoch: 3 };
  nowMs += LEFT_ALONE_MS;
  expect(await succession.leader()).toEqual(election.shown);
});

test.each(['', ADDRESS])('succession: there is no one to follow at %j', async (address) => {
  election.shown = { ...election.shown, address };
  expect(await succession.leader()).toBeNull();
});

test('succession: a turn that comes when the node stops is ended', async () => {
  let calls = 0;
  succession.doubt(() => calls++);
  succession.close();
  election.answer(true);
  await nextTurn();
  expect({ calls, ended: election.ended, isClosed: election.isClosed }).toEqual({ calls: 0, ended: 1, isClosed: true });
});

test('succession: a turn that was found and not used yet ends with the node', async () => {
  succession.doubt(() => undefined);
  election.answer(true);
  await nextTurn();
  succession.close();
  expect(election.ended).toBe(1);
});
