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
}

export function readOperateSearch({ event, status }: Readonly<Record<string, unknown>>): OperateSearch {
  const known = EVENT_STATUSES.find(([value]) => value === status)?.[0];
  return {
    ...(typeof event === 'string' && event !== '' && { event }),
    ...(known !== undefined && known !== 'all' && { status: known }),
  };
}
