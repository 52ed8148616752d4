/** Second step of a new event: its markets with their outcomes, and whether exactly one of them wins. */
import { Button } from '../ui/button.tsx';
import { Field, Problem } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { MARKETS_MAX, type MarketDraft, type Problems } from './draft.ts';
import type { StepProps } from './fields.ts';

export function MarketsStep({ draft, problems, onChange }: StepProps) {
  const { markets } = draft;
  const change = (key: number, part: Partial<MarketDraft>): void =>
    onChange({ markets: markets.map((market) => (market.key === key ? { ...market, ...part } : market)) });
  const add = (): void => {
    const key = Math.max(0, ...markets.map((market) => market.key)) + 1;
    onChange({ markets: [...markets, { key, question: '', label: '', outcomes: ['Yes', 'No'] }] });
  };
  return (
    <div className='stack'>
      <div className='panel panel__body stack gap-2'>
        <label className='row gap-3 semi'>
          <input
            type='checkbox'
            className='switch'
            role='switch'
            aria-checked={draft.negRisk}
            checked={draft.negRisk}
            onChange={(event) => onChange({ negRisk: event.target.checked })}
          />
          <span>Exactly one of the markets wins (negative risk)</span>
        </label>
        <p className='small faint'>
          For questions such as “who wins the league”: No of one market is then worth Yes of all others, and traders can
          convert between them. It cannot be changed later.
        </p>
        <Problem text={problems['markets']} />
      </div>
      {markets.map((market, index) => (
        <MarketFields
          key={market.key}
          market={market}
          number={index + 1}
          isOnly={markets.length === 1}
          problems={problems}
          onChange={(part) => change(market.key, part)}
          onRemove={() => onChange({ markets: markets.filter(({ key }) => key !== market.key) })}
        />
      ))}
      <div>
        <Button onClick={add} disabled={markets.length >= MARKETS_MAX}>
          <Icon name='plus' size={16} /> Add a market
        </Button>
      </div>
    </div>
  );
}

interface MarketFieldsProps {
  readonly market: MarketDraft;
  readonly number: number;
  readonly isOnly: boolean;
  readonly problems: Problems;
  readonly onChange: (part: Partial<MarketDraft>) => void;
  readonly onRemove: () => void;
}

function MarketFields({ market, number, isOnly, problems, onChange, onRemove }: MarketFieldsProps) {
  const { key, question, label, outcomes } = market;
  const problem = (name: string): string | null => problems[`market ${key} ${name}`] ?? null;
  return (
    <fieldset className='panel'>
      <legend className='visually-hidden'>Market {number}</legend>
      <div className='panel__head'>
        <strong aria-hidden='true'>Market {number}</strong>
        {!isOnly && (
          <Button size='sm' kind='ghost' aria-label={`Remove market ${number}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      <div className='panel__body stack'>
        <Field
          label='Question'
          value={question}
          onChange={(event) => onChange({ question: event.target.value })}
          error={problem('question')}
          hint='A complete question: “Will it rain in Lisbon on Saturday?”'
        />
        <Field
          label={isOnly ? 'Short name (optional)' : 'Short name'}
          value={label}
          onChange={(event) => onChange({ label: event.target.value })}
          error={problem('label')}
          hint='Its name within the event: “Saturday”, “Kestrel Bay”.'
        />
        <div className='grid gap-4 operate__pair'>
          <Field
            label='First outcome'
            value={outcomes[0]}
            onChange={(event) => onChange({ outcomes: [event.target.value, outcomes[1]] })}
            error={problem('outcomes')}
          />
          <Field
            label='Second outcome'
            value={outcomes[1]}
            onChange={(event) => onChange({ outcomes: [outcomes[0], event.target.value] })}
          />
        </div>
      </div>
    </fieldset>
  );
}
