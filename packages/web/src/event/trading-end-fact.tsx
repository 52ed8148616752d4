/** Show when trading opens and ends. Each renders nothing without such a time. */
import { formatMoment } from '../format/time.ts';
import { Icon } from '../ui/icon.tsx';
import { useTradingEnd } from '../venue/trading-end.ts';

export function TradingEndFact({
  closeTime,
  isOver,
}: {
  readonly closeTime: string;
  /** True if the venue no longer takes orders. */
  readonly isOver: boolean;
}) {
  const { text, hasEnded } = useTradingEnd(closeTime);
  // A market that was closed or resolved early did not end at its closing time.
  if (text === '' || (isOver && !hasEnded)) return null;
  return (
    <span className='row'>
      <Icon name='clock' size={14} />
      {text}
    </span>
  );
}

export function TradingOpenFact({ openTime }: { readonly openTime: string }) {
  if (openTime === '') return null;
  return (
    <span className='row'>
      <Icon name='clock' size={14} />
      Trading opens {formatMoment(openTime)}
    </span>
  );
}
