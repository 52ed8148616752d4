/** Invites a list of people from a CSV file: one link for each, all or none. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Problem, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { saveText } from '../../ui/save-file.ts';
import { filled } from '../fields.ts';
import { useOperator } from '../operator.tsx';
import { Refusal } from '../refusal.tsx';
import { COLUMNS, csvOf, type ImportRow, readPeople } from './people-csv.ts';
import { PEOPLE } from './people-queries.ts';

export function ImportPeople() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite a list</Button>
      <Dialog title='Invite a list' open={isOpen} onClose={() => setOpen(false)}>
        {isOpen && <Import onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function Import({ onDone }: { readonly onDone: () => void }) {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const read = text.trim() === '' ? [] : readPeople(text);
  const rows = typeof read === 'string' ? [] : read;
  const send = useMutation({
    mutationFn: (people: readonly ImportRow[]) =>
      client.request('importPeople', { body: { people: [...people], ...filled({ reason }) } }),
    onSuccess: ({ links }, people) => {
      const told = links.map(({ url }, at) => [people[at]?.name ?? '', people[at]?.email ?? '', url]);
      saveText('invitations.csv', csvOf([['name', 'email', 'link'], ...told]), 'text/csv');
    },
    onSettled: () => cache.invalidateQueries({ queryKey: PEOPLE }),
  });
  if (send.isSuccess)
    return (
      <div className='stack' role='status'>
        <p>
          {send.data.links.length} links were made, and are in the file invitations.csv that was saved just now. They
          are told only this once.
        </p>
        <Button kind='primary' wide onClick={onDone}>
          Done
        </Button>
      </div>
    );
  return (
    <Form className='stack' onSend={() => rows.length > 0 && send.mutate(rows)}>
      <Field
        label='File'
        type='file'
        accept='.csv,text/csv'
        hint={`Columns, in any order: ${COLUMNS.join(', ')}.`}
        onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
      />
      <TextField
        label='Or paste it'
        rows={5}
        text={[text, setText]}
        placeholder={`${COLUMNS.join(',')}\nann@a.example,Ann,Sales,`}
      />
      <Field label='Why (optional, for the log)' maxLength={500} text={[reason, setReason]} />
      <Problem text={typeof read === 'string' ? read : null} />
      <Refusal error={send.error} />
      <Button type='submit' kind='primary' wide disabled={rows.length === 0} busy={send.isPending}>
        {rows.length === 0 ? 'Invite' : `Invite ${rows.length}`}
      </Button>
    </Form>
  );
}
