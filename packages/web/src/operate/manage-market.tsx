/** Management of one market: status, pause and reopen, text and terms, and resolution. */
import { LABEL_LENGTH_MAX, type MarketDetail, TEXT_LENGTH_MAX, TITLE_LENGTH_MAX } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCents, NO_FIGURE } from '../format/numbers.ts';
import { endOf, formatMoment } from '../format/time.ts';
import { typedText } from '../format/typed-number.ts';
import { ProposalFacts, ReversalBanner } from '../results/result-banner.tsx';
import { Button } from '../ui/button.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Answer } from '../venue/answer.tsx';
import { KEYS } from '../venue/keys.ts';
import { afterClose, labelsOf, type Market, marketOf } from '../venue/market-model.ts';
import { reading } from '../venue/queries.ts';
import { proposedTitle } from '../venue/result-words.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { TermsFields } from './draft-steps.tsx';
import { Flags, useEdit, useMarketChange } from './edit-form.tsx';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './refusal.tsx';
import { ResultDialog } from './result-dialog.tsx';
import { subjectOfMarket } from './result-subject.ts';
import * as rules from './rules.ts';
import { SendForm } from './send-form.tsx';

const RESOLVING_MS = 1_000;
const PROPOSED_MS = 3_000;

const STATUS: Readonly<Record<Market['status'], readonly [badge: string, text: string]>> = {
  open: ['badge badge--yes', 'Open'],
  unopened: ['badge badge--warn', 'Not open yet'],
  paused: ['badge badge--warn', 'Paused'],
  closed: ['badge badge--warn', 'Awaiting resolution'],
  proposed: ['badge badge--warn', 'Result proposed'],
  resolving: ['badge badge--accent', 'Paying out'],
  resolved: ['badge', 'Resolved'],
};

interface ManageMarketProps {
  readonly conditionId: string;
  readonly label: string;
  readonly eventSlug: string;
  /** True if a result of this market can be reversed without those of the event's others. */
  readonly isReversible: boolean;
}

export function ManageMarket({ conditionId, ...rest }: ManageMarketProps) {
  const { client } = useOperator();
  const query = useQuery({
    ...reading(KEYS.market(conditionId), (call) => client.markets.get(conditionId, call), 0),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'resolving' ? RESOLVING_MS : data?.proposal === undefined ? false : PROPOSED_MS,
  });
  return (
    <Answer to={query} failure='This market cannot be shown' lines={3} explain={operatorErrorText}>
      {(detail) => <MarketPanel detail={detail} {...rest} />}
    </Answer>
  );
}

interface MarketPanelProps extends Omit<ManageMarketProps, 'conditionId'> {
  readonly detail: MarketDetail;
}

function MarketPanel({ detail, label, eventSlug, isReversible }: MarketPanelProps) {
  const read = marketOf(detail);
  const end = useTradingEnd(read.closeTime);
  const market = end.hasEnded ? afterClose(read) : read;
  const [isResolving, setIsResolving] = useState(false);
  const [badge, statusText] = STATUS[market.status];
  const isOver = market.status === 'resolved' || market.status === 'resolving';
  const name = label || market.question;
  const action = isOver ? 'Reverse' : market.proposal === null ? 'Resolve' : 'Decide';
  const title = useRef<HTMLHeadingElement>(null);
  const wasOver = useRef(isOver);
  useEffect(() => {
    // The resolve button has disappeared together with the keyboard focus.
    if (isOver && !wasOver.current && document.activeElement === document.body) title.current?.focus();
    wasOver.current = isOver;
  }, [isOver]);
  return (
    <article className='panel operate__market' aria-label={name}>
      <div className='panel__body stack'>
        <div className='row row--apart wrap'>
          <div className='stack gap-0'>
            <h3 ref={title} tabIndex={-1}>
              {name}
            </h3>
            {label !== '' && <p className='small faint'>{market.question}</p>}
          </div>
          <span className={badge}>{statusText}</span>
        </div>
        <p className='small soft numeric'>
          {market.outcomes
            .map(({ label: outcome, price }) => `${outcome} ${price === null ? NO_FIGURE : formatCents(price)}`)
            .join(' · ')}
          {isOver && resultText(market)}
        </p>
        {!isOver && market.openTime !== '' && (
          <p className='small soft numeric'>Trading opens {formatMoment(market.openTime)}</p>
        )}
        {!isOver && end.text !== '' && <p className='small soft numeric'>{end.text}</p>}
        {!isOver && <MarketFlags detail={detail} eventSlug={eventSlug} hasEnded={end.hasEnded} />}
        {market.proposal !== null && (
          <div>
            <p>
              <strong>{proposedTitle(market.proposal, labelsOf(market))}</strong>
            </p>
            <ProposalFacts proposal={market.proposal} />
          </div>
        )}
        {market.reversal !== null && <ReversalBanner reversal={market.reversal} />}
        {market.status !== 'resolving' && (market.status !== 'resolved' || isReversible) && (
          <div>
            <Button kind='danger' aria-label={`${action} ${name}`} onClick={() => setIsResolving(true)}>
              {action}…
            </Button>
          </div>
        )}
      </div>
      <details className='line-above'>
        <summary className='pad semi'>Text and terms</summary>
        <MarketForm
          key={JSON.stringify([textOf(detail, label), isOver])}
          detail={detail}
          label={label}
          eventSlug={eventSlug}
        />
      </details>
      {isResolving && <ResultDialog subject={subjectOfMarket(market)} onClose={() => setIsResolving(false)} />}
    </article>
  );
}

