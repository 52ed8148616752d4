/**
 * The catalog as it will be after a command, while the command is being decided: ids and slugs taken by the state or by
 * earlier items of the same command. Does not change the state.
 */
import type { AddToCatalog } from '../command.ts';
import type { MarketDefinition } from '../market/definition.ts';
import { type Reject, reject } from '../reject.ts';
import type { State } from '../state.ts';
import { type CatalogId, type ConditionId, catalogId, type TokenId } from '../units/units.ts';

export type CatalogKind = 'tag' | 'series' | 'event';

/** An item of the command contradicts known data, or breaks a rule. */
export class Conflict {
  readonly reject: Reject;

  constructor(reason: string, code: 'catalog_conflict' | 'catalog_invalid' = 'catalog_conflict') {
    this.reject = reject(code, { reason });
  }
}

/** An item of the command breaks a rule. */
export const invalid = (reason: string): Conflict => new Conflict(reason, 'catalog_invalid');

interface TakenNames {
  readonly slugs: ReadonlyMap<string, CatalogId>;
  hasId(id: CatalogId): boolean;
  readonly newSlugs: Map<string, CatalogId>;
  readonly newIds: Set<CatalogId>;
  last: number;
}

export class CatalogDraft {
  readonly #state: Readonly<State>;
  readonly #taken: Readonly<Record<CatalogKind, TakenNames>>;
  readonly #conditions = new Map<ConditionId, MarketDefinition>();
  readonly #tokens = new Set<TokenId>();
  readonly #marketIds = new Set<CatalogId>();
  readonly #marketSlugs = new Set<string>();
  #lastMarketId: number;
  #nextMarketIndex: number;

  constructor(state: Readonly<State>, command: AddToCatalog) {
    this.#state = state;
    const highest = (last: number, items: readonly { readonly id: CatalogId | null }[]) =>
      items.reduce((most, item) => Math.max(most, item.id ?? 0), last);
    const { lastCatalogIds: last } = state;
    const events = command.events.map((item) => item.event);
    // Assigned ids start above every id in the command, so that later explicit ids are still free.
    this.#taken = {
      tag: taken(state.tagsBySlug, state.tagSlugs, highest(last.tag, command.tags)),
      series: taken(state.seriesBySlug, state.seriesSlugs, highest(last.series, command.series)),
      event: taken(state.catalogEventsBySlug, state.catalogEvents, highest(last.event, events)),
    };
    const markets = [...command.markets, ...command.events.flatMap((item) => item.markets)];
    this.#lastMarketId = highest(last.market, markets);
    this.#nextMarketIndex = state.markets.length;
  }

  /** The id for adding the item, null if it is already known, or a conflict. */
  claim(kind: CatalogKind, id: CatalogId | null, slug: string): CatalogId | null | Conflict {
    const known = this.idOf(kind, slug);
    if (known !== null) {
      // Tags and series are only labels: an imported one joins the existing one with the same slug. An event with
      // another id is a different event.
      const same = id === null || id === known || kind !== 'event';
      return same ? null : new Conflict(`${kind} ${slug} has id ${known}, not ${id}`);
    }
    const taken = this.#taken[kind];
    if (id !== null && (taken.hasId(id) || taken.newIds.has(id)))
      return new Conflict(`${kind} id ${id} belongs to another slug than ${slug}`);
    const claimed = id ?? catalogId(++taken.last);
    taken.newSlugs.set(slug, claimed);
    taken.newIds.add(claimed);
    return claimed;
  }

  idOf(kind: CatalogKind, slug: string): CatalogId | null {
    const taken = this.#taken[kind];
    return taken.slugs.get(slug) ?? taken.newSlugs.get(slug) ?? null;
  }

  /** The public id for adding the market, null if its condition is already known, or a conflict. */
  claimMarket(definition: MarketDefinition): CatalogId | null | Conflict {
    const { conditionId, tokenIds, id, slug } = definition;
    const known = this.#state.marketsByCondition.get(conditionId);
    const tokens =
      known === undefined ? this.#conditions.get(conditionId)?.tokenIds : this.#state.markets[known]?.tokenIds;
    if (tokens !== undefined) {
      const same = tokens[0] === tokenIds[0] && tokens[1] === tokenIds[1];
      return same ? null : new Conflict(`market ${conditionId} is known with other token ids`);
    }
    for (const token of tokenIds) {
      if (this.#state.tokens.has(token) || this.#tokens.has(token))
        return new Conflict(`token ${token} belongs to another market than ${conditionId}`);
    }
    if (id !== null && (this.#state.marketsByCatalogId.has(id) || this.#marketIds.has(id))) {
      return new Conflict(`market id ${id} belongs to another condition than ${conditionId}`);
    }
    if (this.#state.marketsBySlug.has(slug) || this.#marketSlugs.has(slug))
      return new Conflict(`market slug ${slug} is taken`);
    const claimed = id ?? catalogId(++this.#lastMarketId);
    this.#conditions.set(conditionId, definition);
    for (const token of tokenIds) this.#tokens.add(token);
    this.#marketIds.add(claimed);
    this.#marketSlugs.add(slug);
    return claimed;
  }

  takeMarketIndex(): number {
    return this.#nextMarketIndex++;
  }
}

function taken(slugs: ReadonlyMap<string, CatalogId>, ids: ReadonlyMap<CatalogId, unknown>, last: number): TakenNames {
  return { slugs, hasId: (id) => ids.has(id), newSlugs: new Map(), newIds: new Set(), last };
}
