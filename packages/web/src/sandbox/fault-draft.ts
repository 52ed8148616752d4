/** Drafts of faults, converted from form input to the venue's format. Pure. */
import { FAULT_FEEDS, type FaultPreset, type FaultWish } from '@bellwether/contract';
import { type DoingField, type DoingText, doingOf, NEW_DOING } from './doing-draft.ts';
import {
  accountOf,
  type BoundsText,
  boundsOf,
  type DraftedMatch,
  type Feed,
  type MatchField,
  NO_BOUNDS,
  routeOf,
  together,
} from './match-draft.ts';

export const FEEDS: readonly Feed[] = [...FAULT_FEEDS, '*'];

/** Fields that narrow a preset. An empty one keeps the preset's own value. */
export interface PresetText extends BoundsText {
  readonly route: string;
  readonly account: string;
  readonly feed: Feed | '';
}

export const AS_IT_IS: PresetText = { ...NO_BOUNDS, route: '', account: '', feed: '' };

export interface RuleText extends BoundsText, DoingText {
  readonly route: string;
  readonly account: string;
  readonly feed: Feed;
}

export const NEW_RULE: RuleText = { ...NO_BOUNDS, ...NEW_DOING, route: 'POST /order', account: '', feed: 'market' };

export type FaultField = MatchField | DoingField;
export type Problems = Readonly<Partial<Record<FaultField, string>>>;

/** `wish` is null while there are problems. */
export interface Drafted {
  readonly wish: FaultWish | null;
  readonly problems: Problems;
}

export function presetWish(preset: FaultPreset, text: PresetText): Drafted {
  const feed = feedOf(text.feed);
  const { match, seed, problems } = together(boundsOf(text), routeOf(text.route), accountOf(text.account), feed);
  return finished({ preset, match, ...(seed !== undefined && { seed }) }, problems);
}

export function ruleWish(text: RuleText): Drafted {
  const { match, seed, problems } = together(boundsOf(text), placeOf(text));
  const doing = doingOf(text);
  const wish = { match, do: doing.fault, ...(seed !== undefined && { seed }) };
  return finished(wish, { ...problems, ...doing.problems });
}

/** Returns the place of a fault: frames have a feed; requests, trades and orders have an account. */
function placeOf({ of, route, account, feed }: RuleText): DraftedMatch {
  if (of === 'frames') return feedOf(feed);
  return of === 'requests' ? together(routeOf(route), accountOf(account)) : accountOf(account);
}

const feedOf = (feed: Feed | ''): DraftedMatch => ({ match: feed === '' ? {} : { feed }, problems: {} });

const finished = (wish: FaultWish, problems: Problems): Drafted => ({
  wish: Object.keys(problems).length === 0 ? wish : null,
  problems,
});
