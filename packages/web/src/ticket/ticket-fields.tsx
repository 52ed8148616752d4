/** Inputs of the ticket: quantity with quick steps, limit price, and advanced options. */
import { useState } from 'react';
import { complement, fromMicros, toMicros } from '../format/decimal.ts';
import { CURRENCY } from '../format/look.ts';
import { formatCents, formatCompactMoney, formatTickMoney } from '../format/numbers.ts';
import { readTyped, typedText } from '../format/typed-number.ts';
import { useQuote } from '../live/live-context.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CheckField, Field, SelectField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import type { Market } from '../venue/market-model.ts';
import type { Side } from './estimate.ts';
import { largestQuantity, type Plan, type Scene } from './plan.ts';
import { type Expiry, quantityText, type TicketForm, TOLERANCES, type Tolerance, withUnit } from './ticket-form.ts';

interface FieldsProps {
  readonly form: TicketForm;
  readonly onChange: (form: TicketForm) => void;
  readonly scene: Scene;
  readonly plan: Plan;
}

export function TicketFields(props: FieldsProps) {
  const { form, onChange, plan } = props;
  const errorOf = (field: 'quantity' | 'price'): string | null =>
    plan.kind === 'blocked' && plan.field === field ? plan.reason : null;
  const isAmount = form.unit === 'amount';
  return (
    <>
      {form.type === 'limit' && <PriceField {...props} error={errorOf('price')} />}
      <div className='stack gap-2 ticket__quantity'>
        {form.side === 'BUY' && (
          <Segmented
            label='Count in'
            value={form.unit}
            options={{ amount: CURRENCY, shares: 'Shares' }}
            onChange={(unit) => onChange(withUnit(form, unit))}
          />
        )}
        <Field
          label={isAmount ? `Amount (${CURRENCY})` : 'Shares'}
          className='ticket__number numeric'
          inputMode='decimal'
          autoComplete='off'
          placeholder={isAmount ? formatCompactMoney('0') : '0'}
          text={[form.quantity, (quantity) => onChange({ ...form, quantity })]}
          error={errorOf('quantity')}
        />
      </div>
      <QuickSteps {...props} />
      <Options {...props} />
    </>
  );
}

function PriceField({ form, onChange, scene, error }: FieldsProps & { readonly error: string | null }) {
  const typed = readTyped(form.cents);
  // One cent is a price of 0.01, so a tick is 100 times larger in cents.
  const step = (toMicros(scene.terms.tick) ?? 10_000n) * 100n;
  const move = (direction: 1n | -1n): void => {
    const now = typed.kind === 'number' ? typed.micros : 50_000_000n;
    const next = now - (now % step) + direction * step;
    const isInside = next >= step && next <= 100_000_000n - step;
    if (isInside) onChange({ ...form, cents: typedText(fromMicros(next)) });
  };
  const best = form.side === 'BUY' ? scene.book?.asks.at(-1)?.price : scene.book?.bids.at(-1)?.price;
  return (
    <div className='gap-2 top flex ticket__price'>
      <Field
        label='Limit price (¢)'
        className='ticket__number numeric'
        inputMode='decimal'
        autoComplete='off'
        placeholder='0'
        text={[form.cents, (cents) => onChange({ ...form, cents })]}
        error={error}
        hint={
          best === undefined
            ? `Steps of ${formatCents(scene.terms.tick)}`
            : `Best ${form.side === 'BUY' ? 'offer' : 'bid'} ${formatCents(best)} · steps of ${formatCents(scene.terms.tick)}`
        }
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          move(event.key === 'ArrowUp' ? 1n : -1n);
        }}
      />
      <div className='gap-1 flex ticket__steps-price'>
        <Button icon aria-label='Price down' onClick={() => move(-1n)}>
          −
        </Button>
        <Button icon aria-label='Price up' onClick={() => move(1n)}>
          +
        </Button>
      </div>
    </div>
  );
}

const ADDED = { amount: [1, 10, 100], shares: [10, 50, 100] } as const;
const PARTS = [25n, 50n] as const;

