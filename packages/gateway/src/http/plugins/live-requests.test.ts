import type { FirstAnswer } from '@bellwether/ports/stored-answers.ts';
import { expect, test } from 'vitest';
import { LiveRequests } from './live-requests.ts';

const answer: FirstAnswer = { status: 200, headers: {}, body: 'x' };

test.each(['done', 'undone'] as const)(
  'live requests: repeats wait for the first answer, later ones do not (%s)',
  async (how) => {
    const [live, kept] = [new LiveRequests(), [] as FirstAnswer[]];
    const open = live.open(null, 'key', 'a'.repeat(32), (one) => void kept.push(one));
    const waiting = live.underWay(null, 'key');
    open[how](answer);
    expect(await waiting?.first).toBe(answer);
    expect([live.underWay(null, 'key'), kept]).toEqual([null, how === 'done' ? [answer] : []]);
  },
);
