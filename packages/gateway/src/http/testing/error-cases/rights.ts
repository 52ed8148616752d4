/** Errors of roles, looks, tokens, suspensions and hooks. */
import { admin } from '../trader.ts';
import { type ErrorCases, says } from './error-case.ts';
import { type ErrorVenue, UNKNOWN } from './venue.ts';

const TOKEN = { name: 'twice', role: 'auditor', expires: 4_000_000_000 } as const;
const issue = ({ stack }: ErrorVenue, name: string) => admin(stack, 'POST', '/admin/tokens', { ...TOKEN, name });

/** Issues tokens until there is no room, and makes room again afterwards. */
async function crowded(venue: ErrorVenue) {
  const names: string[] = [];
  for (;;) {
    const name = `crowd-${names.length}`;
    const answer = await issue(venue, name);
    if (answer.status === 201) {
      names.push(name);
      continue;
    }
    for (const issued of names) await admin(venue.stack, 'DELETE', `/admin/tokens/${issued}`);
    return answer;
  }
}

export const RIGHTS_CASES: ErrorCases = {
  'PUT /admin/roles': {
    bad_request: says(/^account /, { set: { account: `0x${'5E'.repeat(20)}` } }),
    id_not_found: says('id not found', { set: { account: UNKNOWN.address } }),
  },
  'PUT /admin/looks': {
    bad_request: says('accent must be a colour such as #2a52d8, or empty', { body: { accent: 'white' } }),
  },
  'POST /admin/tokens': {
    bad_request: says('expires must be in the future', { set: { expires: 1 } }),
    token_name_taken: says('there is a token twice: revoke it first, or choose another name', async (venue) => {
      await issue(venue, TOKEN.name);
      return issue(venue, TOKEN.name);
    }),
    too_many_tokens: says('too many tokens: at most 100, ended ones included', crowded),
  },
  'POST /admin/hooks': {
    bad_request: says(/^url must be an http or https address$/, { set: { url: 'ftp://a.test' } }),
    link_told_once: says(/^this was done already/, async ({ stack }) => {
      const add = () =>
        admin(stack, 'POST', '/admin/hooks', { url: 'http://127.0.0.1:9/' }, { 'idempotency-key': 'hook-once' });
      await add();
      return add();
    }),
  },
  'POST /admin/hooks/:id/secret': {
    link_told_once: says(/^this was done already/, async ({ stack }) => {
      const { body } = await admin(stack, 'POST', '/admin/hooks', { url: 'http://127.0.0.1:9/' });
      const path = `/admin/hooks/${(body as { readonly id: string }).id}/secret`;
      const renew = () => admin(stack, 'POST', path, undefined, { 'idempotency-key': 'renewed-once' });
      await renew();
      return renew();
    }),
  },
};
