/** Preview of a new event as traders will see it. */
import { formatCents } from '../format/numbers.ts';
import { formatMoment } from '../format/time.ts';
import { Mark } from '../ui/mark.tsx';
import { draftSlug, type EventDraft } from './draft.ts';
import { isoOfLocal } from './rules.ts';

export function EventPreview({ draft }: { readonly draft: EventDraft }) {
  const start = isoOfLocal(draft.startLocal);
  const close = isoOfLocal(draft.closeLocal);
  return (
    <section className='stack' aria-label='Preview'>
      <p className='small soft'>This is what will be created. Nothing has been sent yet.</p>
      <article className='panel panel__body stack'>
        <div className='row top gap-4'>
          <Mark id={draftSlug(draft)} image={draft.image.trim()} size={64} />
          <div>
            <h2>{draft.title.trim()}</h2>
            <p className='row wrap small faint'>
              {draft.tags.map((tag) => (
                <span key={tag} className='badge'>
                  {tag}
                </span>
              ))}
              {draft.series.trim() !== '' && <span>Series: {draft.series.trim()}</span>}
              {draft.negRisk && <span className='badge badge--accent'>Negative risk</span>}
            </p>
          </div>
        </div>
        <ul className='operate__preview-markets'>
          {draft.markets.map(({ key, question, label, outcomes }) => (
            <li key={key}>
              <span>
                <strong>{label.trim() || question.trim()}</strong>
                {label.trim() !== '' && <span className='small faint'> {question.trim()}</span>}
              </span>
              <span className='row'>
                <span className='badge badge--yes'>{outcomes[0].trim()}</span>
                <span className='badge badge--no'>{outcomes[1].trim()}</span>
              </span>
            </li>
          ))}
        </ul>
        <div>
          <h3>Rules</h3>
          <p className='operate__text'>{draft.description.trim()}</p>
        </div>
        <dl className='grid gap-3 operate__facts operate__facts--flat'>
          <Fact title='Decided by' text={draft.resolutionSource.trim()} />
          <Fact title='Starts' text={start === '' ? 'now' : formatMoment(start)} />
          <Fact title='Ends' text={formatMoment(isoOfLocal(draft.endLocal))} />
          <Fact title='Trading ends' text={close === '' ? 'with the result' : formatMoment(close)} />
          <Fact title='Price step' text={formatCents(draft.tick)} />
          <Fact title='Smallest order' text={`${draft.minimumSize} shares`} />
          <Fact title='Taker fee' text={draft.fee === '0' ? 'none' : `${draft.fee} basis points`} />
          <Fact title='Address' text={`/app/event/${draftSlug(draft)}`} />
        </dl>
      </article>
    </section>
  );
}

function Fact({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <dt className='small faint'>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
}
