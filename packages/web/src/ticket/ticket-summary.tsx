/** What the order does, before it is signed. */
import type { ReactNode } from 'react';
import { fromMicros } from '../format/decimal.ts';
import { formatCents, formatMoney, formatShares, formatSmallMoney } from '../format/numbers.ts';
import type { Plan, Preview, Scene } from './plan.ts';
import type { TicketForm } from './ticket-form.ts';

const money = (micros: bigint): string => formatMoney(fromMicros(micros));
const cents = (micros: bigint): string => formatCents(fromMicros(micros));
const shares = (micros: bigint): string => formatShares(fromMicros(micros));

export function TicketSummary({
  form,
  plan,
  scene,
}: {
  readonly form: TicketForm;
  readonly plan: Plan;
  readonly scene: Scene;
}) {
  const preview = plan.kind === 'empty' ? null : plan.preview;
  if (preview === null) return null;
  return (
    <div className='ticket__summary'>
      <dl className='numeric'>
        <Trading preview={preview} form={form} feeBps={scene.feeBps} />
        <Ending preview={preview} outcome={scene.outcome} />
      </dl>
      <Warnings preview={preview} form={form} />
    </div>
  );
}

function Line({
  name,
  strong = false,
  children,
}: {
  readonly name: string;
  readonly strong?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={strong ? 'ticket__line ticket__line--strong' : 'ticket__line'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Trading({
  preview,
  form,
  feeBps,
}: {
  readonly preview: Preview;
  readonly form: TicketForm;
  readonly feeBps: number;
}) {
  const { average, slippage, now, resting, limit } = preview;
  const isMarket = form.type === 'market';
  return (
    <>
      {average !== null && (
        <>
          {!isMarket && <Line name='Trades at once'>{shares(now.shares)} shares</Line>}
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
      <Line name='Fee'>{feeBps === 0 ? 'none' : `≈ ${feeText(now.fee)}`}</Line>
    </>
  );
}

/** Small fees are shown as fine as the venue takes them. */
function feeText(fee: bigint): string {
  return fee > 0n && fee < 10_000n ? formatSmallMoney(fromMicros(fee)) : money(fee);
}

function Ending({ preview, outcome }: { readonly preview: Preview; readonly outcome: string }) {
  const { side, total, resting, now } = preview;
  const all = now.shares + resting;
  if (side === 'SELL') {
    return (
      <Line name='You receive' strong>
        ≈ {money(total)}
      </Line>
    );
  }
  return (
    <>
      <Line name={resting > 0n ? 'You pay at most' : 'You pay'}>{money(total)}</Line>
      <Line name='Shares'>≈ {shares(all)}</Line>
      <Line name={`If ${outcome} wins`} strong>
        <span className='yes'>{money(all)}</span>{' '}
        <span className='soft'>(+{money(all > total ? all - total : 0n)})</span>
      </Line>
    </>
  );
}

function Warnings({ preview, form }: { readonly preview: Preview; readonly form: TicketForm }) {
  const { now, hasOwnInWay, side } = preview;
  return (
    <>
      {form.type === 'market' && !now.isEnough && (
        <p className='ticket__warning' role='status'>
          The book only has {shares(now.shares)} shares of that. What is there is {side === 'BUY' ? 'bought' : 'sold'},
          the rest is dropped.
        </p>
      )}
      {hasOwnInWay && (
        <p className='ticket__warning' role='status'>
          Orders of your own stand in the way: they are cancelled, not traded with.
        </p>
      )}
    </>
  );
}
