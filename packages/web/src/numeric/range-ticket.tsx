/** Ticket of a range of a numeric question: the same shares of each of its buckets, signed and sent together. */
import type { Event } from '@bellwether/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { useFunds } from '../account/funds.ts';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatExactMoney, formatMoney, formatPercent, formatShares } from '../format/numbers.ts';
import { useBooks } from '../live/live-context.tsx';
import { obstacleOf } from '../ticket/obstacle.ts';
import { refusalOf } from '../ticket/refusals.ts';
import { SignInPrompt } from '../ticket/ticket.tsx';
import { Line } from '../ticket/ticket-summary.tsx';
import { useSceneOf } from '../ticket/use-desk.ts';
import { Button } from '../ui/button.tsx';
import { Field, Problem, SelectField } from '../ui/field.tsx';
import { type EventRow, stopWords } from '../venue/market-model.ts';
import { venueQuery } from '../venue/queries.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { useClient } from '../venue/venue-context.tsx';
import { liquidityOf, planRange, type Range, type RangeOrder, type RangePlan } from './range-plan.ts';
import { pointWords, rangeWords, type Scale } from './scale.ts';
import { buyRange, type Purchase } from './send-range.ts';

interface RangeTicketProps {
  readonly event: Event;
  readonly scale: Scale;
  readonly rows: readonly EventRow[];
  /** Null while no price is known. */
  readonly chances: readonly number[] | null;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}

export function RangeTicket({ event, scale, rows, chances, range, onRange }: RangeTicketProps) {
  const account = useAccount();
  const [quantity, setQuantity] = useState('');
  const plan = useRangePlan(event, range, quantity);
  const obstacle = useObstacle(rows[range[0]]);
  const call = useMutation({
    mutationFn: async (orders: readonly RangeOrder[]) =>
      account === null ? [] : buyRange(account.client.orders, orders),
    onSuccess: () => setQuantity(''),
  });
  const [from, to] = range;
  const words = rangeWords(scale, scale.edges[from - 1] ?? null, scale.edges[to] ?? null);
  const bounds = scale.edges.map((edge) => pointWords(scale, edge));
  const isAll = to - from === scale.edges.length;
  const reason = isAll
    ? 'Choose a part: one of all answers wins, so all together pay what they cost.'
    : (obstacle ?? (plan.kind === 'blocked' ? plan.reason : null));
  const change = (edit: () => void): void => {
    // An edit implies that the last result has been read.
    call.reset();
    edit();
  };
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    if (plan.kind === 'ready' && reason === null && !call.isPending) call.mutate(plan.orders);
  };
  return (
    <form className='stack gap-3 line-above range' aria-label='Buy a range' onSubmit={submit} noValidate>
      <div className='wrap gap-3 flex range__fields'>
        <SelectField
          label='From'
          text={[String(from), (bucket) => change(() => onRange([Number(bucket), Math.max(Number(bucket), to)]))]}
          options={['No lower bound', ...bounds].map((bound, bucket) => [String(bucket), bound])}
        />
        <SelectField
          label={scale.kind === 'date' ? 'To before' : 'To below'}
          text={[String(to), (bucket) => change(() => onRange([Math.min(Number(bucket), from), Number(bucket)]))]}
          options={[...bounds, 'No upper bound'].map((bound, bucket) => [String(bucket), bound])}
        />
        <Field
          label='Shares of each answer'
          inputMode='decimal'
          autoComplete='off'
          placeholder='0'
          text={[quantity, (text) => change(() => setQuantity(text))]}
        />
      </div>
      <dl className='stack gap-1 small numeric'>
        <Line name={`Chance of ${words}`}>
          {chances !== null && formatPercent(chances.slice(from, to + 1).reduce((sum, chance) => sum + chance, 0))}
        </Line>
        {plan.kind === 'ready' && (
          <>
            <Line
              name='You pay'
              hint='Others may trade meanwhile. Each order has a limit a little above its last price.'
            >
              ≈ {money(plan.cost)}, at most {money(plan.most)}
            </Line>
            <Line name={`If it is ${words}`} strong>
              <span className='yes'>{money(plan.shares)}</span>
            </Line>
          </>
        )}
      </dl>
      {(reason !== null || call.isPending) && (
        <p className='small rounded ticket__reason' role='status'>
          {call.isPending ? 'If you use a browser wallet, it asks you to sign each order.' : reason}
        </p>
      )}
      {account === null ? (
        <SignInPrompt />
      ) : (
        <Button
          type='submit'
          kind='primary'
          size='lg'
          wide
          className='ticket__buy'
          busy={call.isPending}
          disabled={plan.kind !== 'ready' || reason !== null}
        >
          {from === to ? 'Buy the answer' : `Buy ${to - from + 1} answers`}
        </Button>
      )}
      <div aria-live='polite'>
        <Problem
          text={call.error === null ? null : `${refusalOf(call.error).title}. ${refusalOf(call.error).advice}`}
        />
        {call.data !== undefined && <Purchases of={call.data} />}
      </div>
    </form>
  );
}

