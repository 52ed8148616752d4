/** What a head says of the end of trading; nothing where the exchange ends none by the clock. */
import { Icon } from '../ui/icon.tsx';
import { useTradingEnd } from '../venue/trading-end.ts';

export function TradingEndFact({
  closeTime,
  isOver,
}: {
  readonly closeTime: string;
  /** The venue takes no orders any more. */
  readonly isOver: boolean;
}) {
  const { text, hasEnded } = useTradingEnd(closeTime);
  // What was closed or resolved before its time did not end then.
  if (text === '' || (isOver && !hasEnded)) return null;
  return (
    <span className='row'>
      <Icon name='clock' size={14} />
      {text}
    </span>
  );
}
