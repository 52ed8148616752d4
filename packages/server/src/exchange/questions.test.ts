/** A gateway's questions on their way to the node that leads. */
import { expect, test } from 'vitest';
import type { Asked, Question, ToldUse } from '../ports/leader-questions.ts';
import { ManualRuntime } from '../runtime/manual.ts';
import { USED_ROUNDS_MAX } from './limits.ts';
import type { ToExchange } from './messages.ts';
import { Questions } from './questions.ts';

const QUESTION: Question = { kind: 'newcomer', clients: [{ kind: 'account', name: 'a', crowd: null, kin: 'a' }] };

function start() {
  const runtime = new ManualRuntime();
  const sent: ToExchange[] = [];
  const questions = new Questions({
    timers: runtime.timers,
    send: (message) => sent.push(message),
    standing: () => null,
  });
  /** What has been said of questions since the last time. */
  const said = async (): Promise<readonly Asked[]> => {
    await runtime.settle();
    return sent.splice(0).flatMap((message) => (message.kind === 'asked' ? message.asked : []));
  };
  return { runtime, questions, sent, said };
}

test('questions: what is asked in one turn goes in one message', async () => {
  const { runtime, questions, sent } = start();
  const [one, two] = [questions.ask(QUESTION), questions.ask(QUESTION)];
  await runtime.settle();
  expect(sent).toEqual([
    {
      kind: 'asked',
      asked: [
        { id: 0, what: QUESTION },
        { id: 1, what: QUESTION },
      ],
    },
  ]);
  questions.replied([
    { id: 1, reply: { kind: 'busy' } },
    { id: 0, reply: { kind: 'passed', remaining: 'x' } },
  ]);
  expect([await one.reply, await two.reply]).toEqual([{ kind: 'passed', remaining: 'x' }, { kind: 'busy' }]);
});

test('questions: one without a reply for long has no leader; a signature that is found unused later is let go of', async () => {
  const { questions, said } = start();
  const { reply } = questions.ask(QUESTION);
  await said();
  questions.giveUpOld();
  questions.giveUpOld();
  expect(await reply).toEqual({ kind: 'no_leader' });
  questions.replied([{ id: 0, reply: { kind: 'first' } }]);
  expect(await said()).toEqual([{ id: 0, what: { kind: 'forgotten' } }]);
});

test('questions: what became of a signature is said once, and not later than its bound', async () => {
  const { questions, said } = start();
  const [one] = [questions.ask(QUESTION), questions.ask(QUESTION)];
  questions.replied([
    { id: 0, reply: { kind: 'first' } },
    { id: 1, reply: { kind: 'first' } },
  ]);
  await said();
  one.say({ kind: 'forgotten' });
  one.say({ kind: 'answered', answer: null });
  expect(await said()).toEqual([{ id: 0, what: { kind: 'forgotten' } }]);
  for (let round = 0; round < USED_ROUNDS_MAX; round++) questions.giveUpOld();
  expect(await said()).toEqual([]);
  questions.giveUpOld();
  expect(await said()).toEqual([{ id: 1, what: { kind: 'answered', answer: null } }]);
});

test('questions: who leaves is told nothing more', async () => {
  const { questions, said } = start();
  const asking = questions.ask(QUESTION);
  asking.say({ kind: 'left' });
  asking.say({ kind: 'left' });
  expect(await said()).toEqual([
    { id: 0, what: QUESTION },
    { id: 0, what: { kind: 'left' } },
  ]);
});

test('questions: others are told that no one leads until there is someone who replies', () => {
  const { questions, sent } = start();
  questions.asked({ kind: 'asked', asker: 3, asked: [{ id: 9, what: QUESTION }] });
  questions.asked({ kind: 'asked', asker: 3, asked: null });
  expect(sent).toEqual([{ kind: 'replied', asker: 3, replied: [{ id: 9, reply: { kind: 'no_leader' } }] }]);
  const taken: unknown[] = [];
  questions.replyBy((reply) => ({
    take: (asker, asked) =>
      reply(
        asker,
        asked.map(({ id }) => ({ id, reply: { kind: 'busy' } })),
      ),
    gone: (asker) => taken.push(asker),
  }));
  questions.asked({ kind: 'asked', asker: 3, asked: [{ id: 10, what: QUESTION }] });
  questions.asked({ kind: 'asked', asker: 3, asked: null });
  expect(sent.at(-1)).toEqual({ kind: 'replied', asker: 3, replied: [{ id: 10, reply: { kind: 'busy' } }] });
  expect(taken).toEqual([3]);
});

const use = (timestamp: number, isForgotten = false): ToldUse => ({
  of: 'signIns',
  owner: 'wallet',
  id: String(timestamp),
  timestamp,
  isForgotten,
});

test('questions: uses of one turn are told in one message, before anyone is replied to', async () => {
  const { runtime, questions, sent } = start();
  questions.replyBy((reply) => ({
    take: (asker, asked) => {
      // Granted to another node: it is told of like one of this node.
      questions.tellUsed(use(9));
      reply(
        asker,
        asked.map(({ id }) => ({ id, reply: { kind: 'first' } })),
      );
    },
    gone: () => undefined,
  }));
  questions.tellUsed(use(7));
  questions.tellUsed(use(7, true));
  questions.tellUsed(use(8));
  expect(sent).toEqual([]);
  await runtime.settle();
  expect(sent.splice(0)).toEqual([{ kind: 'used', uses: [use(7), use(7, true), use(8)] }]);
  questions.asked({ kind: 'asked', asker: 3, asked: [{ id: 1, what: QUESTION }] });
  expect(sent.map(({ kind }) => kind)).toEqual(['used', 'replied']);
  await runtime.settle();
  expect(sent).toHaveLength(2);
});

test('questions: what no one could remember is known to be missed', () => {
  const { questions } = start();
  questions.used([use(5), use(4), use(8, true)]);
  expect(questions.missedUntil).toBe(5);
  const noted: ToldUse[] = [];
  questions.noteBy((each) => noted.push(each) < 2);
  questions.used([use(6), use(7)]);
  expect([noted, questions.missedUntil]).toEqual([[use(6), use(7)], 7]);
});
