import { join } from 'node:path';
import type { Scenario } from '@bellwether/contract';
import { verifyDataFolder } from '@bellwether/venue/ops/verify.ts';
import { createDataDir, startVenueProcess } from '@bellwether/venue-process';
import { parseDuration } from '@bellwether/wire/forms/moment.ts';
import { expect, test } from 'vitest';
import { restarted, started } from '../testing/started.ts';
import { readyScenario, readyScenarios } from './read-scenario.ts';

const READY = readyScenarios();

/** A sandbox and its operator, whose account is that of key `digit`. */
async function operated(digit = 'a') {
  const played = await started();
  return { played, client: played.client(digit) };
}

const MINIMAL = {
  name: 'mine',
  about: '',
  seed: 1,
  start: '2026-01-05T09:00:00Z',
  events: [{ title: 'Rain?', slug: 'rain', markets: [{ question: 'Rain?', slug: 'rain', outcomes: ['Yes', 'No'] }] }],
  accounts: [{ name: 'desk', balance: 1000 }],
  traders: [],
  script: [],
};

/** A ready scenario in which each trader acts a tenth as often. */
function quieter(name: string): Scenario {
  const scenario = readyScenario(name);
  const traders = scenario.traders.map((trader) => ({ ...trader, every: 10 * Number(parseDuration(trader.every)) }));
  return { ...scenario, traders };
}

test('scenarios: twelve come with the venue, each under its own name', () =>
  expect(READY.map(({ name }) => name).join(' ')).toBe(
    'busy-market disputed-resolution flaky-network news-shock opening-rush quiet-market rate-limit-storm ' +
      'resolution-day six-answers taker-fees thin-market whale',
  ));

test.each(READY.map((scenario) => [scenario.name, scenario] as const))(
  'scenarios: %s is played from its start, trades, and verifies',
  async (name, { start }) => {
    const { played, client } = await operated();
    const branch = await client.sandbox.play(name);
    expect(branch).toMatchObject({ id: '1', parent: null, from: 0, scenario: name, current: true });
    expect(await client.sandbox.scenario()).toMatchObject({ running: { name, start } });
    expect((await client.sandbox.clock()).time_ms).toBe(Date.parse(start));
    const traded = async (): Promise<boolean> => {
      await client.sandbox.faults.disarm();
      const { orders_accepted, collateral_conserved } = await client.admin.health();
      expect(collateral_conserved).toBe(true);
      return orders_accepted > 20 && (await client.trades.list({ limit: 1 })).length === 1;
    };
    for (let steps = 0; steps < 5 && !(await traded()); steps++) await client.sandbox.advance('3m');
    expect(await traded()).toBe(true);
    const { dataDir } = played;
    expect(await verifyDataFolder(join(dataDir, 'branches', '1'), () => undefined, null)).toBe(true);
  },
);

test('scenarios: each branch says what it plays, also one that was rewound, and after a restart', async () => {
  const { played, client } = await operated();
  await client.sandbox.play('quiet-market');
  const { sequence } = await client.sandbox.clock();
  expect(await client.sandbox.rewind({ sequence })).toMatchObject({ parent: '1', scenario: 'quiet-market' });
  await client.sandbox.play(MINIMAL as never);
  await client.sandbox.rewind({ sequence: 0 }, 'main');
  const told = ['main null', '1 quiet-market', '2 quiet-market', '3 mine', '4 null'];
  const tell = async (asked: typeof client) =>
    (await asked.sandbox.branches()).map(({ id, scenario }) => `${id} ${scenario}`);
  expect([await tell(client), await tell((await restarted(played)).client('a'))]).toEqual([told, told]);
});

