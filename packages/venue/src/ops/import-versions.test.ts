/** Records of markets of version v2 in an import. */
import { positionIdsOf } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { type ListedMarket, type RecordedEvent, recorded, useImporting } from './testing/importing.ts';

const at = useImporting();
const { importing } = at;

test('import: a record of version v2 has the position ids of its condition id, and keeps both', async () => {
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const of31 = event.markets.map((_, at) => `0x02${'ab'.repeat(16)}0009${'0'.repeat(20)}000${at}`);
  const recordsWith = (tokensOf: (id: string) => string) =>
    event.markets.map((market, at) => {
      const conditionId = of31[at] ?? '';
      return { ...market, version: 'v2', conditionId, clobTokenIds: tokensOf(`${conditionId}00`) };
    });
  const markets = recordsWith((id) => JSON.stringify(positionIdsOf(id)));
  const wrong = recordsWith((id) => JSON.stringify([...positionIdsOf(id)].reverse()));
  expect(await importing([{ ...event, version: 'v2', markets: wrong }])).toContain(
    '[0].markets[0].clobTokenIds: must be the position ids of conditionId',
  );
  const unstructured = markets.map((market) => ({ ...market, conditionId: `0x${'ab'.repeat(32)}` }));
  expect(await importing([{ ...event, version: 'v2', markets: unstructured }])).toContain(
    '[0].markets[0].conditionId: must be a structured id',
  );
  expect(await importing([{ ...event, version: 'v2', markets }])).toContain(`${markets.length} added`);
  const kept = at.venue.state.markets.map(({ conditionId, tokenIds }) => ({ conditionId, tokenIds }));
  expect(kept).toEqual(of31.map((id) => ({ conditionId: `${id}00`, tokenIds: positionIdsOf(`${id}00`) })));
});

test('import: a profile without versions takes no market of version v2, however its record says so', async () => {
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const id = `0x02${'ab'.repeat(16)}0009${'0'.repeat(24)}00`;
  const [market] = event.markets;
  const ids = { conditionId: id, clobTokenIds: JSON.stringify(positionIdsOf(id)) };
  const refused = 'must be that of a market of version v1: the venue’s profile has no other';
  for (const version of [{ version: 'v2' }, {}]) {
    const records = [{ ...event, ...version, markets: [{ ...market, ...version, ...ids }] }];
    expect(await importing(records, false)).toContain(`records.json: [0].markets[0].conditionId: ${refused}`);
  }
  const page = await recorded<{ data: ListedMarket[] }>('clob_markets_page');
  const [first, second] = positionIdsOf(id);
  const listed = page.data.slice(0, 1).map((each) => ({
    ...each,
    condition_id: id,
    tokens: each.tokens.map((token, at) => ({ ...token, token_id: [first, second][at] })),
  }));
  expect(await importing({ data: listed }, false)).toContain(`data[0].condition_id: ${refused}`);
  expect(await importing({ data: listed })).toContain('markets: 1 added');
});

test('import: a record of version v2 may have its ids in positionIds alone', async () => {
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const markets = event.markets.map(({ clobTokenIds: _, ...market }, at) => {
    const conditionId = `0x02${'ab'.repeat(16)}0009${'0'.repeat(20)}000${at}`;
    return { ...market, version: 'v2', acceptingOrders: true, conditionId };
  });
  expect(await importing([{ ...event, version: 'v2', markets }])).not.toContain('markets: 2 added');
  const whole = markets.map((market) => ({ ...market, positionIds: positionIdsOf(`${market.conditionId}00`) }));
  const wrong = whole.map((market) => ({ ...market, positionIds: [...market.positionIds].reverse() }));
  expect(await importing([{ ...event, version: 'v2', markets: wrong }])).toContain('must be the position ids');
  expect(await importing([{ ...event, version: 'v2', markets: whole }])).toContain('markets: 2 added');
  expect(at.venue.state.markets.map(({ tokenIds }) => tokenIds)).toEqual(whole.map(({ positionIds }) => positionIds));
});
