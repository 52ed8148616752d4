/** Draft of a new event: the validation of each step, and the request body that creates it. Pure. */
import { LABEL_LENGTH_MAX, TEXT_LENGTH_MAX, TITLE_LENGTH_MAX, URL_LENGTH_MAX } from '@bellwether/contract';
import type { EventDraft, MarketDraft, Problems } from './draft-shape.ts';
import { houseBody, houseProblems } from './house-draft.ts';
import { numericBody, numericProblems } from './numeric-draft.ts';
import * as rules from './rules.ts';

/** Maximum number of markets on this page; the API accepts more. */
export const MARKETS_MAX = 50;

export function draftSlug({ slug, title }: EventDraft): string {
  return slug === '' ? rules.slugFrom(title) : slug;
}

/** Validates the first step. The end must be after `nowMs`. */
export function eventProblems(draft: EventDraft, nowMs: number): Problems {
  const slug = draftSlug(draft);
  return found({
    title: rules.requiredProblem('the title', draft.title, TITLE_LENGTH_MAX),
    slug: draft.title.trim() === '' && draft.slug === '' ? null : rules.slugProblem(slug),
    description: rules.requiredProblem('the rules: when does it resolve to what', draft.description, TEXT_LENGTH_MAX),
    resolutionSource: rules.requiredProblem('who or what decides it', draft.resolutionSource, URL_LENGTH_MAX),
    image: rules.pictureProblem(draft.image),
    endLocal: endProblem(draft, nowMs),
    tags: draft.tags.some((tag) => tag.length > LABEL_LENGTH_MAX)
      ? `A tag has at most ${LABEL_LENGTH_MAX} characters.`
      : null,
    series: rules.lengthProblem(draft.series, LABEL_LENGTH_MAX),
  });
}

function endProblem({ startLocal, endLocal }: EventDraft, nowMs: number): string | null {
  const end = Date.parse(rules.isoOfLocal(endLocal));
  if (Number.isNaN(end)) return 'Enter when it ends.';
  if (end <= nowMs) return 'The end has to lie ahead.';
  const start = Date.parse(rules.isoOfLocal(startLocal));
  return !Number.isNaN(start) && start >= end ? 'The end has to come after the start.' : null;
}

/** The question of a market; without one it is that of the event about its answer. */
export function questionOf({ title, markets }: EventDraft, { question, label }: MarketDraft): string {
  return question.trim() || (markets.length > 1 && label.trim() !== '' ? `${title.trim()} ${label.trim()}` : '');
}

export function marketsProblems(draft: EventDraft): Problems {
  const { markets, negRisk, kind } = draft;
  if (kind !== 'answers') return found({ ...numericProblems(draft), ...houseProblems(draft) });
  const problems: Record<string, string | null> = {
    markets:
      negRisk && markets.length < 2
        ? 'A negative-risk event needs two markets or more: exactly one of them wins.'
        : markets.length > MARKETS_MAX
          ? `At most ${MARKETS_MAX} markets here.`
          : null,
    ...houseProblems(draft),
  };
  const questions = new Set<string>();
  for (const market of markets) {
    const { key, label, outcomes } = market;
    const question = questionOf(draft, market);
    const text = question.toLowerCase();
    const isTwice = text !== '' && questions.has(text);
    questions.add(text);
    problems[`market ${key} question`] = isTwice
      ? 'Another market asks the same.'
      : rules.requiredProblem('the question', question, TITLE_LENGTH_MAX);
    problems[`market ${key} label`] =
      markets.length > 1
        ? rules.requiredProblem('a short name, to tell the markets apart', label, LABEL_LENGTH_MAX)
        : rules.lengthProblem(label, LABEL_LENGTH_MAX);
    problems[`market ${key} outcomes`] = outcomesProblem(outcomes);
  }
  return found(problems);
}

function outcomesProblem([first, second]: readonly [string, string]): string | null {
  const labels = [first.trim(), second.trim()];
  if (labels.includes('')) return 'Both outcomes need a name.';
  if (labels[0] === labels[1]) return 'The outcomes need different names.';
  return rules.lengthProblem(first, LABEL_LENGTH_MAX) ?? rules.lengthProblem(second, LABEL_LENGTH_MAX);
}

export function termsProblems(draft: EventDraft, nowMs: number): Problems {
  const { minimumSize, fee, openLocal, closeLocal } = draft;
  const isPast = Date.parse(rules.isoOfLocal(closeLocal)) <= nowMs;
  const opens = Date.parse(rules.isoOfLocal(openLocal));
  return found({
    minimumSize: rules.minimumSizeProblem(minimumSize),
    fee: rules.feeProblem(fee),
    closeLocal: isPast ? 'The end of trading has to lie ahead.' : null,
    openLocal: opens >= Date.parse(tradingEndOf(draft)) ? 'Trading has to open before it ends.' : null,
  });
}

/** When trading ends, in ISO 8601; '' if it ends with the result. */
export function tradingEndOf({ closeLocal, endLocal, tradesOn }: EventDraft): string {
  if (closeLocal !== '') return rules.isoOfLocal(closeLocal);
  return tradesOn ? '' : rules.isoOfLocal(endLocal);
}

export function found(problems: Readonly<Record<string, string | null>>): Problems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Returns the body of `POST /admin/events`. The slug is always set, so a retry never creates a second event. */
export function eventBody(draft: EventDraft): Record<string, unknown> {
  const image = draft.image.trim();
  const startDate = rules.isoOfLocal(draft.startLocal);
  const openTime = rules.isoOfLocal(draft.openLocal);
  const terms = {
    orderPriceMinTickSize: Number(draft.tick),
    orderMinSize: rules.plainDecimal(draft.minimumSize),
    takerBaseFee: rules.readRate(draft.fee) ?? 0,
  };
  return {
    title: draft.title.trim(),
    slug: draftSlug(draft),
    description: draft.description.trim(),
    resolutionSource: draft.resolutionSource.trim(),
    endDate: rules.isoOfLocal(draft.endLocal),
    closeTime: tradingEndOf(draft) || null,
    ...(openTime !== '' && { openTime }),
    ...(image !== '' && { image, icon: image }),
    ...(startDate !== '' && { startDate }),
    ...(draft.tags.length > 0 && { tags: draft.tags }),
    ...(draft.series.trim() !== '' && { series: [draft.series.trim()] }),
    ...(draft.kind === 'answers'
      ? {
          negRisk: draft.negRisk,
          markets: draft.markets.map((market) => ({
            question: questionOf(draft, market),
            groupItemTitle: market.label.trim(),
            outcomes: market.outcomes.map((outcome) => outcome.trim()),
            ...terms,
          })),
        }
      : { numeric: { ...numericBody(draft), ...terms } }),
    ...houseBody(draft),
  };
}

/** Splits comma-separated text into tags, trimmed and without duplicates. */
export function readTags(text: string): readonly string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(',')) {
    const tag = part.trim();
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}
