/** The order's result: in flight, unanswered, placed, refused with explanation and the venue's text, or lost. */
import { Suspense, useState } from 'react';
import type { Account } from '../account/account-queries.ts';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCents, formatExactMoney, formatShares } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../venue/load-part.ts';
import type { IntentState, Outcome } from './order-intent.ts';
import { deskOf } from './use-desk.ts';

const WhyDialog = lazyPart(async () => (await import('../orders/explained-order.tsx')).WhyDialog);

type TicketResultProps = { readonly account: Account; readonly state: IntentState; readonly tokenId: string };

export function TicketResult({ account, state, tokenId }: TicketResultProps) {
  const isElsewhere = 'intent' in state && state.intent.order.tokenId !== tokenId;
  return (
    <div aria-live='polite' className='ticket__result'>
      {isElsewhere && <p className='small soft'>{state.intent.question}</p>}
      <Result account={account} state={state} onDismiss={() => deskOf(account).dismiss()} />
    </div>
  );
}

type ResultProps = { readonly account: Account; readonly state: IntentState; readonly onDismiss: () => void };

function Result({ account, state, onDismiss }: ResultProps) {
  switch (state.kind) {
    case 'idle':
    case 'sending':
      return null;
    case 'signing':
      return <p className='small soft'>If you use a browser wallet, it asks you to sign.</p>;
    case 'unanswered':
      return (
        <div className='stack small gap-1 rounded break ticket__message ticket__message--warn'>
          <p>
            <strong>No answer yet.</strong> {state.intent.words}: the connection was lost on the way. The same signed
            order is sent again until the venue answers; it cannot be placed twice.
          </p>
        </div>
      );
    case 'placed':
      return <Placed account={account} state={state} onDismiss={onDismiss} />;
    case 'refused':
      return (
        <div className='stack small gap-1 rounded break ticket__message ticket__message--bad' role='alert'>
          <p>
            <strong>{state.refusal.title}.</strong> {state.refusal.advice}
          </p>
          {state.refusal.details !== '' && (
            <details>
              <summary>What the venue said</summary>
              <code>{state.refusal.details}</code>
            </details>
          )}
          {state.orderId !== null && state.refusal.isExplained && (
            <Why account={account} orderId={state.orderId} title='Why was it refused?' words={state.intent.words} />
          )}
          <Dismiss onDismiss={onDismiss} />
        </div>
      );
    case 'lost':
      return (
        <div className='stack small gap-1 rounded break ticket__message ticket__message--warn' role='alert'>
          <p>
            <strong>The order never arrived.</strong> {state.intent.words}: the venue does not know it, and it is not
            sent any more. Nothing was traded.
          </p>
          <Dismiss onDismiss={onDismiss} />
        </div>
      );
    default:
      return state satisfies never;
  }
}

interface PlacedProps {
  readonly account: Account;
  readonly state: Extract<IntentState, { kind: 'placed' }>;
  readonly onDismiss: () => void;
}

function Placed({ account, state, onDismiss }: PlacedProps) {
  const { intent, outcome } = state;
  const { order } = intent;
  const traded = tradedText(order.side, outcome.given, outcome.got);
  const rest = 'size' in order ? restOf(order.size, order.side === 'BUY' ? outcome.got : outcome.given) : 0n;
  return (
    <div className='stack small gap-1 rounded break ticket__message ticket__message--good'>
      <p>
        <Icon name='check' size={16} />
        <strong>{traded === null ? 'Order placed.' : traded}</strong>
      </p>
      {traded !== null && <p className='small numeric'>{totalText(order.side, outcome)}</p>}
      {outcome.status === 'live' || rest > 0n ? (
        <p className='small'>
          {intent.words}
          {traded === null ? '' : `: ${formatShares(fromMicros(rest))} wait in the book`}.
        </p>
      ) : null}
      {/* A resting order can be explained from the list of open orders. */}
      {outcome.status === 'done' && (
        <Why account={account} orderId={outcome.orderId} title='How did this order trade?' words={intent.words} />
      )}
      <Dismiss onDismiss={onDismiss} />
    </div>
  );
}

interface WhyProps {
  readonly account: Account;
  readonly orderId: string;
  readonly title: string;
  readonly words: string;
}

/** Button that opens the venue's explanation: its checks, the book at the time, and the outcome. */
function Why({ account, orderId, title, words }: WhyProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div>
      <Button size='sm' aria-label={`Why? ${words}`} onClick={() => setAsked(true)}>
        Why?
      </Button>
      {isAsked && (
        <Suspense>
          <WhyDialog account={account} title={title} orderId={orderId} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Dismiss({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Button kind='ghost' size='sm' icon className='ticket__dismiss' aria-label='Dismiss' onClick={onDismiss}>
      <Icon name='close' size={14} />
    </Button>
  );
}

/** Returns `Bought 47.84 shares for $20.00, 41.8¢ each`; null if nothing was traded. */
function tradedText(side: 'BUY' | 'SELL', given: string, got: string): string | null {
  const [shares, collateral] = side === 'BUY' ? [toMicros(got), toMicros(given)] : [toMicros(given), toMicros(got)];
  if (shares === null || shares === 0n) return null;
  const what = `${side === 'BUY' ? 'Bought' : 'Sold'} ${formatShares(fromMicros(shares), 2, 'share')}`;
  if (collateral === null) return what;
  const price = ((collateral * 10_000n + shares / 2n) / shares) * 100n;
  return `${what} for ${formatExactMoney(fromMicros(collateral))}, ${formatCents(fromMicros(price))} each`;
}

/** Returns the total amount paid or received, to the millionth. */
function totalText(side: 'BUY' | 'SELL', { given, got, fee }: Outcome): string {
  const [collateral, paid] = [toMicros(side === 'BUY' ? given : got), toMicros(fee)];
  if (collateral === null || paid === null) return 'For how much is in your history.';
  if (paid === 0n) return 'No fee.';
  const all = formatExactMoney(fromMicros(side === 'BUY' ? collateral + paid : collateral - paid));
  return `Fee ${formatExactMoney(fee)}: ${side === 'BUY' ? 'you paid' : 'you received'} ${all} in all.`;
}

/** Returns the unfilled part of a limit order, in millionths. */
function restOf(size: string, matched: string): bigint {
  return (toMicros(size) ?? 0n) - (toMicros(matched) ?? 0n);
}
