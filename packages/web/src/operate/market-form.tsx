/** Text and terms of a market. Sends only what was changed. */
import type { MarketDetail } from '@bellwether/contract';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { useMarketChange } from './market-change.ts';
import { operatorErrorText } from './operator-error.ts';
import {
  feeProblem,
  isoOfLocal,
  LABEL_LENGTH_MAX,
  lengthProblem,
  localOfIso,
  minimumSizeProblem,
  requiredProblem,
  TEXT_LENGTH_MAX,
  TICKS,
  TITLE_LENGTH_MAX,
} from './rules.ts';

interface MarketText {
  readonly question: string;
  readonly label: string;
  readonly description: string;
  readonly end: string;
  readonly tick: string;
  readonly minimumSize: string;
  readonly fee: string;
}

function textOf(detail: MarketDetail, label: string): MarketText {
  return {
    question: detail.question,
    label,
    description: detail.description,
    end: localOfIso(detail.end_date_iso),
    tick: String(detail.minimum_tick_size),
    minimumSize: String(detail.minimum_order_size),
    fee: String(detail.taker_base_fee),
  };
}

function problemsOf(text: MarketText) {
  return {
    question: requiredProblem('the question', text.question, TITLE_LENGTH_MAX),
    label: lengthProblem(text.label, LABEL_LENGTH_MAX),
    description: lengthProblem(text.description, TEXT_LENGTH_MAX),
    minimumSize: minimumSizeProblem(text.minimumSize),
    fee: feeProblem(text.fee),
  };
}

/** What differs, under the venue's names. */
function changesOf(text: MarketText, before: MarketText): Record<string, unknown> {
  return {
    ...(text.question !== before.question && { question: text.question.trim() }),
    ...(text.label !== before.label && { groupItemTitle: text.label.trim() }),
    ...(text.description !== before.description && { description: text.description }),
    ...(text.end !== before.end && { endDate: isoOfLocal(text.end) }),
    ...(text.tick !== before.tick && { orderPriceMinTickSize: Number(text.tick) }),
    ...(text.minimumSize !== before.minimumSize && { orderMinSize: text.minimumSize.trim() }),
    ...(text.fee !== before.fee && { takerBaseFee: Number(text.fee) }),
  };
}

export function MarketForm({
  detail,
  label,
  eventSlug,
}: {
  readonly detail: MarketDetail;
  readonly label: string;
  readonly eventSlug: string;
}) {
  const change = useMarketChange(detail.condition_id, eventSlug);
  const before = textOf(detail, label);
  const [text, setText] = useState(before);
  const problems = problemsOf(text);
  const changes = changesOf(text, before);
  const isReady = Object.keys(changes).length > 0 && Object.values(problems).every((problem) => problem === null);
  const set = (part: Partial<MarketText>): void => {
    setText((old) => ({ ...old, ...part }));
    change.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) change.mutate(changes);
  };
  return (
    <form className='panel__body stack' onSubmit={submit} noValidate>
      <Field
        label='Question'
        value={text.question}
        error={problems.question}
        onChange={(event) => set({ question: event.target.value })}
      />
      <div className='operate__pair'>
        <Field
          label='Short name'
          value={text.label}
          error={problems.label}
          onChange={(event) => set({ label: event.target.value })}
        />
        <Field
          label='Ends'
          type='datetime-local'
          value={text.end}
          onChange={(event) => set({ end: event.target.value })}
        />
      </div>
      <TextField
        label='Rules'
        rows={4}
        value={text.description}
        error={problems.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <div className='operate__triple'>
        <SelectField
          label='Price step (tick)'
          value={text.tick}
          hint='Resting orders keep their prices.'
          onChange={(event) => set({ tick: event.target.value })}
        >
          {TICKS.map((tick) => (
            <option key={tick} value={tick}>
              {tick}
            </option>
          ))}
        </SelectField>
        <Field
          label='Smallest order, shares'
          inputMode='decimal'
          value={text.minimumSize}
          error={problems.minimumSize}
          onChange={(event) => set({ minimumSize: event.target.value })}
        />
        <Field
          label='Taker fee, ten-thousandths'
          inputMode='numeric'
          value={text.fee}
          error={problems.fee}
          onChange={(event) => set({ fee: event.target.value })}
        />
      </div>
      {change.isError && (
        <p className='operate__alert' role='alert'>
          {operatorErrorText(change.error)}
        </p>
      )}
      <div>
        <Button type='submit' kind='primary' disabled={!isReady} busy={change.isPending}>
          Save market
        </Button>
      </div>
    </form>
  );
}
