/**
 * People of a venue: who they are and how they sign in. The store lies beside the log and knows each person's account by
 * its address; the log knows accounts and nothing that identifies a person.
 */
import type { Address, CommentId, ProfileField } from '@bellwether/engine';

export type PersonState = 'waiting' | 'joined' | 'suspended';
export type SignInWay = 'link' | 'email' | 'passkey' | 'oidc';

/** How often a person wants the digest by e-mail. */
export type DigestChoice = 'weekly' | 'daily' | 'off';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly state: PersonState;
  /** Null until the first device. */
  readonly account: Address | null;
  /** Role that the account gets when it opens, or after `-` one to lose; the log says which it has. */
  readonly roleWish: string | null;
  /** Maker of the invitation, as `InvitationWish.by` has it; null for people without one. */
  readonly invitedBy: string | null;
  /** Decimal amount that the invitation promised; granted when the account opens. */
  readonly promised: string | null;
  readonly groups: readonly string[];
  readonly note: string | null;
  readonly createdMs: number;
  /** First use of a recovery link that someone who is no owner made; null: none since the devices were last ended. */
  readonly recoveredMs: number | null;
  readonly digest: DigestChoice;
}

/** Actor of what the identity provider decides, and `invitedBy` of people whose role it decides. */
export const PROVIDER_ACTOR = 'oidc';

export interface Device {
  readonly address: Address;
  readonly label: string;
  readonly createdMs: number;
}

export interface PersonSession {
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly agent: string;
}

/** A link as it is told once: only its hash is kept. */
export interface ToldLink {
  readonly url: string;
  readonly endsMs: number;
}

export interface InvitationWish {
  readonly uses: number;
  readonly hours: number;
  /** The only address that it is for; such an invitation has one use. */
  readonly email: string | null;
  readonly name: string | null;
  readonly group: string | null;
  readonly role: string | null;
  readonly amount: string | null;
  /** Maker: `root`, `token:NAME` or an account's address. */
  readonly by: string;
}

export interface Invitation extends Omit<InvitationWish, 'hours'> {
  readonly id: string;
  readonly left: number;
  readonly endsMs: number;
}

export interface PeopleFilter {
  readonly q?: string | undefined;
  readonly group?: string | undefined;
  readonly state?: PersonState | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Only people with one of these accounts. */
  readonly accounts?: readonly string[];
  /** Accounts that the log has suspended: for `state` their people are, too. */
  readonly suspended?: readonly string[];
}

export interface PersonEdit {
  readonly name?: string | undefined;
  readonly state?: PersonState | undefined;
  readonly groups?: readonly string[] | undefined;
  /** Replaces the account; ends sessions, links, devices and passkeys since `recoveredMs`. */
  readonly account?: Address | undefined;
  readonly digest?: DigestChoice | undefined;
  readonly roleWish?: null;
}

/** Content of a digest, in words; the mail adds the venue's name, and the links to it and to its end. */
export interface Digest {
  /** The same for the same person and period, and so for each attempt to send it. */
  readonly id: string;
  readonly title: string;
  readonly sections: readonly DigestSection[];
}

export interface DigestSection {
  readonly title: string;
  readonly lines: readonly {
    readonly text: string;
    /** Address below the venue's; null for no link. */
    readonly path: string | null;
  }[];
}

/** A request of a browser to an endpoint of the sign-in library. The gateway has checked origin, size and caps. */
export interface PeopleRequest {
  readonly method: string;
  /** Path with query, from `/auth/people/` on. */
  readonly path: string;
  readonly cookie: string | undefined;
  readonly agent: string | undefined;
  /** JSON, or empty. */
  readonly body: string;
}

export interface PeopleAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface JoinRequest extends Pick<PeopleRequest, 'cookie' | 'agent'> {
  /** Part behind # of a link; null: asks to be let in. */
  readonly token: string | null;
  readonly name: string | null;
  readonly note: string | null;
  /**
   * Random number of the browser: with it, for ten minutes, the link signs in whom it signed in before. An answer may
   * get lost. Null: a used link is used.
   */
  readonly nonce?: string | null;
}

/** `name`: a name is missing. `link`: the link is used up, over or of another venue; which, nobody learns. `full`: too many wait. */
export type JoinOutcome =
  | { readonly kind: 'joined'; readonly person: Person; readonly cookies: readonly string[] }
  | { readonly kind: 'refused'; readonly why: 'name' | 'link' | 'full' };

