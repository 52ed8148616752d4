/** The user that the servers run as: PostgreSQL refuses to run as root. */
import { readFileSync } from 'node:fs';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const UNPRIVILEGED = ['postgres', 'nobody'];

/**
 * Null if this process does not run as root: the servers then run as the same user. Throws if there is no unprivileged
 * user.
 */
export function unprivilegedOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')}`);
}
