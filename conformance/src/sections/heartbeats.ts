/** Heartbeats: each beat names the previous one; a silent key loses its open orders. */
import { rules, section } from '../check.ts';
import { equal, isTrue } from '../compare.ts';
import { object, refused } from '../http.ts';
import type { Stage } from '../stage.ts';

const SILENCE_MS = 10_000;
/** A second between looks, and time for the cancels. */
const SLACK_MS = 3_000;

const beat = async (stage: Stage, body: object) => stage.trader(2).send('POST', '/v1/heartbeats', body);
const idOf = (answer: Awaited<ReturnType<typeof beat>>): string => String(object(answer)['heartbeat_id']);

export const HEARTBEAT_CHECKS = section(
  'Heartbeats',
  rules(null, {
    'POST /v1/heartbeats: absent, null or empty arms; each beat answers a new id and needs the last [T1]': async (
      stage,
    ) => {
      let last = idOf(await beat(stage, {}));
      for (let times = 0; times < 2; times += 1) {
        const next = idOf(await beat(stage, { heartbeat_id: last }));
        isTrue('a new id', next !== last && next !== '', 'another id', next);
        last = next;
      }
      const wrong = await beat(stage, { heartbeat_id: 'not-the-last' });
      refused(wrong, 400, 'Invalid Heartbeat ID');
      equal('expected id', (wrong.body as { heartbeat_id?: unknown }).heartbeat_id, last);
      idOf(await beat(stage, { heartbeat_id: last }));
    },
    'POST /v1/heartbeats: a body that is no object, or an id that is no string, is 400 [T2]': async (stage) => {
      for (const body of ['[]', '{"heartbeat_id":5}']) {
        refused(await stage.trader(1).send('POST', '/v1/heartbeats', body), 400, /./);
      }
    },
  }),
  rules('wallet', {
    'no beat for 10 s: all open orders of the key are cancelled, and the key is free again [T3]': async (stage) => {
      const trader = stage.trader(2);
      const id = await trader.placed({ tokenId: stage.market().yes, side: 'BUY', price: '0.01', size: '5' });
      const first = await beat(stage, { heartbeat_id: null });
      const expected = (first.body as { heartbeat_id?: string }).heartbeat_id;
      if (first.status === 400) idOf(await beat(stage, { heartbeat_id: expected }));
      const statusOf = async () => (await stage.order(id))['status'];
      await stage.http.time.wait(SILENCE_MS / 2);
      equal('after five seconds', await statusOf(), 'LIVE');
      await stage.http.time.wait(SILENCE_MS / 2 + SLACK_MS);
      equal('after ten', await statusOf(), 'CANCELED');
      idOf(await beat(stage, { heartbeat_id: '' }));
    },
  }),
);
