/**
 * Digests by e-mail: who gets them, and what they say. A digest is written when its turn comes, so that it follows what
 * the person has chosen meanwhile, and nothing about the person waits in the outbox.
 */
import { refusePerson } from '@bellwether/gateway/http/people/from-page.ts';
import type { DigestPayload, Digests } from '@bellwether/news';
import { type DigestSection, MailFailed, type People } from '@bellwether/ports/people.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { ObservableView } from '@bellwether/ports/venue-view.ts';

interface DigestParts {
  readonly people: People;
  readonly reader: Reader;
  readonly view: Pick<ObservableView, 'state'>;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** Time for which the news that all digests of a period share is kept. */
const KEPT_MS = 600_000;
const DONE = { kind: 'done' } as const;

/** Null for a venue that sends no mail. */
export function digestsOf({ people, reader, view, clock }: DigestParts): Digests | null {
  if (!people.ways.includes('email')) return null;
  const shared = new Map<
    string,
    { readonly key: string; readonly atMs: number; readonly sections: Promise<readonly DigestSection[]> }
  >();

  async function read(name: string, parameters: object): Promise<readonly DigestSection[]> {
    const answer = await reader.read(name, parameters);
    return (JSON.parse(new TextDecoder().decode(answer?.body)) as { sections: readonly DigestSection[] }).sections;
  }

  function newsOf({ every, startMs, endMs }: DigestPayload): Promise<readonly DigestSection[]> {
    const nowMs = clock();
    const known = shared.get(every);
    const key = `${startMs}`;
    if (known?.key === key && Math.abs(nowMs - known.atMs) < KEPT_MS) return known.sections;
    const sections = read('digest-news', { startMs, endMs, nowMs });
    shared.set(every, { key, atMs: nowMs, sections });
    return sections;
  }

  return {
    readers: (every, after, limit) => people.digestReaders(every, after, limit),
    async send(id, delivery) {
      const payload = JSON.parse(delivery.payload) as DigestPayload;
      const { every, startMs, endMs } = payload;
      const person = await people.find(id);
      if (person === null || person.digest !== every || refusePerson(person, view.state) !== null) return DONE;
      const own = person.account === null ? [] : await read('digest-own', { user: person.account, startMs, endMs });
      const sections = [...own, ...(await newsOf(payload))];
      if (sections.length === 0) return DONE;
      const title = every === 'weekly' ? 'Your week' : 'Your day';
      try {
        await people.mailDigest(person, { id: delivery.id, title, sections });
        return DONE;
      } catch (error) {
        if (!(error instanceof MailFailed)) throw error;
        return { kind: error.isRefused ? 'gone' : 'failed', error: error.message };
      }
    },
  };
}
