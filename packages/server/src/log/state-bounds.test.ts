/** Compares every collection of a state, private ones too, with its row in `docs/internals/memory.md`. */
import { readFileSync } from 'node:fs';
import {
  applyEntry,
  type Command,
  type CommentId,
  catalogId,
  createState,
  decide,
  GENERATED_IDS_FROM,
  heartbeatsAreDue,
  restoreSnapshot,
  type State,
  takeSnapshot,
} from '@bellwether/engine';
import { expect, test } from 'vitest';
import { placeOrder, setUpCommands } from '../sequencer/testing/sample-venue.ts';
import { collectionsOf } from './testing/walk.ts';

type Row = { readonly growsWith: string; readonly bound: string };

/** The rows of `docs/internals/memory.md` about the state, by the first part of each path that they name. */
function statedBounds(): Map<string, Row> {
  const text = readFileSync(new URL('../../../../docs/internals/memory.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| (`state\.[^|]+`) *\| [^|]+ \| ([^|]+?) *\| ([^|]+?) *\|$/gm);
  return new Map(
    [...rows].flatMap(([, paths = '', growsWith = '', bound = '']) =>
      [...paths.matchAll(/`state\.([^`]+)`/g)].map(([, path = '']): [string, Row] => [path, { growsWith, bound }]),
    ),
  );
}

function rowOf(path: string, rows: ReadonlyMap<string, Row>): string | null {
  const fits = [...rows.keys()].filter((at) => path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`));
  return fits.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

const ACCOUNTS = 3;
const KEY = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A venue that lives on and on with the same traders, markets and resting orders. */
class LongLife {
  readonly state: State = createState({ remembered: 24, perGeneration: 8 });
  #timeMs = 1_700_000_000_000;
  #salt = 0;
  #round = 0;

  constructor() {
    for (const command of setUpCommands(ACCOUNTS, 2)) this.#run(command);
    for (let market = 0; market < 2; market++) {
      // Rests all along, ahead of all orders that come and go.
      const expiration = this.#timeMs / 1000 + 1_000_000;
      this.#run(placeOrder({ salt: ++this.#salt, account: 0, market, price: 100, shares: 5, type: 'GTD', expiration }));
    }
  }

  round(): void {
    const at = this.#round++;
    const [maker, taker] = [at % ACCOUNTS, (at + 1) % ACCOUNTS];
    const market = at % 2;
    const order = { account: maker, market, price: 5_000, shares: 10 };
    const later = this.#timeMs / 1000 + 2_000_000 + at;
    const account = maker as never;
    const entity = { type: 'market', id: catalogId(GENERATED_IDS_FROM + 1 + market) } as const;
    const apiKey = KEY(at);
    const resting = placeOrder({ ...order, salt: ++this.#salt, price: 200, type: 'GTD', expiration: later });
    const commands: Command[] = [
      placeOrder({ ...order, salt: ++this.#salt }),
      placeOrder({ ...order, salt: ++this.#salt, account: taker, outcome: 1, type: 'FAK' }),
      { ...resting, apiKey, request: { by: account, key: `key-${at}`, hash: 'f'.repeat(64) } },
      { kind: 'CancelOrders', account, orderIds: [resting.orderId] },
      { kind: 'IssueApiKey', account, apiKey, nonce: String(at) },
      { kind: 'Beat', account, apiKey, heartbeatId: null, nextId: `beat-${at}` },
      { kind: 'RevokeApiKey', account, apiKey },
      { kind: 'UpdateProfile', account, changes: { name: `Trader ${at % 7} of ${maker}` } },
      { kind: 'AddComment', account, entity, parent: null, body: `comment ${at}` },
    ];
    for (const command of commands) this.#run(command);
    const comment = this.state.community.comments.count as CommentId;
    this.#run({ kind: 'AddReaction', account: taker as never, comment, reaction: 'HEART' });
    this.#run({ kind: 'ReportComment', account: taker as never, comment });
    this.#run({ kind: 'RemoveComment', account, comment });
    if (heartbeatsAreDue(this.state, this.#timeMs)) this.#run({ kind: 'ExpireHeartbeats' });
    this.state.orderResults.takeSealed();
    this.#timeMs += 4_000;
  }

  #run(command: Command): void {
    const stamp = { sequence: this.state.sequence + 1, timeMs: this.#timeMs };
    const decision = decide(this.state, command, stamp);
    if (decision.kind === 'unchanged') return;
    if (decision.kind !== 'accepted') throw new Error(`${command.kind}: ${JSON.stringify(decision)}`);
    applyEntry(this.state, { ...stamp, command, events: decision.events });
  }
}

/** Elements of all collections, by their row of the table. Fails for a collection without a row. */
function sizes(state: State, rows: ReadonlyMap<string, Row>): Map<string, number> {
  const sums = new Map<string, number>();
  const unstated: string[] = [];
  for (const [path, size] of collectionsOf(state)) {
    const row = rowOf(path, rows);
    if (row === null) unstated.push(path);
    else sums.set(row, (sums.get(row) ?? 0) + size);
  }
  expect(unstated, 'collections without a row in docs/internals/memory.md').toEqual([]);
  return sums;
}

test('memory: every collection of a state has a stated bound, and only those that say so grow with its history [D46]', () => {
  const rows = statedBounds();
  const life = new LongLife();
  for (let round = 0; round < 150; round++) life.round();
  const before = sizes(life.state, rows);
  for (let round = 0; round < 300; round++) life.round();
  const after = sizes(life.state, rows);
  expect(after.get('requests')).toBeGreaterThan(100);
  for (const [row, size] of after) {
    const stated = rows.get(row) as Row;
    expect(stated.bound, row).not.toBe('');
    if (stated.growsWith.includes('history')) continue;
    // Leftovers may be cleared in steps, but must not be a share of the whole history.
    expect(size, `${row} grows with ${stated.growsWith}`).toBeLessThanOrEqual((before.get(row) ?? 0) + 100);
  }
});

test('memory: no row is about something that is not there', () => {
  const life = new LongLife();
  for (let round = 0; round < 20; round++) life.round();
  const there = [...collectionsOf(life.state).keys()];
  for (const row of statedBounds().keys())
    expect(
      there.some((path) => path.startsWith(row)),
      row,
    ).toBe(true);
});

test('memory: a collection that no one has stated is found, wherever it is', () => {
  class Holder {
    readonly #hidden = new Map([['key', [1, 2, 3]]]);
    get size(): number {
      return this.#hidden.size;
    }
  }
  const walked = collectionsOf({ one: { two: new Holder() }, bytes: new Uint8Array(5) });
  expect(Object.fromEntries(walked)).toEqual({ 'one.two.#hidden': 1, 'one.two.#hidden[]': 3, bytes: 5 });
});

test('memory: what counts toward the bounds of an account is the same out of a snapshot', () => {
  const life = new LongLife();
  for (let round = 0; round < 40; round++) life.round();
  const restored = restoreSnapshot(takeSnapshot(life.state));
  for (const { id, keysIssued } of life.state.accounts) {
    expect(restored.accounts[id]?.keysIssued).toBe(keysIssued);
    expect(keysIssued).toBeGreaterThan(10);
    expect(restored.community.comments.countOf(id)).toBe(life.state.community.comments.countOf(id));
    expect(restored.community.marks.countOf(id)).toBe(life.state.community.marks.countOf(id));
  }
});
