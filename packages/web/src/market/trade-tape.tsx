/** The last trades of a market, live. */
import type { MarketMessage } from '@bellwether/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '../clock/clock-context.tsx';
import { formatCents, formatShares } from '../format/numbers.ts';
import { HouseMark } from '../house/house-mark.tsx';
import { Beat } from '../live/beat.ts';
import { useFeedMessages } from '../live/live-context.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TimeSince } from '../ui/figures.tsx';
import { Answer } from '../venue/answer.tsx';
import { KEYS } from '../venue/keys.ts';
import type { Market } from '../venue/market-model.ts';
import { tradesQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { keysOf, mergeTape, rowOfFill, rowOfMessage, type TapeRow } from './merge-tape.ts';

/** Delay before the ledger is refetched for the traders' names, and minimum interval between refetches. */
const RENEW_MS = 2_500;
const TOLD_MAX = 40;
/** Minimum interval between updates; people cannot read faster. */
const BEAT_MS = 250;

/** Returns ledger and feed rows as one list, newest first. */
function useTape(market: Market) {
  const [beat] = useState(() => new Beat(BEAT_MS));
  const { data, error, refetch } = useQuery(tradesQuery(useClient(), market.conditionId));
  const [told, setTold] = useState<readonly TapeRow[]>([]);
  const waiting = useRef<readonly TapeRow[]>([]);
  const { conditionId, outcomes } = market;
  const renewSoon = useRenewal(conditionId);

  const flush = useCallback(() => {
    const rows = waiting.current;
    waiting.current = [];
    // The tape has low priority.
    startTransition(() => setTold((before) => [...rows, ...before].slice(0, TOLD_MAX)));
    renewSoon();
  }, [renewSoon]);
  const message = useCallback(
    (news: MarketMessage) => {
      // Trades between the read and a full book were not told.
      if (news.event_type === 'book' && news.market === conditionId) return renewSoon();
      if (news.event_type !== 'last_trade_price' || news.market !== conditionId) return;
      const row = rowOfMessage(news, [outcomes[0].tokenId, outcomes[1].tokenId]);
      waiting.current = [row, ...waiting.current].slice(0, TOLD_MAX);
      beat.ask(flush);
    },
    [conditionId, outcomes, beat, flush, renewSoon],
  );
  const gap = useCallback(() => undefined, []);
  useFeedMessages({ message, gap });

  const fills = useMemo(() => data?.map(rowOfFill), [data]);
  const rows = useMemo(() => (fills === undefined ? undefined : mergeTape(fills, told)), [fills, told]);
  return { data: rows, error, refetch };
}

function useRenewal(conditionId: string): () => void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      stop();
      void queries.invalidateQueries({ queryKey: KEYS.trades(conditionId) });
    }, RENEW_MS);
  }, [queries, conditionId, stop]);
}

export function TradeTape({ market }: { readonly market: Market }) {
  return (
    <Answer to={useTape(market)} failure='The trades could not be read' lines={6}>
      {(told) => (told.length === 0 ? <EmptyState title='No trades yet' /> : <Tape market={market} rows={told} />)}
    </Answer>
  );
}

function Tape({ market, rows }: { readonly market: Market; readonly rows: readonly TapeRow[] }) {
  const nowMs = useNow();
  const keys = keysOf(rows);
  return (
    <div className='table-scroll tape'>
      <table className='table numeric'>
        <caption className='visually-hidden'>Last trades, newest first</caption>
        <thead>
          <tr>
            <th scope='col'>Trade</th>
            <th scope='col' className='right'>
              Price
            </th>
            <th scope='col' className='right'>
              Shares
            </th>
            <th scope='col'>Trader</th>
            <th scope='col' className='right'>
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <TapeLine key={keys[index]} row={row} outcome={market.outcomes[row.outcomeIndex].label} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Decimals of a cent. This is the ledger's precision, so prices are shown exactly as paid. */
const EXACT = 4;

const TapeLine = memo(({ row, outcome, nowMs }: Readonly<{ row: TapeRow; outcome: string; nowMs: number }>) => {
  const { side, price, size, trader, timeMs } = row;
  return (
    <tr>
      <td>
        <span className={side === 'BUY' ? 'strong yes' : 'strong no'}>{side === 'BUY' ? 'Buy' : 'Sell'}</span> {outcome}
      </td>
      <td className='right'>{formatCents(price, EXACT)}</td>
      <td className='right'>{formatShares(size)}</td>
      <td>
        {trader === null ? (
          <span className='faint'>…</span>
        ) : (
          <Link to='/profile/$address' params={{ address: trader.address }} className='plain soft'>
            {trader.name} <HouseMark address={trader.address} />
          </Link>
        )}
      </td>
      <td className='right faint'>
        <TimeSince time={timeMs} nowMs={nowMs} />
      </td>
    </tr>
  );
});
