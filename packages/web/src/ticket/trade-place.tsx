/** Places the ticket beside the content, or in narrow windows behind a bottom bar with current prices that opens it. */
import { useEffect, useRef, useState } from 'react';
import { complement } from '../format/decimal.ts';
import { formatCents } from '../format/numbers.ts';
import { useFollow, useQuote } from '../live/live-context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ONE_COLUMN, useMedia } from '../ui/use-media.ts';
import { type Market, takesTrades } from '../venue/market-model.ts';
import { Ticket, type TicketProps } from './ticket.tsx';
import './buy-bar.css';

interface TradePlaceProps extends TicketProps {
  /** Short name of the market if the page has several. */
  readonly label?: string;
  /** Increases whenever the user asks for the ticket, which then opens. */
  readonly calls?: number;
}

export function TradePlace(props: TradePlaceProps) {
  const { market, label = '', calls = 0, ...ticket } = props;
  const isNarrow = useMedia(ONE_COLUMN);
  const [isOpen, setOpen] = useState(ticket.side === 'SELL' || calls > 0);
  // A pick fills only the ticket that it opens, not one opened later.
  const [hasPick, setHasPick] = useState(false);
  useFollow([market.outcomes[0].tokenId, market.outcomes[1].tokenId]);
  // Choosing a book level or another market's price opens the ticket.
  const wanted = `${calls} ${ticket.pick?.count ?? 0}`;
  const seen = useRef(wanted);
  useEffect(() => {
    if (seen.current !== wanted) {
      setOpen(true);
      setHasPick(true);
    }
    seen.current = wanted;
  }, [wanted]);
  if (!isNarrow) return <Ticket {...ticket} market={market} label={label} />;
  const open = (outcome: 0 | 1): void => {
    ticket.onOutcome(outcome);
    setHasPick(false);
    setOpen(true);
  };
  return (
    <>
      {takesTrades(market) && <BuyBar market={market} label={label} onOpen={open} />}
      <Dialog title={label || market.question} open={isOpen} sheet onClose={() => setOpen(false)}>
        <Ticket {...ticket} market={market} pick={hasPick ? ticket.pick : null} />
      </Dialog>
    </>
  );
}

type BuyBarProps = { readonly market: Market; readonly label: string; readonly onOpen: (outcome: 0 | 1) => void };

function BuyBar({ market, label, onOpen }: BuyBarProps) {
  const { bid, ask } = useQuote(market.outcomes[0].tokenId);
  const costs = [ask, bid === null ? null : complement(bid)] as const;
  return (
    <section className='grid gap-2 buy-bar' aria-label='Trade'>
      {label !== '' && <p className='all-columns small bold truncate'>{label}</p>}
      {market.outcomes.map(({ index, label: outcome }) => (
        <button
          key={index}
          type='button'
          className={`button button--lg numeric ${index === 0 ? 'button--yes' : 'button--no'}`}
          onClick={() => onOpen(index)}
        >
          <span className='truncate'>Buy {outcome}</span>
          {costs[index] !== null && <span>{formatCents(costs[index])}</span>}
        </button>
      ))}
    </section>
  );
}