/** Texts of comments and profiles, which the log knows by hash alone. */
export interface Texts {
  /** Texts by hash; those that were erased are missing. */
  textsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Longer than a text is on its way to the log, and than the clocks of two nodes are apart. */
export const TEXT_ON_ITS_WAY_MS = 3_600_000;

export interface KeptText {
  readonly hash: string;
  readonly isComment: boolean;
  /** Comment, or entry that changed the profile. Null until the log has it, and if the store has not learnt that. */
  readonly number: number | null;
  readonly createdMs: number;
}

/** Texts, or hashes of them. */
export type ProfileFields = Partial<Readonly<Record<ProfileField, string>>>;

export interface TextsToDrop {
  readonly account?: Address;
  readonly comments?: readonly CommentId[];
}

/** Every method throws `PeopleUnavailable` when the store cannot be used. */
export interface ErasableTexts extends Texts {
  /** Keeps the text of a comment durably, before the log has its hash, which it returns. */
  keep(account: Address, text: string): Promise<string>;
  /** Says which comment the texts became, or which entry changed a profile to them. */
  name(hashes: readonly string[], number: number): Promise<void>;
  /**
   * Keeps fields of a profile, and returns their hashes. `looks`: of the name among them. Null if another account has a name
   * with one of them: then nothing is kept.
   */
  keepProfile(account: Address, fields: ProfileFields, looks: readonly string[]): Promise<ProfileFields | null>;
  /** Erases texts that the log did not take, or needs no more. */
  refuse(hashes: readonly string[]): Promise<void>;
  /** Erases texts of an account or of comments: no file has them afterwards. */
  drop(which: TextsToDrop): Promise<void>;
  /** All texts, or those of an account's profile, a page at a time. */
  kept(profile?: Address): AsyncIterable<readonly KeptText[]>;
}

/** Every method throws `PeopleUnavailable` when the store cannot be used; then nothing was changed. */
export interface People {
  readonly texts: ErasableTexts;
  /** Ways of signing in again that the venue has. */
  readonly ways: readonly SignInWay[];
  /** Says at which address the venue listens, for links and cookies, unless a setting says it. */
  listensAt(url: string): void;
  /** Address that links begin with, and the origin of the venue's pages. */
  base(): string;
  /** Person whose session a Cookie header is; null for none. Remembered for a moment: cheap enough for every request. */
  session(cookie: string | undefined): Promise<Person | null>;
  /** Passes a request to the sign-in library; null if its endpoint is not one of those that the venue has. */
  handle(request: PeopleRequest): Promise<PeopleAnswer | null>;
  join(request: JoinRequest): Promise<JoinOutcome>;
  /** Ends the session; returns the cookies to send. */
  signOut(cookie: string | undefined): Promise<readonly string[]>;
  sessionsOf(person: string): Promise<readonly PersonSession[]>;

  find(id: string): Promise<Person | null>;
  list(filter: PeopleFilter): Promise<{ readonly people: readonly Person[]; readonly total: number }>;
  /**
   * Null for an unknown person. Suspending ends all sessions and links of the person. `request`: name of the request, here
   * and below; the second time, nothing is changed.
   */
  change(id: string, edit: PersonEdit, request?: string): Promise<Person | null>;
  /** Gives a person an account, if there is none yet; returns the account. */
  giveAccount(id: string, address: Address): Promise<Address>;
  /** Removes everything about a person, and returns the account of last. Null for an unknown one. */
  erase(id: string): Promise<Pick<Person, 'account'> | null>;

  devicesOf(person: string): Promise<readonly Device[]>;
  /** Devices that the caller's session brought; no bots. */
  devicesHere(person: string, cookie: string | undefined): Promise<readonly Device[]>;
  /** Keeps a device's name and the session that brought it, a bot without one; replaces them the second time. */
  keepDevice(person: string, device: Device, cookie: string | undefined): Promise<void>;
  /** True if another open session of the person brought this device, or if it is a bot. */
  isElsewhere(person: string, address: string, cookie: string | undefined): Promise<boolean>;
  /** Forgets a device; ends the person's links, and all sessions but the caller's own and those of other devices. */
  dropDevice(person: string, address: string, cookie: string | undefined): Promise<void>;

  /** One link for each wish, all or none; none for a repeat: links are told once. */
  invite(wishes: readonly InvitationWish[], request?: string): Promise<readonly (Invitation & ToldLink)[]>;
  invitations(): Promise<readonly Invitation[]>;
  endInvitation(id: string): Promise<boolean>;
  /** Ends the open links to this account, and those that it made, or that the token `token:NAME` made. */
  endLinksOf(actor: string): Promise<void>;
  /** A link that signs this person in once; null for a repeat. `role`: role of who makes a recovery link. */
  linkFor(
    person: string,
    kind: 'recovery' | 'device',
    by: string,
    role?: string,
    request?: string,
  ): Promise<ToldLink | null>;

  /** Mails a link to the person with this address, if there is one. Takes as long for everyone, and tells nobody. */
  mailLink(email: string): void;
  /** Mails an invitation; false if the venue sends no mail or the server did not take it. */
  mailInvitation(to: string, url: string): Promise<boolean>;
  /** Sends a mail that says that it works; false if the venue sends none. Throws `MailFailed`. */
  testMail(to: string): Promise<boolean>;

  /** Ids of the members whom a digest of this kind reaches, in their order; at most `limit`, after the id `after`. */
  digestReaders(choice: DigestChoice, after: string, limit: number): Promise<readonly string[]>;
  /** Mails a digest. Throws `MailFailed`. */
  mailDigest(person: Person, digest: Digest): Promise<void>;
  /** Ends the digests of the person whose mail had this token. Quiet about one that nobody has. */
  unsubscribe(token: string): Promise<void>;

  groups(): Promise<readonly { readonly name: string; readonly people: number }[]>;
  addGroup(name: string): Promise<void>;

  close(): Promise<void>;
}

/** The store of people cannot be used now: a full disk, a locked file, a database that does not answer. */
export class PeopleUnavailable extends Error {
  override readonly name = 'PeopleUnavailable';
  readonly code = 'people_unavailable';

  constructor(cause?: unknown) {
    super('the store of people cannot be used now', { cause });
  }
}

/** The mail server did not take a mail; the message has its own words. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  /** True if the server refused the receiver or the mail itself for good. */
  readonly isRefused: boolean;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    const { command, responseCode } = (cause ?? {}) as { readonly command?: unknown; readonly responseCode?: unknown };
    this.isRefused = Number(responseCode) >= 500 && (command === 'RCPT TO' || command === 'DATA');
  }
}
