/** The ticket on an event page, for the market the user chose or else the leading one. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TradePlace } from '../ticket/trade-place.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ONE_COLUMN, useMedia } from '../ui/use-media.ts';
import { afterClose, type EventRow, type Market, marketOf } from '../venue/market-model.ts';
import { marketQuery } from '../venue/queries.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { useClient } from '../venue/venue-context.tsx';

interface EventTicketProps {
  readonly row: EventRow;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  /** Counter that increases whenever the user chooses a price. */
  readonly calls: number;
  readonly isOnly: boolean;
}

export function EventTicket(props: EventTicketProps) {
  const { data } = useQuery(marketQuery(useClient(), props.row.slug));
  const isNarrow = useMedia(ONE_COLUMN);
  const market = useMemo(() => (data === undefined ? null : marketOf(data)), [data]);
  if (market === null) return isNarrow ? null : <Skeleton height={360} />;
  return <OpenTicket key={market.conditionId} {...props} market={market} />;
}

function OpenTicket({
  market: read,
  row,
  outcome,
  onOutcome,
  calls,
  isOnly,
}: EventTicketProps & { readonly market: Market }) {
  const { hasEnded } = useTradingEnd(read.closeTime);
  return (
    <TradePlace
      market={hasEnded ? afterClose(read) : read}
      label={isOnly ? '' : row.label}
      outcomeIndex={outcome}
      onOutcome={onOutcome}
      side='BUY'
      pick={null}
      calls={calls}
    />
  );
}