test('scenarios: news moves the price, a result pays, and a branch that begins in the middle goes on as its parent did', async () => {
  const { played, client } = await operated();
  await client.sandbox.play(quieter('news-shock'));
  const price = async (): Promise<number> => {
    const [market] = await client.markets.list({ limit: 1 });
    return (Number(market?.bestBid) + Number(market?.bestAsk)) / 2;
  };
  await client.sandbox.advance('59m');
  expect(await price()).toBeCloseTo(0.4, 1);
  await client.sandbox.advance('5m');
  expect(await price()).toBeCloseTo(0.78, 1);
  const middle = await client.sandbox.clock();
  await client.sandbox.advance('40m');
  expect(await price()).toBeCloseTo(0.44, 1);
  const { head } = played.sandbox.exchange;
  await client.sandbox.rewind({ time: middle.time_ms });
  expect(await price()).toBeCloseTo(0.78, 1);
  await client.sandbox.advance('40m');
  expect(played.sandbox.exchange.head).toEqual(head);
  await client.sandbox.play(quieter('resolution-day'));
  await client.sandbox.advance('7h');
  const [market] = await client.markets.list({ limit: 1, closed: true });
  expect(market).toMatchObject({ resolved: true, outcomePrices: '["1","0"]' });
});

test('scenarios: a disputed result is proposed, disputed and reversed in the discussion of its event, each at its time', async () => {
  const { client } = await operated();
  await client.sandbox.play(quieter('disputed-resolution'));
  const [event] = await client.events.list({ limit: 1 });
  const about = { parent_entity_type: 'Event', parent_entity_id: Number(event?.id) } as const;
  const said: (readonly [string, string])[] = [];
  for (const hours of [2, 2, 5]) {
    await client.sandbox.advance(`${hours}h`);
    const [latest] = await client.comments.list({ ...about, limit: 1, order: 'createdAt', ascending: false });
    said.push([latest?.createdAt ?? '', latest?.body?.split(' ', 4).join(' ') ?? '']);
  }
  expect(said.map(([at, body]) => `${at.slice(11, 16)} ${body}`)).toEqual([
    '11:00 Proposed result: Yes. Trading',
    '13:00 The proposed result is',
    '18:00 Final result: No. The',
  ]);
});

test('scenarios: the same one is the same to the byte, in one step of time or in many', async () => {
  const heads = [];
  for (const steps of [['6m'], ['1m', '2m', '3700ms', '56300ms', '2m']]) {
    const { played, client } = await operated();
    await client.sandbox.play('opening-rush');
    for (const step of steps) await client.sandbox.advance(step);
    heads.push(played.sandbox.exchange.head);
  }
  expect(heads[0]?.sequence).toBeGreaterThan(500);
  expect(heads[1]).toEqual(heads[0]);
});

test('scenarios: one that is refused leaves everything as it was', async () => {
  const { client } = await operated();
  await client.sandbox.faults.arm({ match: { route: '/book' }, do: { kind: 'html' } });
  const rules = await client.sandbox.faults.list();
  const before = await client.sandbox.clock();
  await expect(client.sandbox.play('nothing')).rejects.toThrow('no scenario is called nothing');
  const events = [...MINIMAL.events, { title: 'Rain?', slug: 'rain', markets: [] }];
  await expect(client.sandbox.play({ ...MINIMAL, events } as never)).rejects.toThrow('events');
  const beliefs = [{ market: 'snow', is: 0.5 }];
  const faults = [{ preset: 'overloaded' }];
  await expect(client.sandbox.play({ ...MINIMAL, beliefs, faults } as never)).rejects.toThrow(
    'beliefs[0].market: there is no market snow',
  );
  const unknown = { script: [{ at: '1m', do: { kind: 'orders', market: 'hail', accepted: false } }] };
  await expect(client.sandbox.play({ ...MINIMAL, ...unknown } as never)).rejects.toThrow(
    'script[0].do.market: there is no market hail',
  );
  for (const digit of ['0', 'f']) {
    const accounts = [{ name: 'me', key: `0x${digit.repeat(64)}`, balance: 1 }];
    await expect(client.sandbox.play({ ...MINIMAL, accounts } as never)).rejects.toThrow('the key of me is not one');
  }
  // When the deed is due, no client could receive the error, and the scenario could not continue.
  for (const [rule, words] of [
    [{ do: { kind: 'silence' } }, 'script[0].do.rule: match.feed says of which feed'],
    [{ match: { market: 'snow' }, do: { kind: 'html' } }, 'script[0].do.rule: match.market names no market: snow'],
  ] as const) {
    const script = [{ at: '1m', do: { kind: 'fault', rule } }];
    await expect(client.sandbox.play({ ...MINIMAL, script } as never)).rejects.toThrow(words);
  }
  const script = Array.from({ length: 3_000 }, () => ({ at: '1m', do: { kind: 'disarm' } }));
  await expect(client.sandbox.play({ ...MINIMAL, name: 'X', script } as never)).rejects.toThrow('name');
  expect(await client.sandbox.clock()).toEqual(before);
  expect(await client.sandbox.branches()).toHaveLength(1);
  expect(await client.sandbox.faults.list()).toEqual(rules);
});

