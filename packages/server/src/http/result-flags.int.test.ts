/** Flags that contradict a result are refused, for events and markets, alone and in combination. */
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { addEvent, admin, send, type TestMarket } from './testing/trader.ts';

/** Two plain resolved markets; a one-winner event with a named winner; one with a market that is still open. */

const stack = await openVenue();
const plain = await addEvent(stack, ['Rain?', 'Snow?']);
const oneWinner = await addEvent(stack, ['Red?', 'Blue?'], { negRisk: true }, { negRisk: true });
const halfDone = await addEvent(stack, ['Wind?', 'Hail?']);
for (const { conditionId } of [...plain, oneWinner[0] as TestMarket, halfDone[0] as TestMarket])
  await admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });

type Flags = Readonly<Record<string, boolean>>;

/** Every way to set at least one of the flags. */
function settings(names: readonly string[]): Flags[] {
  const all = names.reduce<Flags[]>(
    (some, name) => some.flatMap((flags) => [flags, { ...flags, [name]: true }, { ...flags, [name]: false }]),
    [{}],
  );
  return all.filter((flags) => Object.keys(flags).length > 0);
}

/** Sends each setting; `contradicts` says which ones must be refused without a trace. */
async function patchAll(url: string, names: readonly string[], code: string, contradicts: (flags: Flags) => boolean) {
  const refused: Flags[] = [];
  for (const flags of settings(names)) {
    const { sequence } = stack.exchange.state;
    const answer = await admin(stack, 'PATCH', url, flags);
    expect([answer.status, flags]).toEqual([contradicts(flags) ? 409 : 200, flags]);
    if (answer.status === 200) continue;
    expect(answer.body).toMatchObject({ code });
    expect(stack.exchange.state.sequence).toBe(sequence);
    refused.push(flags);
  }
  return refused;
}

test('flags: an event whose markets all have a result stays closed, whatever else is set [K62]', async () => {
  for (const [{ eventId } = { eventId: '' }] of [plain, oneWinner]) {
    const url = `/admin/events/${eventId}`;
    const refused = await patchAll(
      url,
      ['active', 'closed', 'archived'],
      'catalog_conflict',
      (flags) => flags['closed'] === false,
    );
    expect(refused).toHaveLength(9);
    await admin(stack, 'PATCH', url, { active: true, archived: false });
    for (const list of ['/events?closed=false', '/events/keyset?closed=false'])
      expect((await send(stack, 'GET', list)).text).not.toContain(`"id":"${eventId}"`);
    expect((await send(stack, 'GET', `/events/${eventId}`)).body).toMatchObject({ closed: true });
  }
});

test('flags: a market with a result stays closed and takes no orders, whatever else is set [K62]', async () => {
  for (const { conditionId } of [plain[0] as TestMarket, oneWinner[1] as TestMarket]) {
    const refused = await patchAll(
      `/admin/markets/${conditionId}`,
      ['active', 'closed', 'archived', 'acceptingOrders'],
      'already_resolved',
      (flags) => flags['closed'] === false || flags['acceptingOrders'] === true,
    );
    expect(refused).toHaveLength(45);
    const shown = (await send(stack, 'GET', `/markets/${conditionId}`)).body;
    expect(shown).toMatchObject({ closed: true, accepting_orders: false });
  }
});

test('flags: an event with a market that has no result may be closed and opened again', async () => {
  const url = `/admin/events/${halfDone[0]?.eventId}`;
  expect((await admin(stack, 'PATCH', url, { closed: true })).body).toMatchObject({ closed: true });
  expect((await admin(stack, 'PATCH', url, { closed: false })).body).toMatchObject({ closed: false });
});
