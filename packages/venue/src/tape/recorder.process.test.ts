/** The recorder against a real listening venue: its tape matches the journal, across cuts and stops. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { type Played, play } from '@bellwether/sandbox-venue/testing/played.ts';
import type { Client } from '@bellwether/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tapeOfJournal } from '../ops/tape/journal-tape.ts';
import { inspectTape } from '../ops/tape/tape-commands.ts';
import { MACHINE } from '../runtime/machine.ts';
import { type Recorded, record } from './recorder.ts';
import { TapeReader } from './tape-reader.ts';

/** Content of a tape, folded as simply as possible. */
type Told = ReturnType<typeof toldBy>;

function toldBy(path: string) {
  const reader = new TapeReader(path);
  /** Size by token, side and price. */
  const levels = new Map<string, string>();
  const trades: string[] = [];
  const gaps: string[] = [];
  const times: number[] = [];
  /** Sequence of the last message that has one. */
  let last = 0;
  const set = (level: string, size: string): void => {
    if (size === '0') levels.delete(level);
    else levels.set(level, size);
  };
  for (const line of reader.read()) {
    if (line.kind === 'gap') gaps.push(line.why);
    if (line.kind !== 'message') continue;
    const { message } = line;
    times.push(line.time_ms);
    last = message.sequence ?? last;
    if (message.event_type === 'last_trade_price')
      trades.push(`${message.asset_id} ${message.price} ${message.size} ${message.side}`);
    else if (message.event_type === 'price_change') {
      for (const { asset_id, side, price, size } of message.price_changes) set(`${asset_id} ${side} ${price}`, size);
    } else if (message.event_type === 'book') {
      for (const level of levels.keys()) if (level.startsWith(message.asset_id)) levels.delete(level);
      for (const { price, size } of message.bids) set(`${message.asset_id} BUY ${price}`, size);
      for (const { price, size } of message.asks) set(`${message.asset_id} SELL ${price}`, size);
    }
  }
  reader.close();
  return { levels, trades, gaps, times, sequence: last };
}

let folder: string;
let played: Played;
let client: Client;
let market: { readonly conditionId: string; readonly slug: string };

beforeEach(async () => {
  folder = newFolder();
  played = await play();
  client = played.client('a');
  await client.sandbox.play('news-shock');
  await client.sandbox.advance('2m');
  const [first = expect.unreachable('there is no market')] = await client.markets.list({ limit: 1 });
  market = { conditionId: first.conditionId, slug: first.slug ?? '' };
});

afterEach(() => played.close());

/** Records until `stop`; `heard(n)` resolves when the feed has started to send for the n-th time. */
function recording(path: string): { heard(times: number): Promise<void>; stop(): Promise<Recorded> } {
  const stopped = Promise.withResolvers<void>();
  const hearings = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let heard = 0;
  const done = record({
    url: played.sandbox.url,
    feed: null,
    markets: [market.conditionId],
    path,
    runtime: MACHINE,
    print: (line) => {
      if (line.startsWith('the feed tells')) hearings[heard++]?.resolve();
    },
    stopped: stopped.promise,
  });
  return {
    heard: (times) => Promise.race([hearings[times - 1]?.promise, done.then(() => undefined)]),
    stop: () => {
      stopped.resolve();
      return done;
    },
  };
}

/** Waits until the last change of the market is on the tape, because the feed is a separate connection. */
async function caughtUp(path: string): Promise<void> {
  const [token] = (await client.markets.list({ limit: 1 }))[0]?.tokenIds ?? [];
  for (;;) {
    const answer = await fetch(`${played.sandbox.url}/book?token_id=${token}`);
    const { sequence } = (await answer.json()) as { readonly sequence: number };
    if (toldBy(path).sequence === sequence) return;
  }
}

async function journalTold(name: string): Promise<Told> {
  const journal = openJournalReader(join(played.dataDir, 'branches', '1'));
  const path = join(folder, name);
  // Ids may be in upper case.
  const markets = [`0x${market.conditionId.slice(2).toUpperCase()}`];
  await tapeOfJournal(journal, { path, markets, without: null });
  journal.close();
  return toldBy(path);
}

