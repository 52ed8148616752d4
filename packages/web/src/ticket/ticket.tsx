/**
 * The ticket, where orders are placed. Previews the effect of an order before it is signed, explains why one cannot be
 * placed, and shows the result. The account's desk handles one order at a time.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useAccount, useAccountControl } from '../account/account-context.tsx';
import type { Account } from '../account/account-queries.ts';
import { isDust } from '../account/dust.ts';
import { useFunds } from '../account/funds.ts';
import { useClock } from '../clock/clock-context.tsx';
import { formatCents, formatCompactMoney, formatMoney, formatShares } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { lazyPart } from '../venue/load-part.ts';
import { labelsOf, type Market, takesTrades } from '../venue/market-model.ts';
import { venueQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { obstacleOf } from './obstacle.ts';
import { type IntentState, isUnderWay } from './order-intent.ts';
import { type Plan, planOrder, type Scene } from './plan.ts';
import { OutcomeButtons, TicketFields } from './ticket-fields.tsx';
import { emptyForm, type LevelPick, type TicketForm, withPick, withSide, withType } from './ticket-form.ts';
import { TicketResult } from './ticket-result.tsx';
import { TicketSummary } from './ticket-summary.tsx';
import { deskOf, useDeskState, useFreeze, useScene } from './use-desk.ts';
import './ticket.css';
import type { OrderInput } from '@bellwether/sdk';
import { useStartingBalance } from '../account/starting-balance.ts';

const PairDialog = lazyPart(async () => (await import('../pairs/pair-dialog.tsx')).PairDialog);

export interface TicketProps {
  readonly market: Market;
  /** The outcome to trade; the page's book and chart follow it. */
  readonly outcomeIndex: 0 | 1;
  readonly onOutcome: (index: 0 | 1) => void;
  readonly side: 'BUY' | 'SELL';
  /** The book level clicked last; null if there is none. */
  readonly pick: LevelPick | null;
  /** Short name of the market if the page has several; links to the market. */
  readonly label?: string;
}

export function Ticket({ market, outcomeIndex, onOutcome, side, pick, label = '' }: TicketProps) {
  const account = useAccount();
  const funds = useFunds();
  const scene = useScene(market, outcomeIndex, funds);
  const [form, change] = useTicketForm(side, pick, scene);
  const state = useDeskState(account);
  // Editing the form implies that the last result has been read.
  const setForm = (next: TicketForm): void => {
    change(next);
    if (account !== null && (state.kind === 'placed' || state.kind === 'refused')) deskOf(account).dismiss();
  };
  const venue = useQuery(venueQuery(useClient()));
  const mode = venue.data?.mode;
  useOutdated(`${mode} ${market.status}`, account, state);
  const plan = planOrder(form, scene);
  const obstacle = obstacleOf(market.status, mode, form, form.side === 'BUY' ? funds?.debt : '0');
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // If the ladder is below the ticket, scroll to the ticket to show the effect of the click.
    if (pick !== null) panel.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [pick]);
  return (
    <section ref={panel} className='panel ticket' aria-labelledby='ticket-title'>
      <h2 id='ticket-title' className='visually-hidden'>
        Trade
      </h2>
      {label !== '' && (
        <Link to='/market/$slug' params={{ slug: market.slug }} className='plain strong ticket__market'>
          {label}
        </Link>
      )}
      <div className='panel__head wrap'>
        <Segmented
          label='Side'
          value={form.side}
          options={{ BUY: 'Buy', SELL: 'Sell' }}
          onChange={(value) => setForm(withSide(form, value))}
        />
        <Segmented
          label='Order type'
          value={form.type}
          options={{ market: 'Market', limit: 'Limit' }}
          onChange={(value) => setForm(withType(form, value))}
        />
      </div>
      <div className='panel__body stack'>
        <OutcomeButtons market={market} side={form.side} value={outcomeIndex} onChange={onOutcome} />
        <OrderForm
          {...{ market, account, form, setForm, scene, plan, obstacle, state }}
          onPlaced={(sent) => change((now) => (now === sent ? { ...now, quantity: '' } : now))}
        />
        <Holdings market={market} scene={scene} cash={funds?.free ?? null} />
      </div>
    </section>
  );
}