function QuickSteps({ form, onChange, scene }: FieldsProps) {
  const most = largestQuantity(form, scene);
  const typed = readTyped(form.quantity);
  const now = typed.kind === 'number' ? typed.micros : 0n;
  const set = (micros: bigint): void => onChange({ ...form, quantity: quantityText(micros) });
  const unit = (value: number): string => (form.unit === 'amount' ? `+${formatTickMoney(value, 1)}` : `+${value}`);
  return (
    <fieldset className='gap-2 flex ticket__steps' aria-label='Quick amounts'>
      {form.side === 'BUY'
        ? ADDED[form.unit].map((value) => (
            <Button key={value} size='sm' onClick={() => set(now + BigInt(value) * 1_000_000n)}>
              {unit(value)}
            </Button>
          ))
        : PARTS.map((part) => (
            <Button key={part} size='sm' disabled={most === 0n} onClick={() => set((most * part) / 100n)}>
              {`${part}%`}
            </Button>
          ))}
      <Button size='sm' disabled={most === 0n} onClick={() => onChange({ ...form, quantity: quantityText(most, 1n) })}>
        Max
      </Button>
    </fieldset>
  );
}

const EXPIRIES: Readonly<Record<Expiry, string>> = {
  never: 'Until cancelled',
  hour: 'In 1 hour',
  day: 'In 1 day',
  week: 'In 7 days',
  custom: 'At a time…',
};

function Options(props: FieldsProps) {
  const { form, plan } = props;
  const [isOpen, setOpen] = useState(false);
  const isWrong = plan.kind === 'blocked' && plan.field === 'expiry';
  return (
    <details
      className='ticket__options'
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className='small soft semi'>Options</summary>
      <div className='stack gap-3 ticket__options-body'>
        {form.type === 'limit' ? <LimitOptions {...props} /> : <MarketOptions {...props} />}
      </div>
    </details>
  );
}

function LimitOptions({ form, onChange, plan }: FieldsProps) {
  return (
    <>
      <SelectField
        label='Ends'
        text={[form.expiry, (expiry) => onChange({ ...form, expiry: expiry as Expiry })]}
        options={Object.entries(EXPIRIES)}
      />
      {form.expiry === 'custom' && (
        <Field
          label='Ends at'
          type='datetime-local'
          text={[form.expiresAt, (expiresAt) => onChange({ ...form, expiresAt })]}
          error={plan.kind === 'blocked' && plan.field === 'expiry' ? plan.reason : null}
        />
      )}
      <CheckField isSwitch isOn={form.postOnly} onChange={(postOnly) => onChange({ ...form, postOnly })}>
        Post-only <span className='small soft'>– rest in the book, never take</span>
      </CheckField>
    </>
  );
}

function MarketOptions({ form, onChange }: FieldsProps) {
  return (
    <>
      <SelectField
        label='If the price moves, accept'
        text={[form.tolerance, (tolerance) => onChange({ ...form, tolerance: tolerance as Tolerance })]}
        options={TOLERANCES.map((value) => [
          value,
          value === '0' ? 'Nothing worse than the book now' : `Up to ${formatCents(value)} worse`,
        ])}
      />
      <CheckField isSwitch isOn={form.allOrNothing} onChange={(allOrNothing) => onChange({ ...form, allOrNothing })}>
        All or nothing <span className='small soft'>– no partial fill</span>
      </CheckField>
    </>
  );
}

interface OutcomeButtonsProps {
  readonly market: Market;
  readonly side: Side;
  readonly value: 0 | 1;
  readonly onChange: (index: 0 | 1) => void;
}

export function OutcomeButtons({ market, side, value, onChange }: OutcomeButtonsProps) {
  const { bid, ask } = useQuote(market.outcomes[value].tokenId);
  // The other outcome's book mirrors this one.
  const own = side === 'BUY' ? ask : bid;
  const behind = side === 'BUY' ? bid : ask;
  const other = behind === null ? null : complement(behind);
  return (
    <fieldset className='grid gap-2 ticket__outcomes' aria-label='Outcome to trade'>
      {market.outcomes.map(({ index, label }) => {
        const price = index === value ? own : other;
        return (
          <button
            key={index}
            type='button'
            aria-pressed={index === value}
            className={classNames('button button--lg numeric', index === 0 ? 'button--yes' : 'button--no')}
            onClick={() => onChange(index)}
          >
            <span className='truncate'>{label}</span> {price !== null && <span>{formatCents(price)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
