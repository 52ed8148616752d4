/** Explains any order of the current branch by its id, whichever account placed it. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText } from '../operate/operator-error.ts';
import { OrderLife } from '../orders/explained-order.tsx';
import '../orders/orders.css';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { isMissing } from '../venue/error-text.ts';
import { clockQuery } from './sandbox-queries.ts';

export function ExplainPanel() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const [text, setText] = useState('');
  const [rule, setRule] = useState<string | null>(null);
  /** `time` increases with each request, so that asking again refetches. */
  const [asked, setAsked] = useState<{ readonly id: string; readonly time: number } | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const id = text.trim();
    const isId = /^0x[0-9a-fA-F]{64}$/.test(id);
    setRule(isId ? null : 'The id of an order is 0x followed by 64 digits or letters a to f.');
    if (isId) setAsked({ id, time: (asked?.time ?? 0) + 1 });
  };
  return (
    <Panel title='Why is an order as it is?' padded>
      <form className='grid top gap-2 sandbox__line' onSubmit={submit} noValidate>
        <Field
          label='Order id'
          autoComplete='off'
          spellCheck={false}
          value={text}
          error={rule}
          hint='Any order on this branch: placed, refused or held back by a rule.'
          onChange={({ target }) => {
            setText(target.value);
            setRule(null);
          }}
        />
        <Button type='submit'>Explain</Button>
      </form>
      {asked !== null && (
        <OrderLife
          key={asked.time}
          queryKey={['operate', 'sandbox', 'explained', clock?.branch, asked.id, asked.time]}
          explain={(signal) => client.sandbox.explain(asked.id, { signal })}
          untold={untoldText}
          isNamed
        />
      )}
    </Panel>
  );
}

function untoldText(error: unknown): string {
  if (!isMissing(error)) return operatorErrorText(error);
  return 'This branch has no such order. Refused orders are remembered only for a while, and only on the branch that is traded on.';
}
