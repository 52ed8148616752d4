/** What every examination is. */
import type { EndOfRun } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';

/** What is wrong, in words; null when nothing is. It may throw what is wrong as well. */
export type Examine = (end: EndOfRun, audited: { readonly log: AuditedLog }) => string | null;
