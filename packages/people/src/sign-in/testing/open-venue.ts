/** A store of people with ways of signing in, and browsers that hold cookies. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { People } from '@bellwether/ports/people.ts';
import { openPeople } from '../../open-people.ts';
import type { SignInSettings } from '../sign-in.ts';

export const VENUE = 'http://venue.example';

export interface TestVenue {
  readonly people: People;
  readonly warnings: string[];
  /** Path at which there is no file yet. */
  readonly copy: string;
  readonly file: string;
  /** Lets the venue's clock run ahead of the machine's. */
  ahead(ms: number): void;
  /** Lets everything run that has been put off. Returns how much there was. */
  turn(): number;
  /** Invites and joins a person. */
  join(name: string, email: string | null): Promise<string>;
  close(): Promise<void>;
}

export async function openVenue(signIn: SignInSettings, url = VENUE): Promise<TestVenue> {
  const folder = mkdtempSync(join(tmpdir(), 'people-'));
  const warnings: string[] = [];
  const later: (() => void)[] = [];
  let aheadMs = 0;
  const people = await openPeople({
    place: { file: join(folder, 'people.sqlite') },
    secret: randomBytes(32),
    url,
    signIn: { venue: () => ({ name: 'Tern Bay', accent: '' }), ...signIn },
    clock: () => Date.now() + aheadMs,
    bytes: randomBytes,
    soon: (work) => void later.push(work),
    warn: (problem) => void warnings.push(problem),
  });
  return {
    people,
    warnings,
    copy: join(folder, 'copy.sqlite'),
    file: join(folder, 'people.sqlite'),
    ahead(ms) {
      aheadMs += ms;
    },
    turn: () => later.splice(0).map((work) => work()).length,
    async join(name, email) {
      const wish = { uses: 1, hours: 1, email, name, group: null, role: null, amount: null, by: 'root' };
      const [link] = await people.invite([wish]);
      const token = link?.url.split('#')[1] ?? '';
      const joined = await people.join({ token, name, note: null, cookie: undefined, agent: undefined });
      if (joined.kind === 'refused') throw new Error(joined.why);
      return joined.person.id;
    },
    async close() {
      await people.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Cookies of one browser, which asks the endpoints below `/auth/people`. */
export class TestBrowser {
  readonly #people: People;
  readonly #jar = new Map<string, string>();

  constructor({ people }: Pick<TestVenue, 'people'>) {
    this.#people = people;
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  take(cookies: readonly string[]): void {
    for (const line of cookies) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (pair.slice(at + 1) === '') this.#jar.delete(pair.slice(0, at));
      else this.#jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async ask(method: string, path: string, body: unknown = null) {
    const sent = { cookie: this.cookie, agent: 'a test', body: body === null ? '' : JSON.stringify(body) };
    const answer = await this.#people.handle({ method, path: `/auth/people${path}`, ...sent });
    if (answer === null) throw new Error(`the venue has no ${method} ${path}`);
    const of = (wanted: string) => answer.headers.filter(([name]) => name === wanted).map(([, value]) => value);
    this.take(of('set-cookie'));
    return { status: answer.status, location: of('location')[0] ?? null, body: answer.body };
  }

  /** Posts what stands behind # in a link. Returns why it was refused; null if it was not. */
  async open(url: string): Promise<string | null> {
    const token = url.split('#')[1] ?? '';
    const joined = await this.#people.join({ token, name: null, note: null, cookie: this.cookie, agent: 'a test' });
    if (joined.kind === 'refused') return joined.why;
    this.take(joined.cookies);
    return null;
  }

  /** Person who is signed in; null for nobody. */
  person() {
    return this.#people.session(this.cookie);
  }
}
