/**
 * A journal whose comments and profiles leave their texts: the source of a copy that can be erased. From the first moved text on, the
 * copy has a chain of its own. Salts follow from a secret that the target keeps until the copy is complete, so that a copy
 * that was killed goes on.
 */
import { createHmac } from 'node:crypto';
import {
  type AddComment,
  type Command,
  type Event,
  looksOf,
  PROFILE_FIELDS,
  type UpdateProfile,
} from '@bellwether/engine';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { RecordWriter } from '@bellwether/ledger/record/record-bytes.ts';
import type { OpenTexts, TextRow } from '@bellwether/people/texts';
import { type ChainedEntry, GENESIS_HASH, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import type { StorePlace } from '@bellwether/stores/side-store.ts';
import type { CopySource } from './ends.ts';

/** Row of the secret, which no hash has. */
const SECRET = 'copy';
const SECRET_BYTES = 32;
const SALT_DIGITS = 32;
/** Digits of the fingerprint of a request. */
const REQUEST_DIGITS = 32;
const START: JournalHead = { sequence: 0, hash: GENESIS_HASH };

/** Facts of the whole journal that a single entry does not have. */
interface Facts {
  readonly addresses: Map<number, string>;
  readonly removed: Set<number>;
  /** Entry that a profile has a field from, by account and field. */
  readonly fields: Map<string, number>;
}

interface Moved {
  readonly record: JournalRecord;
  readonly rows: readonly TextRow[];
}

interface MovedEntry {
  readonly command: Command;
  readonly events: readonly Event[];
  readonly rows: readonly TextRow[];
}

/** The source without texts; reading it puts them into `texts` first. `done` ends what a killed copy would go on with. */
export async function withMovedTexts(
  source: CopySource,
  texts: OpenTexts,
  random: Randomness,
): Promise<CopySource & { done(): Promise<void> }> {
  const secret = await secretOf(texts, random);
  const facts: Facts = { addresses: new Map(), removed: new Set(), fields: new Map() };
  for await (const record of source.read(1)) for (const entry of entriesOfRecord(record, null)) learn(facts, entry);

  /** A text as the store keeps it. */
  const rowOf = (kind: TextRow['kind'], number: number, account: number, text: string, timeMs: number): TextRow => {
    const made = createHmac('sha256', secret).update(`${kind} ${number}`).digest('hex');
    const salt = made.slice(0, SALT_DIGITS);
    const hash = texts.hashOf({ salt, text });
    return { hash, salt, text, account: facts.addresses.get(account) ?? '', kind, number, created_ms: timeMs };
  };

  /** The entry without the text of its comment, and the text for the store unless the comment was removed since. */
  const movedComment = (command: AddComment, { events, timeMs }: ChainedEntry): MovedEntry | null => {
    const added = events.find((event) => event.kind === 'CommentAdded');
    if (added?.body === undefined) return null;
    const { body: told, ...rest } = added;
    const row = rowOf('comment', added.comment, added.account, told, timeMs);
    const { body: _text, ...asked } = command;
    return {
      command: { ...asked, text: row.hash },
      events: events.map((event) => (event === added ? { ...rest, text: row.hash } : event)),
      rows: facts.removed.has(added.comment) ? [] : [row],
    };
  };

  /** The entry without the texts of its profile, and those for the store that the profile still has. */
  const movedProfile = (command: UpdateProfile, { events, sequence, timeMs }: ChainedEntry): MovedEntry | null => {
    const updated = events.find((event) => event.kind === 'ProfileUpdated');
    if (updated === undefined) return null;
    const { account, changes } = updated;
    const moving = PROFILE_FIELDS.filter((field) => changes[field] !== undefined && changes[field] !== '');
    if (moving.length === 0) return null;
    const rows = moving.map((field) => rowOf(field, sequence, account, changes[field] ?? '', timeMs));
    const told = Object.fromEntries(Object.entries(changes).filter(([field]) => !moving.some((one) => one === field)));
    const hashes = { ...updated.texts, ...Object.fromEntries(rows.map(({ kind, hash }) => [kind, hash])) };
    return {
      command: { ...command, changes: told, texts: hashes },
      events: events.map((event) => (event === updated ? { ...event, changes: told, texts: hashes } : event)),
      rows: rows.filter(({ kind }) => facts.fields.get(`${account} ${kind}`) === sequence),
    };
  };

  const moved = (entry: ChainedEntry): MovedEntry => {
    const { command, events } = entry;
    const made =
      command.kind === 'AddComment'
        ? movedComment(command, entry)
        : command.kind === 'UpdateProfile'
          ? movedProfile(command, entry)
          : null;
    return made === null ? { command, events, rows: [] } : withoutFingerprint(made, secret);
  };

  async function* all(): AsyncGenerator<Moved> {
    let head = START;
    for await (const record of source.read(1)) {
      const entries = entriesOfRecord(record, null);
      const changed = entries.map(moved);
      const isSame =
        record.previousHash === head.hash && entries.every(({ command }, at) => command === changed[at]?.command);
      const made = isSame ? record : rewritten(head, entries, changed);
      head = { sequence: made.lastSequence, hash: made.hash };
      yield { record: made, rows: changed.flatMap(({ rows }) => rows) };
    }
  }

  let end: JournalHead | null = null;
  let endOfSource: JournalHead | null = null;
  return {
    name: source.name,
    kind: source.kind,
    async head() {
      const now = await source.head();
      if (end === null || now.hash !== endOfSource?.hash) {
        endOfSource = now;
        end = START;
        for await (const { record } of all()) end = { sequence: record.lastSequence, hash: record.hash };
      }
      return end;
    },
    async *read(from) {
      for await (const { record, rows } of all()) {
        if (record.lastSequence < from) continue;
        await texts.add(rows, looksOf);
        yield record;
      }
    },
    done: () => texts.drop(SECRET),
    close: () => source.close(),
  };
}

/** True if a copy into this place was cut off. */
export async function isBegun(place: StorePlace): Promise<boolean> {
  const { textsBeside } = await import('@bellwether/people/texts');
  return (await textsBeside(place, 'resting').textsOf([SECRET])).has(SECRET);
}

async function secretOf(texts: OpenTexts, random: Randomness): Promise<string> {
  const made = Buffer.from(random.bytes(SECRET_BYTES)).toString('hex');
  await texts.add(
    [{ hash: SECRET, salt: '', text: made, account: '', kind: 'comment', number: null, created_ms: 0 }],
    looksOf,
  );
  return (await texts.textsOf([SECRET])).get(SECRET) ?? made;
}

function learn({ addresses, fields, removed }: Facts, { events, sequence }: ChainedEntry): void {
  for (const event of events) {
    if (event.kind === 'AccountOpened') addresses.set(event.account, event.address);
    else if (event.kind === 'CommentRemoved') removed.add(event.comment);
    else if (event.kind === 'ProfileUpdated')
      for (const field of PROFILE_FIELDS)
        if ((event.changes[field] ?? event.texts?.[field]) !== undefined)
          fields.set(`${event.account} ${field}`, sequence);
  }
}

/** With another fingerprint of its request: that of the text would let anyone guess it. */
function withoutFingerprint(entry: MovedEntry, secret: string): MovedEntry {
  const { request } = entry.command;
  if (request === undefined) return entry;
  const hash = createHmac('sha256', secret).update(`request ${request.hash}`).digest('hex').slice(0, REQUEST_DIGITS);
  return {
    ...entry,
    command: { ...entry.command, request: { ...request, hash } },
    events: entry.events.map((event) => (event.kind === 'RequestKept' ? { ...event, hash } : event)),
  };
}

function rewritten(
  head: JournalHead,
  entries: readonly ChainedEntry[],
  changed: readonly { readonly command: Command; readonly events: readonly Event[] }[],
): JournalRecord {
  const writer = new RecordWriter(head);
  for (const [at, { command, events }] of changed.entries()) {
    const { sequence = 0, timeMs = 0 } = entries[at] ?? {};
    writer.write({ sequence, timeMs }, command, JSON.stringify(command), events);
    writer.keep();
  }
  const made = writer.finish();
  if (made === null) throw new Error('a record has no entries');
  return made.record;
}
