/** Looks of the venue: what its operator sets of the page, for everyone and at once. */
import { Type } from 'typebox';
import { orNull, strict, text } from '../described.ts';
import { REASON_LENGTH_MAX } from './rights.ts';

export const ShownLooks = Type.Object({
  accent: text('`#rrggbb`; empty: the page’s own'),
  logo: text('path of the picture at this venue; empty: the page’s own'),
  welcome: text('plain text with paragraphs, for people who come first'),
  terms: text('path of the text that people accept by joining; empty: none'),
});
export type ShownLooks = Type.Static<typeof ShownLooks>;

const change = (description: string) =>
  Type.Optional(orNull(Type.String({ description: `${description}; null: as configured` })));

/** Body of `PUT /admin/looks`: the fields to change. */
export const LooksChange = strict({
  name: change('1 to 60 characters'),
  currency: change('sign or word, up to 12 characters'),
  accent: change('`#rrggbb`, or empty'),
  logo: change('`data:image/png;base64,…`, SVG or WebP, of at most 32 KiB, or empty'),
  welcome: change('up to 2,000 characters'),
  terms: change('up to 20,000 characters'),
  reason: Type.Optional(Type.String({ maxLength: REASON_LENGTH_MAX, description: 'kept in the log' })),
});
export type LooksChange = Type.Static<typeof LooksChange>;

export const LooksAnswer = Type.Object({
  name: Type.String(),
  currency: Type.String(),
  ...ShownLooks.properties,
});
export type LooksAnswer = Type.Static<typeof LooksAnswer>;
