/** Questions of other nodes at the one that leads: bounded for each of them, and only of those that are still there. */
import { expect, test } from 'vitest';
import type { Asked, Replied } from '../ports/leader-questions.ts';
import type { FromLeader, NodeLink, ToLeader } from '../ports/nodes.ts';
import { AskingNodes } from './asking-nodes.ts';
import { QUESTIONS_OPEN_MAX, UNSENT_BYTES_MAX } from './limits.ts';

function link() {
  const sent: Replied[] = [];
  const state = { closed: '', unsentBytes: 0 };
  const end: NodeLink<FromLeader, ToLeader> = {
    send: (message) => {
      if (message.kind === 'replied') sent.push(...message.replied);
    },
    receive: () => undefined,
    get unsentBytes() {
      return state.unsentBytes;
    },
    lost: new Promise(() => undefined),
    close: (why) => {
      state.closed = why;
    },
  };
  return { end, sent, state };
}

function start() {
  const nodes = new AskingNodes();
  const handed: { readonly node: number; readonly asked: readonly Asked[] | null }[] = [];
  nodes.receive((node, asked) => handed.push({ node, asked }));
  return { nodes, handed };
}

const use = (id: number): Asked => ({
  id,
  what: {
    kind: 'use',
    of: 'requests',
    owner: 'key',
    id: String(id),
    timestamp: 1,
    isNewEachTime: true,
    isKnownByItself: false,
  },
});
const answered = (id: number): Asked => ({ id, what: { kind: 'answered', answer: null } });
const first = (id: number): Replied => ({ id, reply: { kind: 'first' } });

test('asking nodes: each is replied to what it has asked, by its own numbers', () => {
  const { nodes, handed } = start();
  const [a, b] = [link(), link()];
  nodes.take(a.end, [use(7)]);
  nodes.take(b.end, [use(7), use(8)]);
  expect(handed.map(({ node, asked }) => [node, asked?.map(({ id }) => id)])).toEqual([
    [0, [7]],
    [1, [7, 8]],
  ]);
  nodes.replied(1, [first(8), first(9)]);
  nodes.replied(0, [first(7)]);
  // No one has asked, or it has been said already.
  nodes.replied(0, [first(7)]);
  nodes.replied(5, [first(7)]);
  expect([a.sent, b.sent]).toEqual([[first(7)], [first(8)]]);
});

test('asking nodes: one that asks what cannot be read is left, and nothing of it goes on', () => {
  const { nodes, handed } = start();
  const { end, state } = link();
  nodes.take(end, [use(1), { ...use(2), id: -2 }]);
  expect([handed, state.closed]).toEqual([[], 'it asks what cannot be read']);
});

test('asking nodes: more than a bounded number of questions and open uses is refused, and room comes back', () => {
  const { nodes, handed } = start();
  const { end, sent } = link();
  const all = Array.from({ length: QUESTIONS_OPEN_MAX }, (_, id) => use(id));
  nodes.take(end, all);
  nodes.replied(0, [first(0)]);
  nodes.take(end, [use(QUESTIONS_OPEN_MAX), use(1)]);
  const busy = (id: number): Replied => ({ id, reply: { kind: 'busy' } });
  // The signature in use counts as well, and no number is asked twice at a time.
  expect(sent).toEqual([first(0), busy(QUESTIONS_OPEN_MAX), busy(1)]);
  nodes.take(end, [answered(0), use(QUESTIONS_OPEN_MAX)]);
  expect(handed.at(-1)?.asked?.map(({ id }) => id)).toEqual([0, QUESTIONS_OPEN_MAX]);
  // Another node has room of its own.
  nodes.take(link().end, [use(1)]);
  expect(handed.at(-1)).toMatchObject({ node: 1 });
});

test('asking nodes: what is said of nothing that is under way goes no further', () => {
  const { nodes, handed } = start();
  const { end } = link();
  nodes.take(end, [use(1)]);
  nodes.take(end, [
    answered(1),
    answered(2),
    { id: 2, what: { kind: 'left' } },
    { id: 2, what: { kind: 'forgotten' } },
  ]);
  expect(handed).toHaveLength(1);
  nodes.replied(0, [first(1)]);
  nodes.take(end, [answered(1), answered(1)]);
  expect(handed.at(-1)?.asked).toEqual([answered(1)]);
});

test('asking nodes: one that is lost is told of once, and is told nothing more', () => {
  const { nodes, handed } = start();
  const { end, sent } = link();
  nodes.take(end, [use(1)]);
  nodes.forget(end);
  nodes.forget(end);
  nodes.replied(0, [first(1)]);
  expect(handed.slice(1)).toEqual([{ node: 0, asked: null }]);
  expect(sent).toEqual([]);
});

test('asking nodes: one that does not take its replies is dropped', () => {
  const { nodes } = start();
  const { end, state } = link();
  nodes.take(end, [use(1)]);
  state.unsentBytes = UNSENT_BYTES_MAX + 1;
  nodes.replied(0, [first(1)]);
  expect(state.closed).toBe('it does not take what it is sent');
});