interface MarketFlagsProps {
  readonly detail: MarketDetail;
  readonly eventSlug: string;
  /** True once the closing time has passed. */
  readonly hasEnded: boolean;
}

function MarketFlags({ detail, eventSlug, hasEnded }: MarketFlagsProps) {
  const { accepting_orders: accepts, active, closed, open_time, proposal } = detail;
  const paused = 'Off: the market is paused. Orders stay in the book and can be cancelled; none is taken or filled.';
  return (
    <Flags
      change={useMarketChange(detail.condition_id, eventSlug)}
      flags={[
        [
          'acceptingOrders',
          'Accepts orders',
          paused,
          accepts,
          closed || hasEnded || proposal !== undefined || Boolean(open_time),
        ],
        ['active', 'Active', 'Shown in the lists of its event.', active],
        ['closed', 'Closed', 'Trading has ended and the result is awaited.', closed],
      ]}
    />
  );
}

function resultText({ outcomes, status, isRefunded }: Market): string {
  const winner = outcomes.find(({ isWinner }) => isWinner);
  if (status === 'resolving') return ' · holders are being paid';
  if (isRefunded) return ' · refunded';
  return winner === undefined ? ' · split between both' : ` · ${winner.label} won`;
}

type MarketText = ReturnType<typeof textOf>;

function textOf(detail: MarketDetail, label: string) {
  return {
    question: detail.question,
    label,
    description: detail.description,
    end: rules.localOfIso(endOf(detail.end_date_iso ?? '')),
    close: rules.localOfIso(detail.close_time ?? ''),
    open: rules.localOfIso(detail.open_time ?? ''),
    tick: String(detail.minimum_tick_size),
    minimumSize: typedText(String(detail.minimum_order_size)),
    fee: String(detail.taker_base_fee),
  };
}

function problemsOf(text: MarketText) {
  return {
    question: rules.requiredProblem('the question', text.question, TITLE_LENGTH_MAX),
    label: rules.lengthProblem(text.label, LABEL_LENGTH_MAX),
    description: rules.lengthProblem(text.description, TEXT_LENGTH_MAX),
    minimumSize: rules.minimumSizeProblem(text.minimumSize),
    fee: rules.feeProblem(text.fee),
  };
}

function changesOf(text: MarketText, before: MarketText): Record<string, unknown> {
  return {
    ...(text.question !== before.question && { question: text.question.trim() }),
    ...(text.label !== before.label && { groupItemTitle: text.label.trim() }),
    ...(text.description !== before.description && { description: text.description }),
    ...(text.end !== before.end && { endDate: rules.isoOfLocal(text.end) }),
    ...(text.close !== before.close && { closeTime: text.close === '' ? null : rules.isoOfLocal(text.close) }),
    ...(text.open !== before.open && { openTime: text.open === '' ? null : rules.isoOfLocal(text.open) }),
    ...(text.tick !== before.tick && { orderPriceMinTickSize: Number(text.tick) }),
    ...(text.minimumSize !== before.minimumSize && { orderMinSize: rules.plainDecimal(text.minimumSize) }),
    ...(text.fee !== before.fee && { takerBaseFee: rules.readRate(text.fee) ?? 0 }),
  };
}

type MarketFormProps = { readonly detail: MarketDetail; readonly label: string; readonly eventSlug: string };

function MarketForm({ detail, label, eventSlug }: MarketFormProps) {
  const before = textOf(detail, label);
  const edit = useEdit(useMarketChange(detail.condition_id, eventSlug), {
    before,
    problemsOf,
    changesOf: (text) => changesOf(text, before),
  });
  const { bind } = edit;
  const isOver = detail.status === 'resolving' || detail.status === 'resolved';
  return (
    <SendForm className='panel__body stack' of={edit} action='Save market' noValidate>
      <Field label='Question' {...bind('question')} />
      <div className='grid gap-4 operate__pair'>
        <Field label='Short name' {...bind('label')} />
        <Field
          label='Ends'
          type='datetime-local'
          {...bind('end')}
          hint='What the question is about; it ends no trading.'
        />
        {before.open !== '' && (
          <Field
            label='Trading opens (empty: now)'
            type='datetime-local'
            disabled={isOver}
            {...bind('open')}
            hint='Once trading has opened, it stays open.'
          />
        )}
        <Field
          label='Trading ends (empty: with the result)'
          type='datetime-local'
          disabled={isOver}
          {...bind('close')}
          hint={
            isOver
              ? 'The market is resolved.'
              : 'In your time zone. The venue then refuses new orders and cancels open ones. A time in the past ends trading at once.'
          }
        />
      </div>
      <TextField label='Rules' rows={4} {...bind('description')} />
      <TermsFields bind={bind} />
    </SendForm>
  );
}
