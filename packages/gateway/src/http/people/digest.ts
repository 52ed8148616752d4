/**
 * How often a person gets news by e-mail: chosen on the page, and ended by the links of the mails. Those work without a
 * session and for everyone, and tell nobody whether a token is right. Looking at one changes nothing: mail programs follow
 * links by themselves.
 */
import { DigestChange, IDEMPOTENCY_HEADER, PEOPLE_ROUTES, tintsOn, UNSUBSCRIBE_ROUTES } from '@bellwether/contract';
import type { People } from '@bellwether/ports/people.ts';
import { invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VenueLook } from '../looks/venue-look.ts';
import { mount } from '../mount.ts';
import { escapeHtml } from '../page/html.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { requestIdOf } from '../plugins/idempotency.ts';
import { mountPerson } from './from-page.ts';

const ALLOWED = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

export function registerDigest(app: FastifyInstance, people: People, look: () => VenueLook): void {
  const readChange = createBodyReader(DigestChange, invalidPayload);
  mountPerson(app, people, PEOPLE_ROUTES.chooseDigest, async (person, request) => {
    const body = readChange(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const key = request.headers[IDEMPOTENCY_HEADER];
    // The log knows nothing of this request.
    const once = key ? requestIdOf(request, null, '', `${person.id} ${key}`).hash : undefined;
    await people.change(person.id, body.value, once);
    return { done: true };
  });

  const page = (reply: FastifyReply, body: string): FastifyReply => {
    reply.routeCounts?.count(200);
    const { accent, ...words } = look();
    const name = escapeHtml(words.name);
    const colour = accent === '' ? '#1a1a1a' : tintsOn('light', accent).accent;
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', ALLOWED)
      .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>
<style>h1 { font-size: 1.25rem; color: ${colour} } button { background: ${colour}; color: #fff; font: inherit; padding: 0.5rem 1rem; border: 0; border-radius: 0.4rem }</style></head>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 2rem auto; padding: 0 1rem">
<h1>${name}</h1>
${body}
</body></html>
`);
  };
  const form = '<form method="post"><p>Get no more news by e-mail?</p><button>Unsubscribe</button></form>';
  mount(app, UNSUBSCRIBE_ROUTES.ask, (_request, reply) => page(reply, form), { anyQuery: true });
  const end = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await people.unsubscribe((request.params as { readonly token: string }).token);
    return page(reply, '<p>You get no more news by e-mail. You can choose it again on your account’s page.</p>');
  };
  mount(app, UNSUBSCRIBE_ROUTES.end, end, { anyQuery: true });
}
