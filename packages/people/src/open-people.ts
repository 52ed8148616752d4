/** Opens the store of people and the sign-in library on it. */
import type { Address } from '@bellwether/engine';
import {
  type Device,
  type Digest,
  type Invitation,
  type InvitationWish,
  type JoinOutcome,
  type JoinRequest,
  type People,
  type PeopleAnswer,
  type PeopleRequest,
  PeopleUnavailable,
  type Person,
  type ToldLink,
} from '@bellwether/ports/people.ts';
import { isFirst } from '@bellwether/stores/done.ts';
import type { StorePlace } from '@bellwether/stores/side-store.ts';
import { type Auth, authOptions, BASE_PATH, createAuth, headersOf } from './auth.ts';
import { type Change, Changes } from './changes.ts';
import { type Db, guarded, msOf, openDatabase, type PeopleDatabase } from './database.ts';
import * as devices from './devices.ts';
import { digestMail } from './digest/digest-mail.ts';
import { personOfToken, tokenOf } from './digest/unsubscribe.ts';
import * as links from './links.ts';
import { migrate } from './migrate.ts';
import * as persons from './persons.ts';
import { invitationMail, testMail } from './sign-in/mail/texts.ts';
import { type SignIn, type SignInSettings, signInOf } from './sign-in/sign-in.ts';
import { KeptTexts } from './texts.ts';

export interface PeopleOptions {
  readonly place: StorePlace;
  /** File in which changes are counted as well; without one, an older store is not noticed. */
  readonly countFile?: string;
  /** 32 bytes of the venue's own. */
  readonly secret: Uint8Array;
  /** `BELLWETHER_URL`; null: where the venue listens. */
  readonly url: string | null;
  readonly signIn: SignInSettings;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly bytes: (count: number) => Uint8Array;
  /** Runs a function once the current work is done. */
  readonly soon?: (work: () => void) => void;
  readonly warn: (problem: string) => unknown;
}

/** Until the venue listens; only a test asks that early. */
const NOT_LISTENING = 'http://127.0.0.1';
/** Longest time for which another node's suspension goes unseen by a read. Money is refused by the log at once. */
const REMEMBERED_MS = 2_000;
const REMEMBERED_MAX = 20_000;

