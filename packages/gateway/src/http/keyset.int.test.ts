/** Keyset lists as clients see them: pages, cursors and refusals. */
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { addEvent, send } from './testing/trader.ts';

type Json = Record<string, unknown>;

const stack = await openVenue();
for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
  const event = { title: `${name} é`, tags: [name.length === 3 ? 'Short' : 'Long'] };
  await addEvent(stack, [`${name}, first?`, `${name}, second?`], {}, event);
}

async function page(url: string): Promise<{ readonly rows: Json[]; readonly next: string | undefined }> {
  const { status, body } = await send(stack, 'GET', url);
  expect({ url, status, body }).toMatchObject({ status: 200 });
  const { next_cursor: next, ...lists } = body as { readonly next_cursor?: string };
  return { rows: Object.values(lists)[0] as Json[], next };
}

/** Names of all rows, page by page. */
async function pages(path: string, query: string, name: string) {
  const shown: unknown[][] = [];
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await page(`${path}?${query}${cursor === undefined ? '' : `&after_cursor=${cursor}`}`);
    shown.push(rows.map((row) => row[name]));
    if (next === undefined) return shown;
    expect(next).toMatch(/^[A-Za-z0-9_-]+$/);
    cursor = next;
  }
}

const refusal = async (url: string) => {
  const { status, body } = await send(stack, 'GET', url);
  return { status, ...(body as object) };
};
const refused = (error: string | RegExp) => ({
  status: 400,
  type: 'bad request',
  error: typeof error === 'string' ? error : expect.stringMatching(error),
});

test('lists by keyset: without order the oldest first, to the last page, which has no cursor', async () => {
  expect(await pages('/events/keyset', 'limit=2', 'title')).toEqual([
    ['One é', 'Two é'],
    ['Three é', 'Four é'],
    ['Five é'],
  ]);
  // A page that is exactly full is known to be the last.
  expect(await pages('/events/keyset', 'limit=5', 'title')).toHaveLength(1);
  expect((await page('/markets/keyset')).rows).toHaveLength(10);
});

test('lists by keyset: rows are those of the lists by offset', async () => {
  const { rows } = await page('/markets/keyset?limit=3');
  expect(rows).toEqual((await send(stack, 'GET', '/markets?limit=3&ascending=true')).body);
  const events = await page('/events/keyset?limit=3');
  expect(events.rows).toEqual((await send(stack, 'GET', '/events?limit=3&ascending=true')).body);
});

test('lists by keyset: a cursor that is none is refused in words [S10]', async () => {
  const none = 'after_cursor is no cursor of this venue: send the next_cursor of the page before as it came';
  const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const wrong = [
    'MjA',
    'x',
    coded({}),
    coded(['events', ['id'], 1, []]),
    coded(['events', ['id'], 1, [1], 1]),
    coded(['events', ['title'], 1, [1], 1]),
    coded(['events', ['volume'], 1, ['1'], 1]),
    coded(['events', ['volume'], 1, [1.5], 1]),
    coded(['events', ['volume'], 1, [], 1]),
    coded(['events', ['id'], 2, [], 1]),
    coded(['events', ['id'], 1, [], -1]),
    coded(['events', 'id', 1, [], 1]),
    coded(['series', ['id'], 1, [], 1]),
    `${coded(['events', ['id'], 1, [], 1])}A`,
  ];
  for (const cursor of wrong) expect(await refusal(`/events/keyset?after_cursor=${cursor}`)).toEqual(refused(none));
  expect(await refusal('/events/keyset?after_cursor=MA%3D%3D')).toEqual(refused(/^after_cursor is malformed/));
  expect(await refusal('/events/keyset?after_cursor=')).toEqual(refused(/^after_cursor must not be empty/));
});

test('lists by keyset: a cursor of another list or order is refused with both', async () => {
  const { next } = await page('/markets/keyset?limit=1');
  expect(await refusal(`/markets/keyset?after_cursor=${next}&order=volumeNum&ascending=false`)).toEqual(
    refused(
      'after_cursor goes with /markets/keyset?order=id&ascending=true, not with /markets/keyset?order=volumeNum&ascending=false',
    ),
  );
  expect(await refusal(`/events/keyset?after_cursor=${next}`)).toEqual(refused(/^after_cursor goes with \/markets/));
});

test('lists by keyset: what the ecosystem sends by mistake is refused with the name that was meant', async () => {
  for (const name of ['cursor', 'next_cursor'])
    expect(await refusal(`/markets/keyset?${name}=x`)).toEqual(
      refused(`unknown parameter: ${name}; did you mean after_cursor?`),
    );
  expect(await refusal('/markets/keyset?order=nothing')).toEqual(refused(/^order is malformed|^order must/));
});