test('recorder: a tape of the feed and one of the journal tell of the same books and trades', async () => {
  const path = join(folder, 'recorded.tape');
  const recorder = recording(path);
  await recorder.heard(1);
  await client.sandbox.advance('5m');
  await caughtUp(path);
  const { gaps, messages, hash } = await recorder.stop();
  const [recorded, journal] = [toldBy(path), await journalTold('made.tape')];
  expect([gaps, recorded.gaps, messages > 100]).toEqual([0, [], true]);
  expect(recorded.levels.size).toBeGreaterThan(4);
  // Messages without a time of their own carry the sandbox's time, too.
  const nowMs = (await client.sandbox.clock()).time_ms;
  expect(recorded.times.filter((timeMs) => timeMs < nowMs - 7 * 60_000 || timeMs > nowMs)).toEqual([]);
  expect(recorded.levels).toEqual(journal.levels);
  expect(recorded.trades.length).toBeGreaterThan(10);
  expect(recorded.trades).toEqual(journal.trades.slice(-recorded.trades.length));
  const lines: string[] = [];
  inspectTape(path, (line) => lines.push(line));
  expect(lines[0]).toContain(`${messages} messages of 1 market`);
  expect(lines.join()).toContain(hash);
});

test('recorder: a cut, what is left out of the feed, and a stop are gaps, and the books behind them are whole', async () => {
  const path = join(folder, 'recorded.tape');
  const first = recording(path);
  await first.heard(1);
  await client.sandbox.advance('1m');
  await client.sandbox.faults.arm({ match: { feed: 'market', times: 1 }, do: { kind: 'disconnect' } });
  await client.sandbox.advance('1m');
  await first.heard(2);
  await client.sandbox.faults.arm({ match: { feed: 'market', nth: 20, times: 1 }, do: { kind: 'silence' } });
  await client.sandbox.advance('1m');
  await first.heard(3);
  await client.sandbox.advance('1m');
  expect((await first.stop()).gaps).toBe(2);
  await client.sandbox.advance('1m');
  const second = recording(path);
  await second.heard(1);
  await client.sandbox.advance('1m');
  await caughtUp(path);
  expect((await second.stop()).gaps).toBe(1);
  const [recorded, journal] = [toldBy(path), await journalTold('made.tape')];
  expect([recorded.gaps, recorded.levels]).toEqual([['cut', 'missing', 'stopped'], journal.levels]);
});

test('recorder: negative risk is on a tape of the feed and on one of the journal, and is played', async () => {
  await client.sandbox.play('six-answers');
  const [first = expect.unreachable('there is no market')] = await client.markets.list({ limit: 1 });
  market = { conditionId: first.conditionId, slug: first.slug ?? '' };
  const path = join(folder, 'recorded.tape');
  const recorder = recording(path);
  await recorder.heard(1);
  await client.sandbox.advance('1m');
  await caughtUp(path);
  await recorder.stop();
  const { branch } = await client.sandbox.clock();
  const journal = openJournalReader(join(played.dataDir, 'branches', String(branch)));
  const made = join(played.dataDir, 'tapes', 'made.tape');
  mkdirSync(join(played.dataDir, 'tapes'), { recursive: true });
  await tapeOfJournal(journal, { path: made, markets: [market.conditionId], without: null });
  journal.close();
  const [recorded, ofJournal] = [path, made].map((each) => {
    const reader = new TapeReader(each);
    reader.close();
    return reader.header.markets;
  });
  expect(recorded).toEqual(ofJournal);
  expect(recorded).toMatchObject([{ neg_risk: true, neg_risk_market_id: expect.stringMatching(/^0x[0-9a-f]{64}$/) }]);
  await client.sandbox.replay({ tape: made });
  const replayed = await client.markets.get(market.conditionId);
  expect(replayed.neg_risk_market_id).toBe(recorded?.[0]?.neg_risk_market_id);
});

test('recorder: a tape of another market is not gone on with', async () => {
  const path = join(folder, 'recorded.tape');
  const recorder = recording(path);
  await recorder.heard(1);
  await recorder.stop();
  await client.sandbox.play('six-answers');
  const [, other] = await client.markets.list({ limit: 2 });
  market = { conditionId: other?.conditionId ?? '', slug: '' };
  await expect(recording(path).stop()).rejects.toThrow('a tape of other markets');
});