/** Throws for a newer version's store, and the errors of the file or database. */
export async function openPeople(options: PeopleOptions): Promise<People> {
  const { place } = options;
  const database = openDatabase(place);
  try {
    const people = new StoredPeople(database, options);
    await migrate(database, people.options());
    await people.changes.compare(options.warn);
    await links.forgetLinks(database.db, options.clock());
    await database.scrub();
    return people;
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Found {
  readonly person: Person;
  /** Id of the session. */
  readonly session: string;
  readonly token: string;
}

class StoredPeople implements People {
  readonly texts: KeptTexts;
  readonly changes: Changes;
  readonly #database: PeopleDatabase;
  readonly #options: PeopleOptions;
  #url: string;
  #signIn: SignIn;
  #auth: Auth | null = null;
  /** Sessions by Cookie header. */
  readonly #remembered = new Map<string, { readonly found: Found | null; readonly untilMs: number }>();

  constructor(database: PeopleDatabase, options: PeopleOptions) {
    this.#database = database;
    this.#options = options;
    this.changes = new Changes(database, options);
    this.texts = new KeptTexts(database, options);
    this.#url = options.url ?? NOT_LISTENING;
    this.#signIn = this.#makeSignIn();
  }

  get ways() {
    return this.#signIn.ways;
  }

  listensAt(url: string): void {
    this.#url = this.#options.url ?? url;
    this.#signIn = this.#makeSignIn();
    this.#auth = null;
  }

  base(): string {
    return this.#url;
  }

  #makeSignIn(): SignIn {
    const { clock, signIn, soon = setImmediate, warn } = this.#options;
    return signInOf(signIn, this.#url, {
      now: clock,
      soon,
      warn,
      arrived: (person, claims) => this.#change((db, { nowMs }) => persons.takeClaims(db, person, claims, nowMs)),
      linkForEmail: (email) =>
        this.#change(async (db, moment) => {
          const person = await persons.personWithEmail(db, email);
          if (person === null || person.state !== 'joined') return null;
          return this.#told(await links.addPersonLink(db, person.id, 'email', { by: 'person' }, moment)).url;
        }),
      isSuspended: async (person) => (await this.find(person))?.state === 'suspended',
    });
  }

  mailLink(email: string): void {
    this.#signIn.mail?.ask(email.toLowerCase());
  }

  async mailInvitation(to: string, url: string): Promise<boolean> {
    const { mail, venue } = this.#signIn;
    if (mail === null) return false;
    return mail.mailer.send(invitationMail(venue(), to, url)).then(
      () => true,
      (error: unknown) => {
        this.#options.warn(`an invitation could not be mailed: ${String(error)}`);
        return false;
      },
    );
  }

  async testMail(to: string): Promise<boolean> {
    const { mail, venue } = this.#signIn;
    if (mail === null) return false;
    await mail.mailer.send(testMail(venue(), to));
    return true;
  }

  async mailDigest({ email, id }: Person, digest: Digest): Promise<void> {
    const { mail, venue } = this.#signIn;
    if (mail === null || email === null) return;
    const unsubscribe = `${this.#url}${BASE_PATH}/unsubscribe/${tokenOf(this.#options.secret, id)}`;
    await mail.mailer.send(digestMail({ venue: venue(), to: email, base: this.#url, unsubscribe }, digest));
  }

  async unsubscribe(token: string): Promise<void> {
    const person = personOfToken(this.#options.secret, token);
    if (person !== null) await this.change(person, { digest: 'off' });
  }

  /** Made when it is first needed, since cookies and plugins depend on the address. */
  #library(): Auth {
    this.#auth ??= createAuth(this.options());
    return this.#auth;
  }

  options() {
    const { secret, warn } = this.#options;
    return authOptions({ database: this.#database, secret, url: this.#url, signIn: this.#signIn, warn });
  }

  #run<Value>(run: () => Promise<Value>): Promise<Value> {
    return guarded(this.#database, run);
  }

  /** Sessions are looked up anew afterwards. */
  async #change<Value>(run: Change<Value>): Promise<Value> {
    try {
      return await this.#run(() => this.changes.make(run));
    } finally {
      this.#remembered.clear();
    }
  }

  /** Counts a change that the library has made. */
  readonly #changed = (): Promise<void> => this.#change(() => Promise.resolve());

  /** The same for a request of the log, once: a repeat changes nothing, and is answered `repeated`. */
  #once<Value, Repeated>(
    request: string | undefined,
    run: Change<Value>,
    repeated: (db: Db) => Repeated | Promise<Repeated>,
  ): Promise<Value | Repeated> {
    return this.#change(async (db, moment) =>
      (await isFirst(db, 'people_done', request, moment.nowMs)) ? run(db, moment) : repeated(db),
    );
  }

  /** A question to the store by the function that asks it. */
  #asked<Asked extends unknown[], Value>(ask: (db: Db, ...asked: Asked) => Promise<Value>) {
    return (...asked: Asked): Promise<Value> => this.#run(() => ask(this.#database.db, ...asked));
  }

  readonly find = this.#asked(persons.findPerson);
  readonly list = this.#asked(persons.listPeople);
  readonly groups = this.#asked(persons.groupsOf);
  readonly digestReaders = this.#asked(persons.digestReaders);
  readonly devicesOf = this.#asked(devices.devicesOf);

  async session(cookie: string | undefined): Promise<Person | null> {
    return (await this.#found(cookie))?.person ?? null;
  }

  async #found(cookie: string | undefined): Promise<Found | null> {
    if (cookie === undefined || !cookie.includes('bellwether-')) return null;
    const nowMs = this.#options.clock();
    const known = this.#remembered.get(cookie);
    if (known !== undefined && known.untilMs > nowMs) return known.found;
    const found = await this.#run(() => this.#find(cookie));
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    this.#remembered.set(cookie, { found, untilMs: nowMs + REMEMBERED_MS });
    return found;
  }

  async #find(cookie: string): Promise<Found | null> {
    const query = { disableRefresh: true } as const;
    const found = await this.#called(() => this.#library().api.getSession({ headers: new Headers({ cookie }), query }));
    const person = found === null ? null : await persons.findPerson(this.#database.db, found.user.id);
    return found === null || person === null ? null : { person, session: found.session.id, token: found.session.token };
  }

  /** The library wraps errors of the store. */
  async #called<Value>(call: () => Promise<Value>): Promise<Value> {
    try {
      return await call();
    } catch (error) {
      // The store says whether it can be read: the library's error does not.
      await this.#run(() => this.#database.db.selectFrom('people_format').select('format').execute());
      throw error;
    }
  }

  async handle({ agent, body, cookie, method, path }: PeopleRequest): Promise<PeopleAnswer | null> {
    const [pathname = ''] = path.split('?', 1);
    const endpoint = this.#signIn.endpoints.get(`${method} ${pathname.slice(BASE_PATH.length)}`);
    if (endpoint === undefined) return null;
    const headers = new Headers({ origin: this.#url, accept: 'application/json' });
    if (cookie !== undefined) headers.set('cookie', cookie);
    if (agent !== undefined) headers.set('user-agent', agent);
    const hasBody = body !== '';
    if (hasBody) headers.set('content-type', 'application/json');
    const request = new Request(`${this.#url}${path}`, { method, headers, ...(hasBody && { body }) });
    const answer = await this.#called(() => endpoint(this.#library(), request));
    this.#remembered.clear();
    // By the provider nothing ends.
    if (method !== 'GET') await this.#changed();
    // The library turns errors of the store into 500s.
    const text = await answer.text();
    if (answer.status >= 500) await this.#called(() => Promise.reject(new PeopleUnavailable(text)));
    return { status: answer.status, headers: headersOf(answer.headers), body: text };
  }

  async join(request: JoinRequest): Promise<JoinOutcome> {
    const { cookie, name, note, token } = request;
    const found = await this.#found(cookie);
    const before = found?.person ?? null;
    const used = await this.#change(async (db, moment) => {
      if (token === null && name === null) throw new links.Refused('name');
      const outcome: links.Used =
        token === null
          ? await links.askToJoin(db, before, { name: name ?? '', note }, moment)
          : await links.useLink(db, request, before?.state === 'joined' ? before.id : null, moment);
      if (outcome.kind === 'refused') throw new links.Refused(outcome.why);
      const { person, session = await links.addSession(db, outcome.person, request, moment) } = outcome;
      // A new session each time: one that somebody else knows is worth nothing.
      const left = found === null || found.token === session ? '' : found.token;
      await db.deleteFrom('session').where('token', '=', left).execute();
      return { person, session };
    }).catch((error: unknown) => {
      if (error instanceof links.Refused) return error;
      throw error;
    });
    if (used instanceof links.Refused) return { kind: 'refused', why: used.why };
    const person = await this.find(used.person);
    if (person === null) return { kind: 'refused', why: 'link' };
    const { headers } = await this.#called(() =>
      this.#library().api.sendSession({ body: { token: used.session }, returnHeaders: true }),
    );
    return { kind: 'joined', person, cookies: headers.getSetCookie() };
  }

  async signOut(cookie: string | undefined): Promise<readonly string[]> {
    if (cookie === undefined) return [];
    const headers = new Headers({ cookie });
    const ended = await this.#called(() => this.#library().api.signOut({ headers, returnHeaders: true }));
    await this.#changed();
    return ended.headers.getSetCookie();
  }

  async sessionsOf(person: string) {
    const rows = await this.#run(() =>
      this.#database.db.selectFrom('session').selectAll().where('userId', '=', person).execute(),
    );
    return rows.map(({ createdAt, expiresAt, userAgent }) => {
      return { createdMs: msOf(createdAt), expiresMs: msOf(expiresAt), agent: userAgent ?? '' };
    });
  }

  change(id: string, edit: Parameters<People['change']>[1], request?: string) {
    const found = (db: Db) => persons.findPerson(db, id);
    return this.#once(request, (db, { nowMs }) => persons.changePerson(db, id, edit, nowMs), found);
  }

  giveAccount(id: string, address: Address): Promise<Address> {
    return this.#change(async (db) => {
      const free = db.updateTable('user').where('id', '=', id).where('account', 'is', null);
      await free.set({ account: address }).execute();
      const row = await db.selectFrom('user').select('account').where('id', '=', id).executeTakeFirstOrThrow();
      return row.account as Address;
    });
  }

  erase(id: string) {
    return this.#change((db) => persons.erasePerson(db, id));
  }

  async keepDevice(person: string, device: Device, cookie: string | undefined) {
    const session = (await this.#found(cookie))?.session ?? null;
    await this.#change((db) => devices.keepDevice(db, person, device, session));
  }

  async devicesHere(person: string, cookie: string | undefined) {
    const own = (await this.#found(cookie))?.session ?? '';
    return this.#run(() => devices.devicesOf(this.#database.db, person, own));
  }

  async isElsewhere(person: string, address: string, cookie: string | undefined) {
    const own = (await this.#found(cookie))?.session ?? '';
    return this.#run(() => devices.isElsewhere(this.#database.db, person, address, own));
  }

  async dropDevice(person: string, address: string, cookie: string | undefined) {
    const own = (await this.#found(cookie))?.session ?? '';
    await this.#change((db) => devices.dropDevice(db, person, address, own));
  }

  invite(wishes: readonly InvitationWish[], request?: string): Promise<(Invitation & ToldLink)[]> {
    const add = async (db: Db, moment: links.Moment) => {
      const made: (Invitation & ToldLink)[] = [];
      for (const wish of wishes) made.push(this.#told(await links.addInvitation(db, wish, moment)));
      return made;
    };
    return this.#once(request, add, () => []);
  }

  #told<Link extends { readonly token: string }>({ token, ...link }: Link) {
    // The part after # never leaves the browser: no server or proxy logs it.
    return { ...link, url: `${this.#url}/app/join#${token}` };
  }

  invitations() {
    return this.#run(() => links.openInvitations(this.#database.db, this.#options.clock()));
  }

  endInvitation(id: string) {
    return this.#change(async (db) => {
      const ended = db.deleteFrom('people_link').where('id', '=', id).where('kind', '=', 'invite');
      return Number((await ended.executeTakeFirst()).numDeletedRows) > 0;
    });
  }

  linkFor(person: string, kind: 'recovery' | 'device', by: string, role?: string, request?: string) {
    const add = async (db: Db, moment: links.Moment) =>
      this.#told(await links.addPersonLink(db, person, kind, { by, role: role ?? null }, moment));
    return this.#once(request, add, () => null);
  }

  endLinksOf(actor: string) {
    return this.#change((db) => links.endLinksOf(db, actor));
  }

  addGroup(name: string) {
    return this.#change((db, { nowMs }) => persons.addGroup(db, name, nowMs));
  }

  async close() {
    this.#signIn.mail?.mailer.close();
    await this.#database.close();
    this.changes.close();
  }
}
