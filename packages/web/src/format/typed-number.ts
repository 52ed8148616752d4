/** Numbers as people type them, to exact millionths. Pure. */
import { toMicros } from './decimal.ts';

const DECIMALS_MAX = 6;

/** `empty` for nothing typed; `bad` with the reason for what is no plain number. */
export type Typed =
  | { readonly kind: 'number'; readonly micros: bigint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bad'; readonly reason: string };

/** Takes a point or a comma for decimals; refuses what could mean two things, such as `1,000`. */
export function readTyped(text: string): Typed {
  const bare = text.replace(/[\s$¢%_]/g, '');
  if (bare === '') return { kind: 'empty' };
  if (/,[0-9]{3}($|[^0-9])/.test(bare) || /[.,].*[.,]/.test(bare))
    return { kind: 'bad', reason: 'Write the number without separators, such as 1000 or 12.5.' };
  if (!/[0-9]/.test(bare)) return { kind: 'bad', reason: 'This is not a number.' };
  const plain = bare.replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '');
  if (!/^[0-9]{1,12}(\.[0-9]*)?$/.test(plain)) return { kind: 'bad', reason: 'This is not a number.' };
  const fraction = plain.split('.')[1] ?? '';
  if (fraction.length > DECIMALS_MAX) return { kind: 'bad', reason: `At most ${DECIMALS_MAX} decimals.` };
  const micros = toMicros(plain);
  return micros === null ? { kind: 'bad', reason: 'This is not a number.' } : { kind: 'number', micros };
}
