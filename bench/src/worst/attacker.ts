/** The attacking process: runs one attack after another on request, from a separate address. */
import { type Credentials, ROUTES_BY_NAME } from '@bellwether/contract';
import type { SigningDomain } from '@bellwether/ports/signatures.ts';
import { createWallets } from '../shared/bench-wallet.ts';
import { answerParent, childOptions } from '../shared/child.ts';
import type { Row } from '../shared/figures.ts';
import { AttackRun, attackWithRequests, SOCKET_ATTACKS } from './attacks.ts';
import { bytesOf, type CappedRoute } from './candidate.ts';
import { candidates } from './requests.ts';
import type { WorldSize } from './world.ts';

export interface AttackerOptions {
  readonly port: number;
  readonly size: WorldSize;
  readonly domain: SigningDomain;
  readonly credentials: readonly Credentials[];
}

/** Rows of the table in rotation at a given rate, or the index of an attack by connections. */
export type Plan =
  | { readonly rows: readonly Pick<Row, 'route' | 'request'>[]; readonly perSecond: number }
  | { readonly socketAttack: number };

/** Begins an attack, or ends it once an answer with a status from `answered` to 499 has arrived. */
export type Order = { readonly begin: Plan } | { readonly answered: number | null };

const { port, size, domain, credentials } = childOptions<AttackerOptions>();
const walletOf = await createWallets(domain);
const signers = credentials.map((own, index) => ({ wallet: walletOf(index), credentials: own }));
let run = new AttackRun(port);

/** Creates the rows' requests in rotation, each signed when it is created. */
function rotation(rows: readonly Pick<Row, 'route' | 'request'>[]): () => Buffer {
  const listed = candidates(size, signers);
  const all = rows.map(({ route, request }) => {
    const candidate = listed[route as CappedRoute].find(({ what }) => what === request);
    if (candidate === undefined) throw new Error(`${route} has no request “${request}”`);
    return () => bytesOf(ROUTES_BY_NAME[route as CappedRoute], candidate.next(), signers);
  });
  let at = 0;
  return () => (all[at++ % all.length] as () => Buffer)();
}

answerParent(async (order: Order) => {
  if ('begin' in order) {
    const { begin } = order;
    run = new AttackRun(port);
    if ('rows' in begin) attackWithRequests(run, rotation(begin.rows), begin.perSecond);
    else SOCKET_ATTACKS[begin.socketAttack]?.[1](run);
    return null;
  }
  if (order.answered !== null) await run.answered(order.answered);
  return run.end();
});