test('scenarios: started again with the same one it goes on, and with another one a new branch begins, and it says so', async () => {
  const dataDir = createDataDir();
  const branchLine = async (name: string): Promise<string | undefined> => {
    const venue = await startVenueProcess({ command: ['sandbox', '--scenario', name], dataDir });
    return /branch +(.*)/.exec((await venue.end('SIGINT')).stdout)?.[1];
  };
  expect(await branchLine('whale')).toBe('1, which plays whale');
  expect(await branchLine('whale')).toBe('1, which plays whale');
  expect(await branchLine('news-shock')).toBe('2, which plays news-shock and begins now; branch 1 is kept as it was');
});

test('scenarios: a rewind into the middle of the setting up is refused, one to its beginning sets it up again', async () => {
  const { client } = await operated();
  await client.sandbox.play('news-shock');
  const { sequence } = await client.sandbox.clock();
  // After the second, all accounts are there, and the last deposit is missing.
  for (const middle of [3, 19])
    await expect(client.sandbox.rewind({ sequence: middle })).rejects.toMatchObject({
      status: 400,
      error: new RegExp(`not set up after entry ${middle}`),
    });
  await client.sandbox.rewind({ sequence: 0 });
  expect((await client.sandbox.clock()).sequence).toBe(sequence);
  await client.sandbox.advance('1m');
  expect((await client.sandbox.clock()).sequence).toBeGreaterThan(sequence);
});

test('scenarios: what is due at the start is done once, whoever goes on from there', async () => {
  const { played, client } = await operated('b');
  const scenario = {
    ...MINIMAL,
    accounts: [{ name: 'me', key: `0x${'b'.repeat(64)}`, balance: 77 }],
    script: [{ at: '0s', do: { kind: 'deposit', account: 'me', amount: 5 } }],
  };
  const free = async (one = client): Promise<string | undefined> => (await one.account.get()).wallets[0]?.free;
  await client.sandbox.play(scenario as never);
  expect(await free()).toBe('82');
  const { url } = await client.sandbox.fork();
  const beside = played.client('b', url);
  await beside.sandbox.advance('1m');
  expect(await free(beside)).toBe('82');
  await client.sandbox.rewind({ time: MINIMAL.start });
  await client.sandbox.advance('1m');
  expect(await free()).toBe('82');
  // Earlier API keys do not exist there.
  await client.sandbox.rewind({ sequence: 0 });
  expect(await free(played.client('b'))).toBe('82');
});

