/** The filters of the market listing as SQL conditions on `markets as m`. */
import { type RawBuilder, sql } from 'kysely';

/** What a listing is restricted to; all given conditions hold together. */
export interface MarketFilter {
  readonly active?: boolean;
  readonly closed?: boolean;
  readonly archived?: boolean;
  readonly tagSlug?: string;
  readonly tagId?: number;
  readonly eventId?: number;
  readonly eventSlug?: string;
  /** Lower-case. */
  readonly conditionId?: string;
  readonly slug?: string;
  /** Lower-case address or site identifier: only what is available there. */
  readonly creator?: string;
}

type Condition = RawBuilder<boolean>;

/**
 * All conditions joined by AND. `flagsLead`: rows come in order of id, in which the flags' indexes end, so one of them
 * may drive the search; otherwise a unary plus keeps them from being preferred to the index that gives the order.
 */
export function marketConditions(filter: MarketFilter, flagsLead: boolean): Condition {
  const { tagSlug, tagId, eventId, eventSlug, conditionId, slug, creator } = filter;
  const selective = [tagSlug, tagId, eventId, eventSlug, conditionId, slug].some((value) => value !== undefined);
  const conditions: Condition[] = flagConditions(filter, flagsLead && !selective);
  if (eventId !== undefined) conditions.push(sql`m.event = ${eventId}`);
  if (eventSlug !== undefined)
    conditions.push(sql`m.event = (select e.id from events as e where e.slug = ${eventSlug})`);
  if (conditionId !== undefined) conditions.push(sql`m.condition_id = ${conditionId}`);
  if (slug !== undefined) conditions.push(sql`m.slug = ${slug}`);
  if (tagSlug !== undefined) {
    conditions.push(sql`m.id in (select t.id from market_tags as t where t.slug = ${tagSlug})`);
  }
  if (tagId !== undefined) {
    conditions.push(sql`m.id in (select t.id from market_tags as t
      where t.slug = (select tags.slug from tags where tags.id = ${tagId}))`);
  }
  if (creator !== undefined) {
    conditions.push(sql`(m.everywhere = 1 or exists (select 1 from event_sites as site
      where site.event = m.event and site.site = ${creator}))`);
  }
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
}

function flagConditions(filter: MarketFilter, leading: boolean): Condition[] {
  const conditions: Condition[] = [];
  for (const name of ['active', 'closed', 'archived'] as const) {
    const wanted = filter[name];
    if (wanted === undefined) continue;
    const column = sql.ref(`m.${name}`);
    conditions.push(sql`${leading ? column : sql`+${column}`} = ${wanted ? 1 : 0}`);
  }
  return conditions;
}
