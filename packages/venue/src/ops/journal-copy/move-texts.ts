/**
 * A journal whose comments leave their texts: the source of a copy that can be erased. From the first moved text on, the
 * copy has a chain of its own. Salts follow from a secret that the target keeps until the copy is complete, so that a copy
 * that was killed goes on.
 */
import { createHmac } from 'node:crypto';
import type { Command, Event } from '@bellwether/engine';
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
}

type Moved = { readonly record: JournalRecord; readonly rows: readonly TextRow[] };

/** The source without texts; reading it puts them into `texts` first. `done` ends what a killed copy would go on with. */
export async function withMovedTexts(
  source: CopySource,
  texts: OpenTexts,
  random: Randomness,
): Promise<CopySource & { done(): Promise<void> }> {
  const secret = await secretOf(texts, random);
  const facts: Facts = { addresses: new Map(), removed: new Set() };
  for await (const record of source.read(1))
    for (const { events } of entriesOfRecord(record, null)) learn(facts, events);
  const saltOf = (comment: number): string =>
    createHmac('sha256', secret).update(String(comment)).digest('hex').slice(0, SALT_DIGITS);

  /** The entry without the text of its comment, and the text for the store unless the comment was removed since. */
  const moved = ({ command, events, timeMs }: ChainedEntry): { command: Command; events: Event[]; rows: TextRow[] } => {
    const added = events.find((event) => event.kind === 'CommentAdded');
    if (command.kind !== 'AddComment' || added?.body === undefined) return { command, events: [...events], rows: [] };
    const { account, body, comment } = added;
    const salt = saltOf(comment);
    const text = texts.hashOf({ salt, text: body });
    // The fingerprint would let anyone guess the text.
    const hash = text.slice(0, REQUEST_DIGITS);
    const { body: _text, request, ...asked } = command;
    const row = {
      hash: text,
      salt,
      text: body,
      account: facts.addresses.get(account) ?? '',
      comment,
      created_ms: timeMs,
    };
    return {
      command: { ...asked, text, ...(request !== undefined && { request: { ...request, hash } }) },
      events: events.map((event) => (event === added ? withoutBody(event, text) : withHash(event, hash))),
      rows: facts.removed.has(comment) ? [] : [row],
    };
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
        await texts.add(rows);
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
  await texts.add([{ hash: SECRET, salt: '', text: made, account: '', comment: null, created_ms: 0 }]);
  return (await texts.textsOf([SECRET])).get(SECRET) ?? made;
}

function learn({ addresses, removed }: Facts, events: readonly Event[]): void {
  for (const event of events) {
    if (event.kind === 'AccountOpened') addresses.set(event.account, event.address);
    else if (event.kind === 'CommentRemoved') removed.add(event.comment);
  }
}

function withoutBody({ body: _text, ...event }: Extract<Event, { kind: 'CommentAdded' }>, text: string): Event {
  return { ...event, text };
}

const withHash = (event: Event, hash: string): Event => (event.kind === 'RequestKept' ? { ...event, hash } : event);

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
