/** Requests named by an `Idempotency-Key`: one effect, and the first answer. */
import { rules, section } from '../check.ts';
import { equal } from '../compare.ts';
import { type Answer, type Method, object, refused } from '../http.ts';
import type { Stage } from '../stage.ts';
import { Trader } from '../trader.ts';

const HEADER = 'idempotency-key';
const REPLAYED = 'idempotent-replayed';

/** Sends a request, signed again each time, as after a lost answer. */
function sendNamed(trader: Trader, key: string, method: Method, path: string, body: unknown): Promise<Answer> {
  return trader.send(method, path, body, { [HEADER]: key });
}

const KEYS = rules('admin', {
  'the same key and body: one effect, the first answer, and headers that say so [I1]': async (stage) => {
    const trader = stage.trader(0);
    const split = { conditionId: stage.market().conditionId, amount: '7' };
    const first = await sendNamed(trader, 'split-1', 'POST', '/positions/split', split);
    object(first);
    equal('first', first.headers.get(REPLAYED), null);
    const before = await trader.wallets();
    const again = await sendNamed(trader, 'split-1', 'POST', '/positions/split', split);
    equal('again', [again.status, again.text], [first.status, first.text]);
    equal('headers', [again.headers.get(REPLAYED), again.headers.get(HEADER)], ['true', 'split-1']);
    equal('balances', await trader.wallets(), before);
  },
  'the same key and another body, or another route: 422; another account’s key is another key [I2]': async (stage) => {
    const [trader, other] = [stage.trader(0), stage.trader(1)];
    const split = { conditionId: stage.market().conditionId, amount: '3' };
    object(await sendNamed(trader, 'split-2', 'POST', '/positions/split', split));
    const used = /used for another request/;
    refused(await sendNamed(trader, 'split-2', 'POST', '/positions/split', { ...split, amount: '4' }), 422, used);
    refused(await sendNamed(trader, 'split-2', 'POST', '/positions/merge', split), 422, used);
    const theirs = await sendNamed(other, 'split-2', 'POST', '/positions/split', split);
    equal('another account', [theirs.status, theirs.headers.get(REPLAYED)], [200, null]);
  },
  'a refused request does not use up its key [I3]': async (stage) => {
    const trader = stage.trader(0);
    const { conditionId } = stage.market();
    const refusedFirst = await sendNamed(trader, 'split-3', 'POST', '/positions/split', { conditionId, amount: '0' });
    refused(refusedFirst, 400, /./);
    object(await sendNamed(trader, 'split-3', 'POST', '/positions/split', { conditionId, amount: '1' }));
  },
});

const SIGNATURES = rules(null, {
  'a malformed key is 400; a request that changes nothing ignores any [I4]': async (stage) => {
    const trader = stage.trader(0);
    for (const key of ['a b', 'x'.repeat(129)]) {
      refused(await sendNamed(trader, key, 'DELETE', '/cancel-all', undefined), 400, /Idempotency-Key/);
      equal('scoring', (await sendNamed(trader, key, 'POST', '/orders-scoring', [])).status, 200);
    }
  },
  'a heartbeat and a builder key are told again, and a revoked API key that it was revoked [I5]': async (
    stage: Stage,
  ) => {
    const trader = await Trader.open(stage.http, stage.venue);
    for (const [key, path, body] of [
      ['beat', '/v1/heartbeats', {}],
      ['builder', '/auth/builder-api-key', undefined],
    ] as const) {
      const first = await sendNamed(trader, key, 'POST', path, body);
      object(first);
      const again = await sendNamed(trader, key, 'POST', path, body);
      equal(path, [again.status, again.text], [first.status, first.text]);
    }
    const revoke = (key: string): Promise<Answer> => sendNamed(trader, key, 'DELETE', '/auth/api-key', undefined);
    for (const answer of [await revoke('revoke'), await revoke('revoke')])
      equal('revoked', [answer.status, answer.text], [200, '"OK"']);
    refused(await revoke('revoke-2'), 401, /api key/);
    refused(await sendNamed(trader, 'revoke', 'DELETE', '/cancel-all', undefined), 401, /api key/);
  },
});

export const IDEMPOTENCY_CHECKS = section('Idempotency', KEYS, SIGNATURES);
