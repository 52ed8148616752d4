/** Search parameters of the operator pages. Pure. */

/** Filters for events with their button labels; see `GET /admin/events`. */
export const EVENT_STATUSES = [
  ['all', 'All'],
  ['unresolved', 'Needs a result'],
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['hidden', 'Hidden'],
] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number][0];

interface OperateSearch {
  readonly event?: string;
  /** Filter of the event list; all events if undefined. */
  readonly status?: Exclude<EventStatus, 'all'>;
  /** Slug of the event that a new one copies. */
  readonly copy?: string;
  /** Id of the suggestion that a new event is made of. */
  readonly suggestion?: string;
}

export function readOperateSearch(search: Readonly<Record<string, unknown>>): OperateSearch {
  const { event, status, copy, suggestion } = search;
  const known = EVENT_STATUSES.find(([value]) => value === status)?.[0];
  return {
    ...(typeof event === 'string' && event !== '' && { event }),
    ...(typeof copy === 'string' && copy !== '' && { copy }),
    ...(/^[1-9][0-9]*$/.test(String(suggestion)) && { suggestion: String(suggestion) }),
    ...(known !== undefined && known !== 'all' && { status: known }),
  };
}
