/**
 * The structured part of a refusal: `details`, discriminated by `rule`, which is the error's `code`. Codes without
 * figures have none.
 */
import { Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { AMOUNT_PATTERN, CLOSED } from '../figures.ts';
import type { ErrorEntry } from '../refusals.ts';

type Explained = { readonly figures: Readonly<Record<string, Type.TSchema>> };

export type ExplainedCode = {
  [Code in ErrorCode]: (typeof ERRORS)[Code] extends Explained ? Code : never;
}[ErrorCode];
export type DetailsOf<Rule extends ExplainedCode> = { rule: Rule } & Type.Static<
  Type.TObject<(typeof ERRORS)[Rule]['figures']>
>;
export type RefusalDetails = { [Rule in ExplainedCode]: DetailsOf<Rule> }[ExplainedCode];

const ENTRIES: readonly [string, ErrorEntry][] = Object.entries(ERRORS);

/** Shape of `details` by error code. */
export const REFUSAL_DETAILS = Object.fromEntries(
  ENTRIES.flatMap(([code, { figures, about: description = '' }]) => {
    if (figures === undefined) return [];
    return [[code, Type.Object({ rule: Type.Literal(code), ...figures }, { ...CLOSED, description })]];
  }),
) as unknown as Readonly<Record<ExplainedCode, Type.TObject>>;

/** True if a figure of `details` is an amount in millionths. */
export function isAmountFigure(rule: ExplainedCode, name: string): boolean {
  const schema = REFUSAL_DETAILS[rule].properties[name];
  return schema !== undefined && 'pattern' in schema && schema.pattern === AMOUNT_PATTERN;
}

/** Any refusal details: one object, discriminated by `rule`. */
export const RefusalDetails = Type.Unsafe<RefusalDetails>(
  Type.Union(Object.values(REFUSAL_DETAILS), {
    description: 'figures behind the refusal, by rule; shown to the account that asked; additive',
  }),
);
