/** The life of an order in the venue's own words, with the time of each step. Prices are as those words state them. */
import type { OrderExplanation } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../account/account-queries.ts';
import { formatShares, NO_FIGURE } from '../format/numbers.ts';
import { formatDateTime } from '../format/time.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Answer } from '../venue/answer.tsx';
import { errorText, isMissing } from '../venue/error-text.ts';
import { KEYS } from '../venue/keys.ts';
import './orders.css';

export function ExplainedOrder({ account, orderId }: { readonly account: Account; readonly orderId: string }) {
  return (
    <OrderLife
      queryKey={[...KEYS.account(account.address), 'why', orderId]}
      explain={(signal) => account.client.orders.explain(orderId, { signal })}
      untold={untoldText}
    />
  );
}

interface OrderLifeProps {
  readonly queryKey: readonly unknown[];
  readonly explain: (signal: AbortSignal) => Promise<OrderExplanation>;
  readonly untold: (error: unknown) => string;
  /** True if the explanation itself has to name the order. */
  readonly isNamed?: boolean;
}

export function OrderLife({ queryKey, explain, untold, isNamed = false }: OrderLifeProps) {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => explain(signal),
    // The explanation describes the present, so it is never cached.
    gcTime: 0,
  });
  return (
    <Answer to={query} failure='The explanation could not be read' lines={6} explain={untold}>
      {(told) => (
        <div className='stack'>
          {isNamed && <p className='small soft'>{nameOf(told)}</p>}
          <p>{told.summary}</p>
          {told.status === 'REFUSED' ? (
            <Refused told={told} />
          ) : (
            <>
              <Figures told={told} />
              <Steps
                steps={told.steps.filter(({ kind, words }) => !SAID_ELSEWHERE.has(kind) && words !== told.summary)}
              />
            </>
          )}
          {!told.looked.complete && <p className='small faint'>{told.looked.bounds.join('. ')}.</p>}
        </div>
      )}
    </Answer>
  );
}

/** Returns why there is no explanation. Only the gateway that refused an order remembers it, for a while. */
function untoldText(error: unknown): string {
  if (!isMissing(error)) return errorText(error);
  return 'The venue keeps nothing of this order. It remembers the latest refusals for as long as it runs, and nothing of an order that it could not read.';
}

/** Returns `Buy 10 Yes at 0.02 · Who wins?`. Some parts are unknown for a refused order. */
function nameOf({ side, original_size: size, outcome, price, question }: OrderExplanation): string {
  const at = price === '' ? '' : ` at ${price}`;
  const what = `${side === 'BUY' ? 'Buy' : 'Sell'} ${formatShares(size, 6)} ${outcome}${at}`;
  return question === '' ? what : `${what} · ${question}`;
}

/** Step kinds that the summary and the line about bounds already cover. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['needed', 'looked']);

function Figures({ told }: { readonly told: OrderExplanation }) {
  const { queue, needed, side, end } = told;
  if (queue === null) return null;
  const last = end === null ? 'now' : 'at its end';
  const other = side === 'BUY' ? 'Best offer' : 'Best bid';
  const rows = [
    ['Ahead at its price when it came', inQueue(queue.at_rest)],
    ['Traded of it since', inQueue(queue.traded)],
    ['Cancelled of it since', inQueue(queue.cancelled)],
    [`Ahead at its price ${last}`, inQueue(queue.ahead)],
    ...(queue.unknown === '0' ? [] : [['Not found', inQueue(queue.unknown)] as const]),
    ...(end === null ? [[`${other} now`, needed.opposite ?? NO_FIGURE] as const] : []),
  ] as const;
  return (
    <dl className='grid gap-3 figures'>
      {rows.map(([name, value]) => (
        <Figure key={name} name={name}>
          {value}
        </Figure>
      ))}
    </dl>
  );
}

/** The checks on a refused order, up to the one that failed, and the state of the book. */
function Refused({ told }: { readonly told: OrderExplanation }) {
  const { checks, needed, refusals, side } = told;
  const last = refusals.at(-1);
  const [other, then] = side === 'BUY' ? ['Best offer', last?.best_ask] : ['Best bid', last?.best_bid];
  return (
    <>
      <ol className='stack gap-2 why__checks' aria-label='Checks'>
        {checks.map(({ rule, passed, words }) => (
          <li key={`${rule} ${words}`} className={passed ? 'gap-2 flex yes' : 'gap-2 flex no'}>
            <Icon name={passed ? 'check' : 'close'} size={14} />
            <span className='visually-hidden'>{passed ? 'Passed: ' : 'Broken: '}</span>
            <span>{words}</span>
          </li>
        ))}
      </ol>
      <dl className='grid gap-3 figures'>
        <Figure name={`${other} when it came`}>{then ?? NO_FIGURE}</Figure>
        <Figure name={`${other} now`}>{needed.opposite ?? NO_FIGURE}</Figure>
      </dl>
      <p>{needed.words}</p>
    </>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt className='small soft'>{name}</dt>
      <dd className='numeric'>{children}</dd>
    </div>
  );
}

const inQueue = (shares: string): string => (shares === '0' ? 'Nothing' : formatShares(shares, 6, 'share'));

function Steps({ steps }: Pick<OrderExplanation, 'steps'>) {
  return (
    <ol className='stack gap-3 why__steps'>
      {steps.map(({ kind, timestamp, words }) => (
        <li key={`${kind} ${timestamp} ${words}`}>
          <p>{words}</p>
          {timestamp !== null && (
            <p className='small faint numeric'>{formatDateTime(new Date(Number(timestamp)).toISOString())}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

interface WhyDialogProps {
  readonly account: Account;
  readonly title: string;
  /** Null while the dialog is closed. */
  readonly orderId: string | null;
  readonly onClose: () => void;
}

/** Dialog that explains the state of an order, or how it ended. */
export function WhyDialog({ account, title, orderId, onClose }: WhyDialogProps) {
  return (
    <Dialog title={title} open={orderId !== null} onClose={onClose} wide>
      {orderId !== null && <ExplainedOrder account={account} orderId={orderId} />}
    </Dialog>
  );
}
