/** Holdings under every order of feed frames, reads, answers and losses, against a venue that knows the truth. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Holdings } from './holdings.ts';
import { LedgerVenue, shown } from './ledger-venue.testing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DELIVERIES = ['deliver', 'deliver', 'deliver', 'open', 'open', 'greet', 'wait'] as const;
const CHANGES = [
  'order',
  'order',
  'take',
  'batch',
  'revoke',
  'revoke all',
  'split',
  'serve',
  'serve',
  'answer',
  'fill',
  'fill',
  'cancel',
  'place',
  'others',
] as const;
const LOSSES = ['lost', 'lost undone', 'deposit', 'cut', 'forget', 'rewind', 'silence', 'speak', 'unreadable'] as const;
const DISORDERS = ['twice', 'early'] as const;
type Kind = (typeof DELIVERIES | typeof CHANGES | typeof LOSSES | typeof DISORDERS)[number];
type Step = readonly [kind: Kind, dice: number];
const stepsOf = (...kinds: readonly (readonly Kind[])[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.tuple(fc.oneof(...kinds.map((some) => fc.constantFrom(...some))), fc.nat(9)), {
    ...{ maxLength: 12, size: 'max' },
  });

function take(venue: LedgerVenue, [kind, dice]: Step): void {
  const id = venue.orderIds[dice % Math.max(1, venue.orderIds.length)];
  switch (kind) {
    case 'deliver':
      return venue.deliver();
    case 'open':
      return venue.open();
    case 'greet':
      return venue.greet(true);
    case 'forget':
      return venue.greet(false);
    case 'order':
      return venue.order();
    case 'take':
      return venue.order(1 + dice, dice % 2 === 0 ? 'GTC' : 'FAK');
    case 'batch':
      return venue.order(dice, 'GTC', 2);
    case 'revoke all':
      return venue.revokeAll();
    case 'split':
      return venue.split();
    case 'twice':
      return venue.deliver(0, 2);
    case 'early':
      return venue.deliver(1);
    case 'revoke':
      return venue.revoke(id ?? '0x0');
    case 'serve':
      return venue.serve('no');
    case 'lost':
      return venue.serve('done');
    case 'lost undone':
      return venue.serve('not done');
    case 'answer':
      return venue.answer();
    case 'fill':
      return id === undefined ? undefined : venue.fill(id, 1 + dice);
    case 'cancel':
      return void (id !== undefined && venue.cancel(id));
    case 'place':
      // By another client of the account: a silent feed hides it.
      return void (venue.isSilent || venue.place());
    case 'others':
      return venue.others(dice, dice % 2 === 0 ? -3 : 4);
    case 'deposit':
      return venue.isSilent ? undefined : venue.deposit();
    case 'cut':
      return venue.cut();
    case 'rewind':
      return venue.rewind(dice);
    case 'silence':
      return venue.silence();
    case 'speak':
      venue.isSilent = false;
      return;
    case 'unreadable':
      venue.isUnreadable = dice > 4;
  }
}

async function walk(venue: LedgerVenue, steps: readonly Step[]): Promise<void> {
  for (const [kind, dice] of steps) {
    take(venue, [kind, dice]);
    await vi.advanceTimersByTimeAsync(kind === 'wait' ? 30 * dice : 0);
  }
}

/** Lets everything arrive that is on its way. */
async function arrive(venue: LedgerVenue): Promise<void> {
  for (let at = 0; at < 200 && (at < 5 || venue.isBusy); at += 1) {
    venue.greet(true);
    venue.deliver();
    venue.open();
    venue.serve('no');
    if (at % 9 === 8) venue.answer();
    await vi.advanceTimersByTimeAsync(0);
  }
}

/** Lets everything arrive, and every wait end. */
async function quieten(venue: LedgerVenue): Promise<void> {
  venue.isUnreadable = false;
  for (let round = 0; round < 8; round += 1) {
    await arrive(venue);
    await vi.advanceTimersByTimeAsync(110);
  }
}

test('holdings: whatever arrives late, twice, never or on another branch, they become what the ledger has', async () => {
  const run = async (bursts: readonly (readonly Step[])[]): Promise<void> => {
    const venue = new LedgerVenue();
    const holdings = new Holdings(venue.setup);
    for (const steps of bursts) {
      await walk(venue, steps);
      await quieten(venue);
      expect(shown(holdings)).toEqual(venue.truth);
    }
    await holdings.settled();
    const { reads } = venue;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(venue.reads).toBe(reads);
    holdings.close();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(stepsOf(DELIVERIES, CHANGES, LOSSES, DISORDERS), { minLength: 1, maxLength: 6 }), run),
  );
});

test('holdings: with a feed that speaks they are right as soon as everything has arrived, before any doubt', async () => {
  const run = async (steps: readonly Step[], later: readonly Step[]): Promise<void> => {
    const venue = new LedgerVenue();
    const holdings = new Holdings(venue.setup);
    await walk(venue, steps);
    await arrive(venue);
    expect(shown(holdings)).toEqual(venue.truth);
    // A read of the first book is under way, and the account was read.
    await walk(venue, [...later, ['wait', 5], ['open', 0], ['deposit', 0], ['deliver', 0]]);
    await arrive(venue);
    expect(shown(holdings)).toEqual(venue.truth);
    holdings.close();
  };
  const speaking = ['deliver', 'deliver', 'open', 'open', 'greet', 'deposit'] as const;
  await fc.assert(fc.asyncProperty(stepsOf(speaking, CHANGES), stepsOf(speaking, CHANGES), run));
});