test('scenarios: its rules are armed as its script says wherever it is gone on from, and those armed by hand stay as they are', async () => {
  const { played, client } = await operated();
  const scenario = {
    ...MINIMAL,
    faults: [{ match: { route: '/book' }, do: { kind: 'html' } }],
    script: [
      { at: '10m', do: { kind: 'fault', rule: { match: { route: '/price' }, do: { kind: 'html' } } } },
      { at: '20m', do: { kind: 'disarm' } },
      { at: '30m', do: { kind: 'fault', rule: { match: { route: '/time' }, do: { kind: 'html' } } } },
      { at: '40m', do: { kind: 'deposit', account: 'desk', amount: 1 } },
    ],
  };
  const armed = async (one = client) => (await one.sandbox.faults.list()).map(({ match }) => match.route);
  const after = (minutes: number): number => Date.parse(MINIMAL.start) + minutes * 60_000;
  await client.sandbox.play(scenario as never);
  expect(await armed()).toEqual(['/book']);
  await client.sandbox.advance('40m');
  expect(await armed()).toEqual(['/time']);
  await client.sandbox.faults.arm({ match: { route: '/ok' }, do: { kind: 'html' } });
  const tenth = ['/book', '/price'];
  const armedAt = { 5: ['/book'], 10: tenth, 15: tenth, 20: [], 35: ['/time'] };
  for (const [minutes, rules] of Object.entries(armedAt)) {
    await client.sandbox.rewind({ time: after(Number(minutes)) }, '1');
    expect(await armed()).toEqual(['/ok', ...rules]);
    const { url } = await client.sandbox.fork();
    expect(await armed(played.client('a', url))).toEqual(rules);
  }
  await client.sandbox.rewind({ time: after(15) }, '1');
  await client.sandbox.advance('1m');
  expect(await armed()).toEqual(['/ok', '/book', '/price']);
  await client.sandbox.advance('5m');
  expect(await armed()).toEqual([]);
  const many = Array.from({ length: 257 }, () => ({ at: '1m', do: scenario.script[0]?.do }));
  const tooMany = client.sandbox.play({ ...MINIMAL, script: many } as never);
  await expect(tooMany).rejects.toThrow('257 rules, of at most 256');
});

test('scenarios: whoever goes on between two deeds of one moment has the rest of them, and none twice', async () => {
  const { played, client } = await operated();
  const deposit = (amount: number) => ({ at: '1m', do: { kind: 'deposit', account: 'me', amount } });
  const sale = { market: 'rain', outcome: 'second', side: 'SELL', price: 0.5, size: 10, type: 'GTC' };
  const scenario = {
    ...MINIMAL,
    accounts: [{ name: 'me', key: `0x${'b'.repeat(64)}`, balance: 77 }],
    script: [
      deposit(1),
      { at: '1m', do: { kind: 'belief', market: 'rain', to: 0.4 } },
      { at: '1m', do: { kind: 'order', account: 'me', ...sale } },
      deposit(2),
      deposit(4),
    ],
  };
  const free = async (): Promise<string | undefined> => (await played.client('b').account.get()).wallets[0]?.free;
  await client.sandbox.play(scenario as never);
  const { sequence: setUp } = await client.sandbox.clock();
  await client.sandbox.advance('1m');
  const { sequence: all } = await client.sandbox.clock();
  expect(await free()).toBe('84');
  const [{ conditionId = '' } = {}] = await client.markets.list({ limit: 1 });
  const orders = async (): Promise<number> => (await client.admin.health()).orders_accepted;
  const shares = [78, 78, 80, 84];
  expect(all - setUp).toBe(shares.length);
  for (const [place, share] of shares.entries()) {
    await client.sandbox.rewind({ sequence: setUp + place + 1 }, '1');
    expect(await free()).toBe(String(share));
    // A refused deed stays refused, even if there is something to sell by now.
    const bought = place === 0 ? 0 : 10;
    if (bought > 0) await played.client('b').account.split({ conditionId, amount: '10' });
    await client.sandbox.advance('10m');
    expect([await free(), await orders()]).toEqual([String(84 - bought), 0]);
  }
});

test('scenarios: a branch that is left while its time runs stands still at once, and takes nobody with it', async () => {
  const { played, client } = await operated();
  for (const name of ['quiet-market', 'opening-rush', 'disputed-resolution']) {
    await client.sandbox.play(name);
    await client.sandbox.run(1_000);
    await client.sandbox.advance('1m');
    // Leave the branch in the middle of its trading.
    const moved = client.sandbox.advance('12h').catch(() => null);
    const { exchange: left } = played.sandbox;
    await client.sandbox.play('news-shock');
    const { sequence } = left.head;
    await client.sandbox.advance('2m');
    expect(left.head.sequence).toBe(sequence);
    await moved;
    expect((await client.sandbox.clock()).speed).toBe(0);
  }
});
