/** Other events of the same series and of the same topic. */
import type { Event } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatPercent } from '../format/numbers.ts';
import { endOf, formatDate } from '../format/time.ts';
import { Mark } from '../ui/mark.tsx';
import { Panel } from '../ui/panel.tsx';
import { byChance, eventRows } from '../venue/market-model.ts';
import { eventsOfSeriesQuery, eventsOfTagQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

const SHOWN_MAX = 5;

export function RelatedEvents({ event }: { readonly event: Event }) {
  const [series] = event.series;
  const [tag] = event.tags;
  return (
    <>
      {series !== undefined && <SeriesEvents event={event} id={series.id} title={series.title} />}
      {tag !== undefined && <TagEvents event={event} slug={tag.slug} label={tag.label} />}
    </>
  );
}

function SeriesEvents({ event, id, title }: { readonly event: Event; readonly id: string; readonly title: string }) {
  const { data = [] } = useQuery(eventsOfSeriesQuery(useClient(), id));
  return <EventLinks title={title} events={data.filter((other) => other.id !== event.id)} note='date' />;
}

function TagEvents({ event, slug, label }: { readonly event: Event; readonly slug: string; readonly label: string }) {
  const { data = [] } = useQuery(eventsOfTagQuery(useClient(), slug));
  const seriesId = event.series[0]?.id;
  const others = data.filter(
    ({ id, series }) => id !== event.id && (seriesId === undefined || series[0]?.id !== seriesId),
  );
  return <EventLinks title={`More in ${label}`} events={others.slice(0, SHOWN_MAX)} note='leader' />;
}

interface EventLinksProps {
  readonly title: string;
  readonly events: readonly Event[];
  readonly note: 'date' | 'leader';
}

function EventLinks({ title, events, note }: EventLinksProps) {
  if (events.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className='event-links'>
        {events.map((event) => (
          <li key={event.id}>
            <Link to='/event/$slug' params={{ slug: event.slug }} className='row gap-3 rounded event-links__link plain'>
              <Mark id={event.slug} image={event.image || event.icon} size={32} />
              <span className='stack gap-0'>
                <span className='event-links__title'>{event.title}</span>
                <span className='small faint numeric'>
                  {note === 'date' ? formatDate(endOf(event.endDate)) : leader(event)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Returns `Lisbon 32%`, or only the chance if the event has one market; empty if no price is known. */
function leader(event: Event): string {
  const [first, ...others] = [...eventRows(event)].sort(byChance);
  const [price = null] = first?.prices ?? [];
  if (first === undefined || price === null) return '';
  return others.length === 0 ? `${formatPercent(price)} chance` : `${first.label} ${formatPercent(price)}`;
}