/** Dismisses a refusal when the market or venue state changes, because the venue might now accept the order. */
function useOutdated(situation: string, account: Account | null, state: IntentState): void {
  const before = useRef(situation);
  const dismiss = useEffectEvent(() => {
    if (account !== null && state.kind === 'refused') deskOf(account).dismiss();
  });
  useEffect(() => {
    if (before.current !== situation) dismiss();
    before.current = situation;
  }, [situation]);
}

/** Type of the last order: a ticket of another market, or one that is opened again, begins with it. */
let lastType: TicketForm['type'] = 'market';

/** The form's state, filled by clicks in the ladder. */
function useTicketForm(side: 'BUY' | 'SELL', pick: LevelPick | null, { tokenId, funds }: Scene) {
  const [form, setForm] = useState(() => withType(emptyForm(side), lastType));
  useEffect(() => setForm((before) => withSide(before, side)), [side]);
  const fill = useEffectEvent((level: LevelPick) => setForm((before) => withPick(before, level, funds?.shares ?? 0n)));
  useEffect(() => {
    if (pick !== null && pick.tokenId === tokenId) fill(pick);
  }, [pick, tokenId]);
  return [form, setForm] as const;
}

interface OrderFormProps {
  readonly market: Market;
  readonly account: Account | null;
  readonly form: TicketForm;
  readonly setForm: (form: TicketForm) => void;
  /** Called with the form as it was sent, once the venue has accepted its order. The form may have been edited since. */
  readonly onPlaced: (sent: TicketForm) => void;
  readonly scene: Scene;
  readonly plan: Plan;
  /** Why no order can be placed at all; null if there is no obstacle. */
  readonly obstacle: string | null;
  /** State of the account's last order. */
  readonly state: IntentState;
}

function OrderForm({
  market,
  account,
  form,
  setForm,
  onPlaced,
  scene,
  plan: current,
  obstacle,
  state,
}: OrderFormProps) {
  const reasonId = useId();
  const clock = useClock();
  const isBusy = isUnderWay(state);
  const isOver = !takesTrades(market);
  const [sent, setSent] = useState({ form, plan: current });
  const { isFrozen, begin } = useFreeze(state, () => onPlaced(sent.form));
  // While frozen, the plan that was sent is shown, because book and funds have already changed.
  const plan = isFrozen ? sent.plan : current;
  const reason = obstacle ?? (plan.kind === 'blocked' && plan.field === 'order' ? plan.reason : null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (account === null || obstacle !== null || isFrozen || plan.kind !== 'ready') return;
    // Relative expiry times count from the click.
    const fresh = planOrder(form, { ...scene, nowMs: clock.now() });
    if (fresh.kind !== 'ready') return;
    const intent = { order: fresh.order, words: wordsOf(fresh.order, scene.outcome), question: market.question };
    if (!deskOf(account).submit(intent)) return;
    setSent({ form, plan });
    lastType = form.type;
    begin();
  };
  const action = `${form.side === 'BUY' ? 'Buy' : 'Sell'} ${scene.outcome}`;
  return (
    <form className='stack gap-3' onSubmit={submit} noValidate>
      {market.status === 'open' && <TicketFields form={form} onChange={setForm} scene={scene} plan={plan} />}
      <TicketSummary form={form} plan={plan} scene={scene} />
      {plan.kind === 'empty' && market.status === 'open' && (
        <p className='small soft'>
          Each {scene.outcome} share pays {formatCompactMoney('1')} if {scene.outcome} wins, and nothing if not.
        </p>
      )}
      {reason !== null && (
        <p id={reasonId} className='small rounded ticket__reason' role='status'>
          {reason}
        </p>
      )}
      {account === null ? (
        !isOver && <SignInPrompt />
      ) : (
        <Button
          type='submit'
          kind='primary'
          size='lg'
          wide
          className={form.side === 'BUY' ? 'ticket__buy' : 'ticket__sell'}
          busy={isBusy || isFrozen}
          disabled={plan.kind !== 'ready' || obstacle !== null}
          aria-describedby={reason === null ? undefined : reasonId}
        >
          {state.kind === 'signing'
            ? 'Signing…'
            : isBusy
              ? 'Waiting for the venue…'
              : plan.kind === 'empty' && obstacle === null
                ? `${form.type === 'limit' && form.cents === '' ? 'Enter a price' : form.unit === 'amount' ? 'Enter an amount' : 'Enter shares'}`
                : action}
        </Button>
      )}
      {account !== null && <TicketResult account={account} state={state} tokenId={scene.tokenId} />}
    </form>
  );
}

