/** Reads a person from verified claims, and decides whether the venue accepts them. */
import type { ProviderSettings } from './settings.ts';

export type RawClaims = Readonly<Record<string, unknown>>;

/** Rights of a person as the provider describes them. */
export interface Claims {
  /** Null if the provider does not decide groups. */
  readonly groups: readonly string[] | null;
  /** Role to have; '' if the claims name none, null if the provider does not decide roles. */
  readonly role: string | null;
}

/** Reasons for which a person cannot come in; the page words them. */
export type ClaimsRefusal = 'email_missing' | 'email_unverified' | 'email_domain';

/** Roles from the widest right to the narrowest: the widest of several wins. */
const WIDEST_FIRST = ['owner', 'operator', 'editor', 'moderator', 'auditor', 'trader'];
const MAX_GROUPS = 100;
const MAX_GROUP_NAME = 60;
const MAX_NAME = 80;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Values of a claim that is a text, a list of texts, or absent. */
function valuesOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(list.map(textOf).filter((text) => text !== ''))].slice(0, MAX_GROUPS);
}

/** The name as the venue writes names of groups: paths and signs of the provider's become spaces. */
const groupName = (value: string): string =>
  value
    .replace(/[^\p{L}\p{N}._&+-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, MAX_GROUP_NAME)
    .trim();

function roleOf(settings: ProviderSettings, values: readonly string[]): string | null {
  const { roles } = settings;
  if (roles === null) return null;
  const wanted = new Set(values.map((value) => roles.get(value)));
  return WIDEST_FIRST.find((role) => wanted.has(role)) ?? '';
}

const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** A name as one may type it: one line without invisible characters. */
const nameOf = (value: unknown): string => textOf(textOf(value).replace(UNSEEN, ' '));

/** Address and name that every provider says of a person: unchecked. */
export function profileOf(raw: RawClaims) {
  const email = textOf(raw['email']).toLowerCase();
  const name = nameOf(raw['name']) || nameOf(raw['preferred_username']) || email.slice(0, email.lastIndexOf('@'));
  // Some providers send the flag as text.
  const verified = raw['email_verified'] === true || raw['email_verified'] === 'true';
  return { email, verified, name: name.slice(0, MAX_NAME).replace(/\p{Cs}$/u, '') };
}

export function readClaims(raw: RawClaims, settings: ProviderSettings): Claims | ClaimsRefusal {
  const { email, verified } = profileOf(raw);
  const at = email.lastIndexOf('@');
  if (at < 1) return 'email_missing';
  if (!verified) return 'email_unverified';
  if (settings.domains.length > 0 && !settings.domains.includes(email.slice(at + 1))) return 'email_domain';
  const values = settings.groupsClaim === null ? [] : valuesOf(raw[settings.groupsClaim]);
  const groups = [...new Set(values.map(groupName).filter((group) => group !== ''))];
  return {
    groups: settings.groupsClaim === null ? null : groups,
    role: roleOf(settings, [...valuesOf(raw['roles']), ...values]),
  };
}