test('holdings: a feed that speaks is not doubted: nothing is read but at the start and with a first book', async () => {
  const run = async (steps: readonly Step[]): Promise<void> => {
    const venue = new LedgerVenue();
    venue.place();
    const holdings = new Holdings(venue.setup);
    await quieten(venue);
    expect(venue.reads).toBe(3);
    await walk(venue, steps);
    await quieten(venue);
    expect([venue.reads, shown(holdings)]).toEqual([3, venue.truth]);
    holdings.close();
  };
  // A split says nothing that its frames could be known by: the ledger is read.
  const changes = CHANGES.filter((kind) => kind !== 'others' && kind !== 'split');
  await fc.assert(fc.asyncProperty(stepsOf(['deliver', 'deliver', 'open', 'deposit'], changes), run));
});

const WRITES = ['order', 'take', 'batch', 'revoke', 'revoke all', 'split'] as const;

/** Does and answers all requests, then lets reads alone go on until the holdings have settled. */
async function settle(venue: LedgerVenue, holdings: Holdings): Promise<void> {
  venue.isUnreadable = false;
  for (let at = 0; at < 40; at += 1) await walk(venue, [['serve', 0]]);
  for (let at = 0; at < 40; at += 1) await walk(venue, [['answer', 0]]);
  let isSettled = false;
  void holdings.settled().then(() => {
    isSettled = true;
  });
  for (let at = 0; at < 200 && !isSettled; at += 1)
    await walk(venue, [
      ['open', 0],
      ['wait', 1],
    ]);
  expect(isSettled).toBe(true);
}

test('holdings: once settled they have all own writes, whatever the feed does, and count none twice later', async () => {
  const run = async (bursts: readonly (readonly Step[])[]): Promise<void> => {
    const venue = new LedgerVenue();
    const holdings = new Holdings(venue.setup);
    await quieten(venue);
    for (const steps of bursts) {
      await walk(venue, steps);
      await settle(venue, holdings);
      expect(shown(holdings)).toEqual(venue.truth);
    }
    await arrive(venue);
    expect(shown(holdings)).toEqual(venue.truth);
    holdings.close();
  };
  const losses = ['lost', 'lost undone', 'cut', 'silence', 'speak', 'unreadable'] as const;
  const kinds = stepsOf(DELIVERIES, WRITES, WRITES, ['serve', 'answer'], losses, DISORDERS);
  await fc.assert(fc.asyncProperty(fc.array(kinds, { minLength: 1, maxLength: 4 }), run));
});

test('holdings: those of a client with a seed have, once settled, what others did that no frame has told yet', async () => {
  const run = async (steps: readonly Step[]): Promise<void> => {
    const venue = new LedgerVenue(true);
    const holdings = new Holdings(venue.setup);
    await quieten(venue);
    await walk(venue, steps);
    await settle(venue, holdings);
    expect(shown(holdings)).toEqual(venue.truth);
    holdings.close();
  };
  await fc.assert(fc.asyncProperty(stepsOf(DELIVERIES, CHANGES, ['silence', 'deposit', ...DISORDERS]), run));
});

const FEEDS: Readonly<Record<string, readonly Step[]>> = {
  whole: Array.from({ length: 40 }, () => ['deliver', 0]),
  late: [],
  'sent twice': Array.from({ length: 40 }, () => ['twice', 0]),
  reordered: [['early', 0], ...Array.from({ length: 40 }, () => ['deliver', 0] as const)],
  'cut off': [['cut', 0]],
};
const TABLE = WRITES.flatMap((write) => [...Object.keys(FEEDS), 'silent'].map((feed) => [write, feed] as const));

test.each(TABLE)(
  'holdings: settled after three times %s with a feed that is %s, they have it, after one read for all of them at most',
  async (write, feed) => {
    const venue = new LedgerVenue();
    venue.place();
    venue.place();
    const holdings = new Holdings(venue.setup);
    await quieten(venue);
    const { reads } = venue;
    if (feed === 'silent') venue.silence();
    const writes = [4, 5, 6].map((dice) => [write, dice] as const);
    const served = writes.map(() => ['serve', 0] as const);
    await walk(venue, [...writes, ...served, ...(FEEDS[feed] ?? [])]);
    await settle(venue, holdings);
    expect(shown(holdings)).toEqual(venue.truth);
    // The first split is read for at once, the others with the next read. A connection that was lost is read for, too.
    const unheard = ['late', 'silent'].includes(feed) ? 1 : 0;
    if (feed !== 'reordered' && feed !== 'cut off') expect(venue.reads - reads).toBe(write === 'split' ? 2 : unheard);
    await arrive(venue);
    expect(shown(holdings)).toEqual(venue.truth);
    holdings.close();
  },
);
