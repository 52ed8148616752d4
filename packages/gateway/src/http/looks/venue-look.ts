/** The looks in force: the log's, and the configuration's where the log says nothing. Everything reads them here. */
import { hash } from 'node:crypto';
import type { ShownLooks, Venue } from '@bellwether/contract';
import { LOOKS_FIELDS, type Looks } from '@bellwether/engine';
import type { AppDependencies } from '../dependencies.ts';

/** Looks as the configuration gives them, and as they hold: each field has a value. */
export type LooksInForce = { readonly [Field in keyof Looks]: string };
export type VenueLook = LooksInForce & Pick<Venue, 'join' | 'reads'>;

export function venueLook({ settings, view }: Pick<AppDependencies, 'settings' | 'view'>): VenueLook {
  const { looks } = view.state;
  const inForce = LOOKS_FIELDS.map((field) => [field, looks[field] ?? settings[field]] as const);
  const { join, reads } = settings;
  return { ...(Object.fromEntries(inForce) as LooksInForce), join, reads };
}

export const LOGO_PATH = '/app/logo';
export const TERMS_PATH = '/app/terms.txt';

/** A part of the looks that has an address of its own. */
export interface LooksFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly tag: string;
}

/** Remembers the last one: decoding and hashing it for every page would cost more than the page. */
function remembered(decode: (value: string) => Omit<LooksFile, 'tag'> | null) {
  let last: readonly [value: string, file: LooksFile | null] = ['', null];
  return (value: string): LooksFile | null => {
    if (value === '') return null;
    if (value === last[0]) return last[1];
    const file = decode(value);
    last = [value, file && { ...file, tag: hash('sha256', file.bytes, 'base64url').slice(0, 16) }];
    return last[1];
  };
}

/** Null if there is none. */
export const logoOf = remembered((logo) => {
  const [, type, base64 = ''] = /^data:(image\/[a-z+]+);base64,(.*)$/.exec(logo) ?? [];
  return type === undefined ? null : { type, bytes: Buffer.from(base64, 'base64') };
});
export const termsOf = remembered((terms) => ({ type: 'text/plain; charset=utf-8', bytes: Buffer.from(terms) }));

const addressOf = (path: string, file: LooksFile | null): string => (file === null ? '' : `${path}?v=${file.tag}`);

/** Looks as clients see them: logo and terms by their addresses, which change with them. */
export function shownLooks({ accent, logo, welcome, terms }: LooksInForce): ShownLooks {
  return {
    ...{ accent, welcome, logo: addressOf(LOGO_PATH, logoOf(logo)) },
    terms: addressOf(TERMS_PATH, termsOf(terms)),
  };
}
