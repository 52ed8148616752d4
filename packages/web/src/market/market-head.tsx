/** Header of the market page: the question, its current chance, and a banner unless it is simply open. */
import type { Event } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { useNow } from '../clock/clock-context.tsx';
import { endWord } from '../event/ends.ts';
import { TradingEndFact, TradingOpenFact } from '../event/trading-end-fact.tsx';
import { fromMicros } from '../format/decimal.ts';
import { formatCents, formatCompactMoney, formatMoney, formatRate } from '../format/numbers.ts';
import { formatDate, formatMoment } from '../format/time.ts';
import { HouseNote } from '../house/house-mark.tsx';
import { useLivePrice } from '../live/live-context.tsx';
import { ProposalBanner, ReversalBanner } from '../results/result-banner.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { Percent } from '../ui/figures.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { labelsOf, type Market, takesTrades } from '../venue/market-model.ts';
import { resultWords } from '../venue/result-words.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { WatchButton } from '../watch/watch-button.tsx';

export function MarketHead({ market, event }: { readonly market: Market; readonly event: Event | undefined }) {
  const [first] = market.outcomes;
  const price = useLivePrice(first.tokenId, first.price, market.hasEnded);
  const own = event?.markets.find(({ conditionId }) => conditionId === market.conditionId);
  const isOver = !takesTrades(market);
  const now = useNow(60_000);
  const { hasEnded } = useTradingEnd(market.closeTime);
  // Trading may end by the clock long before the question is decided.
  const isDecided = isOver && market.status !== 'proposed' && !(market.status === 'closed' && hasEnded);
  return (
    <header className='row gap-4 market-head'>
      <Mark id={market.eventSlug || market.slug} image={market.image} size={56} />
      <div className='stack market-head__text'>
        {market.eventSlug !== '' && (
          <Link
            to='/event/$slug'
            params={{ slug: market.eventSlug }}
            className='small semi inline-row market-head__event'
          >
            <Icon name='back' size={14} />
            {market.eventTitle === market.question ? 'Rules, timeline and related events' : market.eventTitle}
          </Link>
        )}
        <h1>{market.question}</h1>
        <p className='row wrap small faint event-head__meta numeric'>
          {own === undefined ? (
            market.eventSlug !== '' && <Skeleton width={150} height={20} />
          ) : (
            <>
              <span>{formatCompactMoney(own.volumeNum)} volume</span>
              <span>{formatCompactMoney(own.volume24hr)} in 24 h</span>
            </>
          )}
          <TradingOpenFact openTime={market.openTime} />
          <TradingEndFact closeTime={market.closeTime} isOver={isOver} />
          {market.endDate !== '' && market.endDate !== market.closeTime && (
            <span className='row'>
              <Icon name='clock' size={14} />
              {endWord(market.endDate, isDecided, now)} {formatDate(market.endDate)}
            </span>
          )}
          <FeeFact feeBps={market.feeBps} />
        </p>
        {event !== undefined && <HouseNote event={event} />}
        <div className='wrap gap-2 flex'>
          <WatchButton event={market.eventSlug} market={market.slug} title={market.question} isNamed />
          <ShareButton title={market.question} path={`/market/${market.slug}`} embedded={market.slug} />
        </div>
      </div>
      <p className='stack gap-0 market-head__price'>
        <Percent price={isOver ? first.price : price} className='market-head__percent' />
        <span className='small faint'>
          {market.status === 'resolved' ? 'final price' : 'chance'} of {first.label}
        </span>
      </p>
    </header>
  );
}

/** Fee rate and maximum fee per share, which applies at 50 cents, where price × (1 − price) is a quarter. */
function FeeFact({ feeBps }: { readonly feeBps: number }) {
  if (feeBps === 0) return <span>No fee</span>;
  const most = formatCents(fromMicros(BigInt(feeBps) * 25n));
  return (
    <span title='Shares × rate × price × (1 − price), paid by the order that takes from the book. Orders that rest in it pay none.'>
      Taker fee {formatRate(feeBps)} × price × (1 − price), at most {most} a share
    </span>
  );
}

interface Notice {
  readonly icon: IconName;
  readonly tone: 'good' | 'warn';
  readonly title: string;
  readonly text: string;
}

export function StatusBanner({ market }: { readonly market: Market }) {
  const { conditionId, status, proposal, reversal } = market;
  const notice = noticeOf(market);
  return (
    <div className='stack gap-2'>
      <div role='status'>
        {notice !== null && (
          <p className={`row wrap pad rounded status-banner status-banner--${notice.tone}`}>
            <Icon name={notice.icon} />
            <strong>{notice.title}</strong>
            <span>{notice.text}</span>
          </p>
        )}
      </div>
      {proposal !== null && status === 'proposed' && (
        <ProposalBanner {...{ conditionId, proposal }} words={resultWords(proposal, labelsOf(market))} />
      )}
      {reversal !== null && <ReversalBanner reversal={reversal} />}
    </div>
  );
}

function noticeOf({ status, outcomes, openTime, isRefunded }: Market): Notice | null {
  if (status === 'open' || status === 'proposed') return null;
  if (status === 'unopened') {
    const text = `Orders are taken from ${formatMoment(openTime)} on.`;
    return { icon: 'clock', tone: 'warn', title: 'Not open yet', text };
  }
  if (status === 'paused')
    return { icon: 'clock', tone: 'warn', title: 'Paused', text: 'No orders are taken for now.' };
  if (status === 'closed') {
    const text = 'Trading has ended; the result is not in yet.';
    return { icon: 'clock', tone: 'warn', title: 'Awaiting resolution', text };
  }
  if (isRefunded) {
    const text =
      status === 'resolving'
        ? 'Accounts are being refunded.'
        : 'Each account got back what this question cost it, fees included.';
    return { icon: 'check', tone: 'good', title: 'Refunded', text };
  }
  const winner = outcomes.find(({ isWinner }) => isWinner);
  const title = winner === undefined ? 'Resolved' : `Resolved: ${winner.label}`;
  const paid = (winner === undefined ? outcomes : [{ ...winner, price: '1' }])
    .map(({ label, price }) => `${label} share paid ${formatMoney(price ?? '')}`)
    .join(', each ');
  return {
    icon: 'check',
    tone: 'good',
    title,
    text: status === 'resolving' ? 'Holders are being paid.' : `Each ${paid}.`,
  };
}
