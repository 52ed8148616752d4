/** Comments, replies, reactions and profiles, written on the run's own event by its own wallets. */
import { rules, section } from '../check.ts';
import { equal, isTrue } from '../compare.ts';
import { COMMENT, hasFields, PROFILE } from '../fields.ts';
import { BAD, list, NOT_FOUND, object, type Row, refused, rowsIn, valuesOf } from '../http.ts';
import type { Stage } from '../stage.ts';

async function write(stage: Stage, by: 0 | 1, body: string, parent?: string): Promise<Row> {
  const post = {
    body,
    parentEntityType: 'Event',
    parentEntityID: Number(stage.ownEvent.id),
    ...(parent !== undefined && { parentCommentID: parent }),
  };
  const answer = await stage.trader(by).send('POST', '/comments', post);
  return object(answer, answer.status === 200 ? 200 : 201);
}

export const COMMUNITY_CHECKS = section(
  'Comments and profiles',
  rules('admin', {
    'POST /comments writes a comment and replies; fields and types of comment and profile [P1]': async (stage) => {
      const first = await write(stage, 0, 'one');
      hasFields('comment', first, COMMENT);
      hasFields('profile', first['profile'], PROFILE);
      const chain = [first];
      for (const [by, body] of [
        [1, 'two'],
        [0, 'three'],
        [1, 'four'],
        [0, 'five'],
      ] as const) {
        chain.push(await write(stage, by, body, String(chain.at(-1)?.['id'])));
      }
      const [{ address }, { address: other }] = [stage.trader(0), stage.trader(1)];
      equal(
        'reply',
        [chain[1]?.['parentCommentID'], chain[1]?.['userAddress'], chain[1]?.['replyAddress']],
        [first['id'], other, address],
      );
      stage.notes.set('comment', first['id']);
    },
    'GET /comments/{id}: the replies, nested at most 3 levels, the innermost with an empty array [P2]': async (
      stage,
    ) => {
      const id = stage.notes.get('comment');
      const replies = list(await stage.http.get(`/comments/${id}`));
      equal('first level', valuesOf(replies, 'body'), ['two']);
      const levels: unknown[] = [];
      for (let [row] = replies as Row[]; row !== undefined; [row] = row['replies'] as Row[]) {
        hasFields('reply', row, COMMENT);
        levels.push(row['body']);
      }
      equal('levels', levels, ['two', 'three', 'four']);
    },
    'GET /comments/user_address/{user_address}: newest first; of base and of deposit address [P3]': async (stage) => {
      const { address, signer } = stage.trader(0);
      const rows = list(await stage.http.get(`/comments/user_address/${signer.address}`));
      equal('bodies', valuesOf(rows, 'body'), ['five', 'three', 'one']);
      isTrue(
        'author',
        rows.every((row) => row['userAddress'] === address),
        address,
        rows[0],
      );
      const { proxyWallet: wallet } = (rows[0]?.['profile'] ?? {}) as Row;
      equal('by wallet', list(await stage.http.get(`/comments/user_address/${wallet}`)).length, 3);
      equal(
        'a page',
        list(await stage.http.get(`/comments/user_address/${address}?limit=1&offset=1`)).map((row) => row['body']),
        ['three'],
      );
    },
  }),
  rules(null, {
    'comments: limit 1..100, offset from 0; bad ids 400, unknown ones 404 id not found [P4]': async (stage) => {
      const { http } = stage;
      const { address } = stage.trader(0);
      for (const path of [`/comments/user_address/${address}`, '/comments/1']) {
        for (const query of ['limit=0', 'limit=101', 'offset=-1']) {
          refused(await http.get(`${path}?${query}`), 400, new RegExp(query.split('=', 1)[0] ?? ''), BAD);
        }
      }
      refused(await http.get('/comments/one'), 400, /id/, BAD);
      refused(await http.get('/comments/9007199254740000'), 404, 'id not found', NOT_FOUND);
      refused(await http.get('/comments/user_address/0x12'), 400, /address/, BAD);
    },
  }),
  rules('admin', {
    'POST /comments/{id}/reactions counts an account once [P5]': async (stage) => {
      const path = `/comments/${stage.notes.get('comment')}/reactions`;
      for (let times = 0; times < 2; times += 1) {
        const answer = await stage.trader(1).send('POST', path, { reactionType: 'HEART' });
        isTrue(path, answer.status === 200 || answer.status === 201, '200 or 201', `${answer.status} ${answer.text}`);
      }
      const rows = list(await stage.http.get(`/comments/user_address/${stage.trader(0).address}`));
      equal('count', rows.at(-1)?.['reactionCount'], 1);
      equal('reactions', rowsIn(rows.at(-1), 'reactions').length, 1);
    },
    'PUT /profile: the name is shown with comments and fills [P6]': async (stage) => {
      const name = `Run ${stage.ownEvent.id}`;
      object(await stage.trader(1).send('PUT', '/profile', { name, bio: 'Made by a conformance run.' }));
      const [fill] = list(await stage.http.get(`/trades?user=${stage.trader(1).address}&limit=1`));
      equal('name', fill?.['name'], name);
      isTrue(
        'pseudonym',
        /^[A-Z]\w+-[A-Z]\w+$/.test(String(fill?.['pseudonym'])),
        'Adjective-Noun',
        fill?.['pseudonym'],
      );
    },
    'comments without a key, without a body or below nothing are refused [P7]': async (stage) => {
      const post = { body: 'x', parentEntityType: 'Event', parentEntityID: Number(stage.ownEvent.id) };
      refused(await stage.http.send('POST', '/comments', post), 401, /./);
      const send = (change: object) => stage.trader(0).send('POST', '/comments', { ...post, ...change });
      refused(await send({ body: '' }), 400, /body/, BAD);
      refused(await send({ parentEntityType: 'Planet' }), 400, /parentEntityType/, BAD);
      refused(await send({ parentEntityID: 9_007_199_254_740_000 }), 404, /parentEntityID/, NOT_FOUND);
    },
  }),
);