function Holdings({ market, scene, cash }: Readonly<{ market: Market; scene: Scene; cash: string | null }>) {
  const account = useAccount();
  const funds = useFunds();
  const [isPairing, setPairing] = useState(false);
  if (account === null || cash === null || funds === null) return null;
  const held = market.outcomes.filter(({ tokenId }) => {
    const shares = funds.shares.get(tokenId) ?? '0';
    return shares !== '0' && !isDust(shares);
  });
  return (
    <div className='row row--apart wrap line-above ticket__holdings small soft'>
      <p className='numeric'>
        Cash {formatMoney(cash)}
        {held.map(({ tokenId, label }) => (
          <span key={tokenId}>
            {' '}
            · {formatShares(funds.shares.get(tokenId) ?? '0')} {label}
          </span>
        ))}
      </p>
      {scene.book !== null && market.status === 'open' && (
        <Button kind='ghost' size='sm' onClick={() => setPairing(true)}>
          Split or merge
        </Button>
      )}
      {scene.funds?.collateral === 0n && funds.debt === '0' && (
        <p>
          Without play money nothing can be bought. An operator of this venue can deposit some to the address on your{' '}
          <Link to='/account'>account page</Link>.
        </p>
      )}
      {isPairing && (
        <Suspense>
          <PairDialog
            account={account}
            conditionId={market.conditionId}
            question={market.question}
            labels={labelsOf(market)}
            tokenIds={[market.outcomes[0].tokenId, market.outcomes[1].tokenId]}
            onClose={() => setPairing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function wordsOf(order: OrderInput, outcome: string): string {
  const verb = order.side === 'BUY' ? 'Buy' : 'Sell';
  if (!('size' in order)) {
    const amount = order.amount ?? order.shares ?? '';
    return order.side === 'BUY'
      ? `${verb} ${outcome} for ${formatMoney(amount)}`
      : `${verb} ${formatShares(amount)} ${outcome}`;
  }
  return `${verb} ${formatShares(order.size)} ${outcome} at ${formatCents(order.price)}`;
}

export function SignInPrompt() {
  const { state, start, signIn } = useAccountControl();
  const balance = useStartingBalance();
  if (state.kind === 'none') {
    return (
      <div className='stack gap-2'>
        <Button kind='primary' size='lg' wide onClick={start}>
          {balance === null ? 'Create an account' : 'Start with play money'}
        </Button>
        <p className='small soft'>
          To trade you need an account. One click makes a key in this browser; no e-mail, no real money.{' '}
          <Link to='/account'>Other ways in</Link>
        </p>
      </div>
    );
  }
  return (
    <div className='stack gap-2'>
      <Button kind='primary' size='lg' wide busy={state.kind === 'opening'} onClick={signIn}>
        {state.kind === 'opening' ? 'Signing in' : 'Sign in to trade'}
      </Button>
      <Problem text={state.kind === 'failed' ? state.reason : null} />
    </div>
  );
}
