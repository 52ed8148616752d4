/** A form of the operator: its text, what sends it, why it was refused, and its button. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { boundTo } from './fields.ts';
import { Refusal } from './refusal.tsx';

type Text<Name extends string> = Readonly<Record<Name, string>>;

interface SendingRules<Name extends string, Answer> {
  readonly empty: Text<Name>;
  readonly send: (text: Text<Name>) => Promise<Answer>;
  /** Key of what is read again, if anything is. */
  readonly renews?: QueryKey;
  /** Returns the problem of each field; null for a valid one. */
  readonly problemsOf?: (text: Text<Name>) => Readonly<Partial<Record<Name, string | null>>>;
  /** True if the text stays for the next time. */
  readonly isKept?: boolean;
}

/** `submit` sends the text, or shows what is wrong with it. */
export function useSending<Name extends string, Answer>(rules: SendingRules<Name, Answer>) {
  const { empty, isKept = false, problemsOf, renews, send } = rules;
  const cache = useQueryClient();
  const [text, setText] = useState(empty);
  const [isChecked, setChecked] = useState(false);
  const sent = useMutation({
    mutationFn: send,
    onSuccess: () => !isKept && setText(empty),
    onSettled: () => renews && cache.invalidateQueries({ queryKey: renews }),
  });
  const problems = problemsOf?.(text) ?? {};
  const bind = boundTo<Name>(text, isChecked ? problems : {}, (name, value) =>
    setText((before) => ({ ...before, [name]: value })),
  );
  const submit = (): void => {
    const isWrong = Object.values(problems).some((problem) => problem !== null);
    setChecked(isWrong);
    if (!isWrong) sent.mutate(text);
  };
  return { text, bind, sent, submit };
}

interface SendFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly of: {
    readonly sent: { readonly error: unknown; readonly isPending: boolean };
    readonly submit: () => unknown;
    readonly isLocked?: boolean;
  };
  /** Words of the button. */
  readonly action: string;
}

export function SendForm({ of: { sent, submit, isLocked = false }, action, children, ...rest }: SendFormProps) {
  return (
    <Form className='stack' {...rest} onSend={submit}>
      {children}
      <Refusal error={sent.error} />
      <div>
        <Button type='submit' kind='primary' busy={sent.isPending} disabled={isLocked}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
