/** Compares every collection of a state, private ones too, with its row in `docs/internals/memory.md`. */

import { readFileSync } from 'node:fs';
import { type Runtime, Session } from 'node:inspector';
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
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { expect, test } from 'vitest';

/** Everything an object holds, private fields included, as the inspector sees it: sizes by path. Tests only. */
/** Fields that link neighbours in a list: the linked objects are in a collection as well. */
const LINKS =
  /^#?(?:previous|next|head|tail|level|first|last|oldest|newest|best|owner|(?:account|key)(?:Previous|Next))$/;
/** Elements of a collection that are looked into: they are alike. */
const SAMPLES = 3;
const NAME = '__walked';

/** Number of elements by path, such as `wallets[].positions`; those of the same path are added up. */
function collectionsOf(root: object): Map<string, number> {
  const session = new Session();
  session.connect();
  Object.assign(globalThis, { [NAME]: root });
  try {
    const sizes = new Map<string, number>();
    walk(session, evaluated(session), '', sizes);
    return sizes;
  } finally {
    Reflect.deleteProperty(globalThis, NAME);
    session.disconnect();
  }
}

function walk(session: Session, object: Runtime.RemoteObject, path: string, sizes: Map<string, number>): void {
  if (object.objectId === undefined || object.type === 'function') return;
  const size = /^[A-Za-z0-9]+\((\d+)\)/.exec(object.description ?? '')?.[1];
  const isCollection = ['map', 'set', 'array', 'typedarray'].includes(object.subtype ?? '');
  if (isCollection) sizes.set(path, (sizes.get(path) ?? 0) + Number(size ?? 0));
  if (object.subtype === 'typedarray') return;
  const { fields, entries } = propertiesOf(session, object.objectId);
  if (object.subtype === 'array') {
    const elements = fields.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value);
    for (const element of samples(elements)) walk(session, element, `${path}[]`, sizes);
    return;
  }
  for (const entry of samples(entries)) walk(session, entry, `${path}[]`, sizes);
  if (isCollection) return;
  for (const { name, value } of fields) {
    if (LINKS.test(name)) continue;
    walk(session, value, path === '' ? name : `${path}.${name}`, sizes);
  }
}

function samples(all: readonly Runtime.RemoteObject[]): readonly Runtime.RemoteObject[] {
  const held = all.filter(({ objectId }) => objectId !== undefined);
  return held.length <= SAMPLES ? held : [...held.slice(0, SAMPLES - 1), ...held.slice(-1)];
}

function evaluated(session: Session): Runtime.RemoteObject {
  let found: Runtime.RemoteObject = { type: 'undefined' };
  session.post('Runtime.evaluate', { expression: `globalThis.${NAME}` }, (error, answer) => {
    if (error !== null) throw error;
    found = answer.result;
  });
  return found;
}

type Field = { readonly name: string; readonly value: Runtime.RemoteObject };
type Properties = { readonly fields: readonly Field[]; readonly entries: readonly Runtime.RemoteObject[] };

/** Own fields of an object, private ones with their `#`; and the contents of a map or a set. */
function propertiesOf(session: Session, objectId: string): Properties {
  const fields: Field[] = [];
  let list: string | undefined;
  session.post('Runtime.getProperties', { objectId, ownProperties: true }, (error, answer) => {
    if (error !== null) throw error;
    const { privateProperties = [] } = answer as { readonly privateProperties?: readonly Partial<Field>[] };
    for (const { name, value } of [...answer.result, ...privateProperties])
      if (name !== undefined && value !== undefined && name !== '__proto__') fields.push({ name, value });
    list = answer.internalProperties?.find(({ name }) => name === '[[Entries]]')?.value?.objectId;
  });
  if (list === undefined) return { fields, entries: [] };
  // Each entry is an object with a value, and in a map also a key.
  const inList = propertiesOf(session, list).fields.filter(({ name }) => /^\d+$/.test(name));
  const entries = samples(inList.map(({ value }) => value)).map(({ objectId: id }) => {
    const value = id === undefined ? undefined : propertiesOf(session, id).fields.find(({ name }) => name === 'value');
    return value?.value ?? { type: 'undefined' as const };
  });
  return { fields, entries };
}

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
