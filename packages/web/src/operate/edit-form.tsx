/** Edit form for an existing event or market: tracks the input, validates it, and sends only the changed fields. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { CatalogChange, Changes } from './catalog-change.ts';
import { type Bind, boundTo } from './fields.ts';
import { Refusal } from './refusal.tsx';

type Text<Name extends string> = Readonly<Record<Name, string>>;

interface EditRules<Name extends string> {
  readonly before: Text<Name>;
  /** Returns the problem of each field; null for a valid one. */
  readonly problemsOf: (text: Text<Name>) => Readonly<Partial<Record<Name, string | null>>>;
  readonly changesOf: (text: Text<Name>) => Changes;
}

interface Edit<Name extends string> {
  readonly change: CatalogChange;
  readonly bind: Bind<Name>;
  /** Null while a field is invalid or nothing has changed. */
  readonly changes: Changes | null;
}

export function useEdit<Name extends string>(change: CatalogChange, rules: EditRules<Name>): Edit<Name> {
  const [text, setText] = useState(rules.before);
  const problems = rules.problemsOf(text);
  const changes = rules.changesOf(text);
  const isReady = Object.keys(changes).length > 0 && Object.values(problems).every((problem) => problem === null);
  const bind = boundTo<Name>(text, problems, (name, value) => {
    setText((before) => ({ ...before, [name]: value }));
    if (!change.isPending) change.reset();
  });
  return { change, bind, changes: isReady ? changes : null };
}

export function EditForm<Name extends string>({
  edit: { change, changes },
  save,
  children,
}: {
  readonly edit: Edit<Name>;
  readonly save: string;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changes !== null) change.mutate(changes);
  };
  return (
    <form className='panel__body stack' onSubmit={submit} noValidate>
      {children}
      <Refusal error={change.error} />
      <div>
        <Button type='submit' kind='primary' disabled={changes === null} busy={change.isPending}>
          {save}
        </Button>
      </div>
    </form>
  );
}