const money = (micros: bigint): string => formatMoney(fromMicros(micros));

function useRangePlan(event: Event, [from, to]: Range, quantity: string): RangePlan {
  const chosen = event.markets.slice(from, to + 1);
  const books = useBooks(chosen.map(({ tokenIds }) => tokenIds[0] ?? ''));
  const sceneOf = useSceneOf(useFunds());
  const legs = chosen.map(({ conditionId, tokenIds, outcomeLabels, groupItemTitle, ...terms }, index) => {
    const token = { conditionId, tokenId: tokenIds[0] ?? '', label: outcomeLabels[0] ?? '', negRisk: terms.negRisk };
    const tick = String(terms.orderPriceMinTickSize);
    const market = { ...token, tick, minimumSize: String(terms.orderMinSize), feeBps: terms.takerBaseFee };
    return { label: groupItemTitle, scene: sceneOf(market, books[index] ?? null) };
  });
  return planRange(quantity, legs, liquidityOf(event));
}

/** Why no range can be bought at all; null if there is no obstacle. */
function useObstacle(row: EventRow | undefined): string | null {
  const { hasEnded } = useTradingEnd(row?.closeTime ?? '');
  const { data: venue } = useQuery(venueQuery(useClient()));
  const debt = useFunds()?.debt;
  const stop = row === undefined ? null : stopWords(row, hasEnded);
  const status = row?.acceptingOrders === true ? 'open' : 'paused';
  return stop ?? obstacleOf(status, venue?.mode, { type: 'limit', postOnly: false }, debt);
}

/** Shows the result of each order of a range. */
function Purchases({ of }: { readonly of: readonly Purchase[] }) {
  const paid = of.reduce((sum, one) => (one.kind === 'bought' ? sum + one.paid : sum), 0n);
  const isWhole = of.every((one) => one.kind === 'bought' && one.shares === toMicros(one.size));
  const cost = formatExactMoney(fromMicros(paid));
  if (isWhole)
    return (
      <p className='rounded small ticket__message ticket__message--good'>
        <strong>
          Bought {formatShares(of[0]?.size ?? '0', 2, 'share')} of{' '}
          {of.length === 1 ? 'it' : `each of ${of.length} answers`} for {cost}.
        </strong>
      </p>
    );
  return (
    <div className='stack small gap-1 rounded ticket__message ticket__message--warn' role='alert'>
      <p>
        <strong>Not all of it was bought.</strong> You paid {cost}.
      </p>
      <ul>
        {of.map((one) => (
          <li key={one.label}>
            {one.label}: {wordsOf(one)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function wordsOf(one: Purchase): string {
  if (one.kind === 'unknown') return 'not known: look at your portfolio before you buy it again';
  if (one.kind === 'refused') return `not bought – ${one.reason}`;
  const all = formatShares(one.size, 2, 'share');
  return one.shares === toMicros(one.size) ? all : `${formatShares(fromMicros(one.shares))} of ${all}`;
}
