/** Form for the text and terms of a market. Sends only changed fields. */
import type { MarketDetail } from '@bellwether/contract';
import { endOf } from '../format/time.ts';
import { typedText } from '../format/typed-number.ts';
import { Field, TextField } from '../ui/field.tsx';
import { useMarketChange } from './catalog-change.ts';
import { EditForm, useEdit } from './edit-form.tsx';
import {
  feeProblem,
  isoOfLocal,
  LABEL_LENGTH_MAX,
  lengthProblem,
  localOfIso,
  minimumSizeProblem,
  plainDecimal,
  readRate,
  requiredProblem,
  TEXT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from './rules.ts';
import { TermsFields } from './terms-fields.tsx';

type MarketText = ReturnType<typeof textOf>;

function textOf(detail: MarketDetail, label: string) {
  return {
    question: detail.question,
    label,
    description: detail.description,
    end: localOfIso(endOf(detail.end_date_iso)),
    close: localOfIso(detail.close_time),
    tick: String(detail.minimum_tick_size),
    minimumSize: typedText(String(detail.minimum_order_size)),
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

/** Returns the changed fields under the venue's names. */
function changesOf(text: MarketText, before: MarketText): Record<string, unknown> {
  return {
    ...(text.question !== before.question && { question: text.question.trim() }),
    ...(text.label !== before.label && { groupItemTitle: text.label.trim() }),
    ...(text.description !== before.description && { description: text.description }),
    ...(text.end !== before.end && { endDate: isoOfLocal(text.end) }),
    ...(text.close !== before.close && { closeTime: text.close === '' ? null : isoOfLocal(text.close) }),
    ...(text.tick !== before.tick && { orderPriceMinTickSize: Number(text.tick) }),
    ...(text.minimumSize !== before.minimumSize && { orderMinSize: plainDecimal(text.minimumSize) }),
    ...(text.fee !== before.fee && { takerBaseFee: readRate(text.fee) ?? 0 }),
  };
}

interface MarketFormProps {
  readonly detail: MarketDetail;
  readonly label: string;
  readonly eventSlug: string;
}

export function MarketForm({ detail, label, eventSlug }: MarketFormProps) {
  const before = textOf(detail, label);
  const edit = useEdit(useMarketChange(detail.condition_id, eventSlug), {
    before,
    problemsOf,
    changesOf: (text) => changesOf(text, before),
  });
  const { bind } = edit;
  const isOver = detail.status === 'resolving' || detail.status === 'resolved';
  return (
    <EditForm edit={edit} save='Save market'>
      <Field label='Question' {...bind('question')} />
      <div className='grid gap-4 operate__pair'>
        <Field label='Short name' {...bind('label')} />
        <Field
          label='Ends'
          type='datetime-local'
          {...bind('end')}
          hint='What the question is about; it ends no trading.'
        />
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
    </EditForm>
  );
}
