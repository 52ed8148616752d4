/** A numeric question: its ranges, the distribution at which they open, and a live preview of both. */
import { formatCount } from '../format/numbers.ts';
import { Bars } from '../numeric/bars.tsx';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import type { EventDraft } from './draft-shape.ts';
import { bindDraft, type StepProps } from './fields.ts';
import { DATE_STEPS, previewOf } from './numeric-draft.ts';

const RANGES = [
  ['step', 'Of equal width'],
  ['edges', 'With edges of my own'],
] as const;
const DISTRIBUTIONS = [
  ['uniform', 'Even: no one knows'],
  ['normal', 'Around a value'],
  ['weights', 'Weights of my own'],
] as const;

export function NumericFields(props: StepProps) {
  const { draft } = props;
  const bind = bindDraft(props);
  const isDate = draft.kind === 'date';
  const point = isDate ? { type: 'date' } : { inputMode: 'decimal' as const };
  return (
    <div className='panel panel__body stack'>
      <SelectField label='Ranges' options={RANGES} {...bind('ranges')} />
      {draft.ranges === 'edges' ? (
        <TextField
          label='Edges, in ascending order'
          rows={3}
          {...bind('edges')}
          placeholder={isDate ? '2030-01-01 2030-07-01' : '1 2 5 10'}
          hint='With spaces or lines between them. The ranges below the first and above the last are added.'
        />
      ) : (
        <div className='grid gap-4 operate__pair'>
          <Field label='From' {...point} {...bind('from')} />
          <Field label='To' {...point} {...bind('to')} />
          {isDate ? (
            <SelectField label='Step' options={DATE_STEPS} {...bind('step')} />
          ) : (
            <Field label='Step' {...point} {...bind('step')} />
          )}
        </div>
      )}
      {!isDate && <Field label='Unit (optional)' placeholder='%' maxLength={20} {...bind('unit')} />}
      {draft.house && (
        <>
          <SelectField label='Opening chances' options={DISTRIBUTIONS} {...bind('distribution')} />
          {draft.distribution === 'normal' && (
            <div className='grid gap-4 operate__pair'>
              <Field label='Mean' {...point} {...bind('mean')} />
              <Field
                label={isDate ? 'Standard deviation in days' : 'Standard deviation'}
                inputMode='decimal'
                {...bind('deviation')}
                hint='Two thirds of the chance lie within it on both sides.'
              />
            </div>
          )}
          {draft.distribution === 'weights' && (
            <TextField label='Weights, one for each range' rows={3} {...bind('weights')} />
          )}
        </>
      )}
      <NumericPreview draft={draft} />
    </div>
  );
}

/** The ranges and their opening chances; a hint while there are none. */
export function NumericPreview({ draft }: { readonly draft: EventDraft }) {
  const preview = previewOf(draft);
  if (preview === null) return <p className='small faint'>The ranges appear here.</p>;
  const { scale, labels, chances } = preview;
  return (
    <section className='stack gap-2' aria-label='Preview of the ranges'>
      <p className='small soft' role='status'>
        {formatCount(labels.length)} ranges: {labels[0]}, … {labels.at(-1)}.
      </p>
      <Bars caption='Opening chances' scale={scale} labels={labels} chances={chances} />
    </section>
  );
}
