/** Preview of the order before it is signed. */
import type { ReactNode } from 'react';
import { fromMicros } from '../format/decimal.ts';
import {
  formatCents,
  formatExactMoney,
  formatMoney,
  formatRate,
  formatShares,
  shownMicros,
} from '../format/numbers.ts';
import { classNames } from '../ui/class-names.ts';
import type { Plan, Preview, Scene } from './plan.ts';
import type { TicketForm } from './ticket-form.ts';

const money = (micros: bigint): string => formatMoney(fromMicros(micros));
const cents = (micros: bigint): string => formatCents(fromMicros(micros));
const exact = (micros: bigint): string => formatExactMoney(fromMicros(micros));
const shares = (micros: bigint, word?: 'share'): string => formatShares(fromMicros(micros), 2, word);

export function TicketSummary({ form, plan, scene }: Readonly<{ form: TicketForm; plan: Plan; scene: Scene }>) {
  const preview = plan.kind === 'empty' ? null : plan.preview;
  if (preview === null) return null;
  return (
    <div className='stack small gap-2 line-above ticket__summary'>
      <dl className='stack gap-1 numeric'>
        <Trading preview={preview} form={form} feeBps={scene.feeBps} />
        <Ending preview={preview} outcome={scene.outcome} isMarket={form.type === 'market'} />
      </dl>
      <Warnings preview={preview} form={form} />
    </div>
  );
}

interface LineProps {
  readonly name: string;
  readonly hint?: string;
  readonly strong?: boolean;
  readonly children: ReactNode;
}

export function Line({ name, hint = '', strong = false, children }: LineProps) {
  return (
    <div className={classNames('row--apart gap-3 flex ticket__line', strong && 'ticket__line--strong')}>
      <dt className='soft' {...(hint !== '' && { title: hint })}>
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Trading({ preview, form, feeBps }: Readonly<{ preview: Preview; form: TicketForm; feeBps: number }>) {
  const { average, slippage, now, resting, limit } = preview;
  const isMarket = form.type === 'market';
  return (
    <>
      {average !== null && (
        <>
          {!isMarket && <Line name='Trades at once'>{shares(now.shares, 'share')}</Line>}
          <Line name='Average price'>≈ {cents(average + 50n - ((average + 50n) % 100n))}</Line>
          {slippage !== null && (
            <Line name='Slippage'>{slippage < 100n ? 'none' : cents(slippage - (slippage % 100n))}</Line>
          )}
        </>
      )}
      {!isMarket && resting > 0n && (
        <Line name='Rests in the book'>
          {shares(resting)} at {cents(limit)}
        </Line>
      )}
      {isMarket && <Line name='Worst price'>{cents(limit)}</Line>}
      <Line name={feeBps === 0 ? 'Fee' : `Fee, rate ${formatRate(feeBps)}`} hint={feeBps === 0 ? '' : FEE_HINT}>
        {feeBps === 0 ? 'none' : exact(now.fee)}
      </Line>
    </>
  );
}

const FEE_HINT =
  'For the part that trades at once: shares × rate × price × (1 − price), highest at 50¢. A resting order pays no fee.';

type EndingProps = { readonly preview: Preview; readonly outcome: string; readonly isMarket: boolean };

function Ending({ preview, outcome, isMarket }: EndingProps) {
  const { side, total, resting, held, now } = preview;
  const all = now.shares + resting;
  if (side === 'SELL') {
    return (
      <Line name='You receive' strong>
        {resting > 0n ? 'up to ' : '≈ '}
        {exact(total)}
      </Line>
    );
  }
  return (
    <>
      <Line name={resting > 0n ? 'You pay at most' : 'You pay'}>{exact(total)}</Line>
      {held > 0n && (
        <Line name='Held while it rests' hint='Its cost and the largest possible fee. The rest is returned.'>
          {exact(held)}
        </Line>
      )}
      <Line name='Shares'>
        {isMarket ? '≈ ' : ''}
        {shares(all)}
      </Line>
      <Line name={`If ${outcome} wins`} strong>
        <span className='yes'>{money(all)}</span>{' '}
        <span className='soft'>(+{money(all > total ? shownMicros(all) - total : 0n)})</span>
      </Line>
    </>
  );
}

function Warnings({ preview, form }: { readonly preview: Preview; readonly form: TicketForm }) {
  const { now, hasOwnInWay, side } = preview;
  return (
    <>
      {form.type === 'market' && !now.isEnough && (
        <p className='small rounded ticket__warning' role='status'>
          The book has only {shares(now.shares, 'share')} for this. What is there is{' '}
          {side === 'BUY' ? 'bought' : 'sold'}; the rest is dropped.
        </p>
      )}
      {hasOwnInWay && (
        <p className='small rounded ticket__warning' role='status'>
          Orders of your own stand in the way: they are cancelled, not traded with.
        </p>
      )}
    </>
  );
}
