/** Header of the event page. */
import type { Event } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { useNow } from '../clock/clock-context.tsx';
import { formatCompactMoney } from '../format/numbers.ts';
import { endOf, formatDate } from '../format/time.ts';
import { ShareButton } from '../share/share-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { WatchButton } from '../watch/watch-button.tsx';
import { endOfTrading, endWord } from './ends.ts';
import { TradingEndFact } from './trading-end-fact.tsx';

export function EventHead({ event }: { readonly event: Event }) {
  const closeTime = endOfTrading(event.markets);
  const now = useNow(60_000);
  return (
    <header className='row gap-4 all-columns event-head'>
      <Mark id={event.slug} image={event.image || event.icon} size={64} />
      <div className='stack gap-2'>
        <ul className='wrap gap-1 flex'>
          {event.tags.map(({ id, slug, label }) => (
            <li key={id}>
              <Link to='/' search={{ tag: slug }} className='badge'>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <h1>{event.title}</h1>
        <p className='row wrap small faint event-head__meta numeric'>
          <span>{formatCompactMoney(event.volume)} volume</span>
          <span>{formatCompactMoney(event.volume24hr)} in 24 h</span>
          <span>{formatCompactMoney(event.liquidity)} liquidity</span>
          <TradingEndFact closeTime={closeTime} isOver={event.markets.every(({ closed }) => closed)} />
          {endOf(event.endDate) !== '' && event.endDate !== closeTime && (
            <span className='row'>
              <Icon name='clock' size={14} />
              {endWord(event.endDate, event.closed, now)} {formatDate(event.endDate)}
            </span>
          )}
          {event.negRisk && (
            <span className='badge badge--accent' title='At most one of these markets resolves to Yes'>
              One winner
            </span>
          )}
        </p>
        <div className='wrap gap-2 flex'>
          <WatchButton event={event.slug} title={event.title} isNamed />
          <ShareButton title={event.title} path={`/event/${event.slug}`} />
        </div>
      </div>
    </header>
  );
}
