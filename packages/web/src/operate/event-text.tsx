/** Form for the text and dates of an event. Sends only changed fields. */
import type { Event } from '@bellwether/contract';
import { endOf } from '../format/time.ts';
import { Field, TextField } from '../ui/field.tsx';
import { useEventChange } from './catalog-change.ts';
import { EditForm, useEdit } from './edit-form.tsx';
import {
  isoOfLocal,
  lengthProblem,
  localOfIso,
  pictureProblem,
  requiredProblem,
  TEXT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
  URL_LENGTH_MAX,
} from './rules.ts';

function textOf({ title, description, resolutionSource, image, endDate }: Event) {
  return { title, description, resolutionSource, image, end: localOfIso(endOf(endDate)) };
}

export function EventText({ event }: { readonly event: Event }) {
  const before = textOf(event);
  const edit = useEdit(useEventChange(event), {
    before,
    problemsOf: ({ title, description, resolutionSource, image }) => ({
      title: requiredProblem('the title', title, TITLE_LENGTH_MAX),
      description: lengthProblem(description, TEXT_LENGTH_MAX),
      resolutionSource: lengthProblem(resolutionSource, URL_LENGTH_MAX),
      image: image === before.image ? null : pictureProblem(image),
    }),
    changesOf: ({ title, description, resolutionSource, image, end }) => ({
      ...(title !== before.title && { title: title.trim() }),
      ...(description !== before.description && { description }),
      ...(resolutionSource !== before.resolutionSource && { resolutionSource }),
      ...(image !== before.image && { image: image.trim(), icon: image.trim() }),
      ...(end !== before.end && { endDate: isoOfLocal(end) }),
    }),
  });
  const { bind } = edit;
  return (
    <EditForm edit={edit} save='Save event'>
      <Field label='Title' {...bind('title')} />
      <TextField label='Description and rules' rows={5} {...bind('description')} />
      <Field label='Resolution source' {...bind('resolutionSource')} />
      <div className='grid gap-4 operate__pair'>
        <Field label='Picture (address)' {...bind('image')} />
        <Field label='Ends' type='datetime-local' {...bind('end')} />
      </div>
    </EditForm>
  );
}
