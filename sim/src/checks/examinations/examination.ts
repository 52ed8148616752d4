/** The common type of all examinations. */
import type { EndOfRun } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';

/** Returns a description of the problem, or null if there is none. It may also throw the problem. */
export type Examine = (end: EndOfRun, audited: { readonly log: AuditedLog }) => string | null;
