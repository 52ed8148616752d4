/**
 * Fills in missing parts of an admin's catalog request: ids, slugs, token ids, dates. Random bytes and time come from
 * the caller and end up in the command, so that replaying the journal gives the same names.
 */

import { slugOf, TAG_FIELDS } from '@bellwether/contract';
import { type CatalogId, type ConditionId, conditionId, type State, type TokenId, tokenId } from '@bellwether/engine';
import type { Fields } from './fields.ts';

/** Start of the message about a slug or id that is already taken. */
export const IN_USE = 'already in use: ';

export interface CatalogInputContext {
  /** Unix milliseconds. */
  readonly nowMs: number;
  randomBytes(count: number): Uint8Array;
  /** False where markets have one version only, so that none can be named. */
  readonly hasVersions?: boolean;
  /** Current state of the venue, for slugs and ids in use. */
  readonly state: Readonly<State>;
}

/** Names assigned within one request, in addition to the venue's. */
export class CatalogNames {
  readonly #context: CatalogInputContext;
  readonly #taken = new Set<string>();
  /** Current time in ISO 8601. */
  readonly now: string;

  constructor(context: CatalogInputContext) {
    this.#context = context;
    this.now = new Date(context.nowMs).toISOString();
  }

  #hex(count: number): string {
    return Buffer.from(this.#context.randomBytes(count)).toString('hex');
  }

  /** `0x` and 64 random hex digits. */
  hash(): string {
    return `0x${this.#hex(32)}`;
  }

  conditionId(): ConditionId {
    return conditionId(this.hash());
  }

  /** Two random 256-bit numbers in decimal. */
  tokenIds(): readonly [TokenId, TokenId] {
    return [tokenId(BigInt(this.hash()).toString()), tokenId(BigInt(this.hash()).toString())];
  }

  /** The given slug if free (otherwise refused), or one made from `label` with -2, -3, … until it is free. */
  slug(fields: Fields, label: string, kind: 'event' | 'market' | 'tag' | 'series'): string {
    const known = this.#known(kind);
    const taken = (slug: string) => known.has(slug) || this.#taken.has(`${kind}/slug/${slug}`);
    const given = fields.read(TAG_FIELDS, 'slug');
    if (given !== '' && taken(given)) fields.fail('slug', `${IN_USE}${given}`);
    let slug = given;
    if (slug === '') {
      const stem = slugOf(label) || `${kind}-${this.#hex(4)}`;
      slug = stem;
      for (let n = 2; taken(slug); n++) slug = `${stem}-${n}`;
    }
    this.#taken.add(`${kind}/slug/${slug}`);
    return slug;
  }

  /** Refuses an id, condition id or token id that the venue or this request already uses. */
  claim(fields: Fields, name: string, kind: 'event' | 'market' | 'condition' | 'token', id: string | CatalogId): void {
    const { state } = this.#context;
    const key = `${kind}/id/${id}`;
    const inUse =
      this.#taken.has(key) ||
      (kind === 'event' && state.catalogEvents.has(id as CatalogId)) ||
      (kind === 'market' && state.marketsByCatalogId.has(id as CatalogId)) ||
      (kind === 'condition' && state.marketsByCondition.has(id as ConditionId)) ||
      (kind === 'token' && state.tokens.has(id as TokenId));
    if (inUse) fields.fail(name, `${IN_USE}${id}`);
    this.#taken.add(key);
  }

  #known(kind: 'event' | 'market' | 'tag' | 'series'): ReadonlyMap<string, unknown> {
    const { state } = this.#context;
    if (kind === 'event') return state.catalogEventsBySlug;
    if (kind === 'market') return state.marketsBySlug;
    return kind === 'tag' ? state.tagsBySlug : state.seriesBySlug;
  }

  isKnown(kind: 'tag' | 'series', slug: string): boolean {
    return this.#known(kind).has(slug);
  }
}
