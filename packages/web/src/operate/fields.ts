/** Ties inputs to the fields of a text that is being written. Pure. */

/** What an input, a text area and a choice take alike. */
export interface BoundField {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

/** What ties an input to the field of a name. */
export type Bind<Name extends string> = (name: Name) => BoundField;

export function boundTo<Name extends string>(
  text: Readonly<Record<Name, string>>,
  problems: Readonly<Partial<Record<string, string | null>>>,
  set: (name: Name, value: string) => void,
): Bind<Name> {
  return (name) => ({
    value: text[name],
    error: problems[name] ?? null,
    onChange: ({ target }) => set(name, target.value),
  });
}
