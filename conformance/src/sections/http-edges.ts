/** Rules for every request: JSON, methods, bodies, origins. */
import { rules, section } from '../check.ts';
import { equal, isTrue, matches } from '../compare.ts';
import { list, refused } from '../http.ts';

const HALF_MIB = 512 * 1024;

export const HTTP_CHECKS = section(
  'HTTP',
  rules(null, {
    'answers are application/json, errors included [W1]': async ({ http }) => {
      for (const path of ['/', '/markets?limit=1', '/trades?limit=1', '/markets/0x', '/nowhere']) {
        matches(path, (await http.raw('GET', path)).headers.get('content-type'), /^application\/json/);
      }
    },
    'an unknown route is 404 {error} [W2]': async ({ http }) =>
      refused(await http.raw('GET', '/no-such-route'), 404, /./),
    'another method is 405 {error} with Allow [W3]': async ({ http }) => {
      const answer = await http.raw('DELETE', '/trades');
      refused(answer, 405, /./);
      matches('Allow', answer.headers.get('allow'), /GET/);
    },
    'malformed JSON is 400 [W4]': async ({ http }) => {
      for (const body of ['{', '[{"token_id":"1"},]', 'nothing'])
        refused(await http.raw('POST', '/books', body), 400, /./);
    },
    'repeated keys, and keys that name a prototype, are refused [W5]': async ({ http }) => {
      for (const body of ['[{"token_id":"1","token_id":"2"}]', '[{"__proto__":{},"token_id":"1"}]']) {
        refused(await http.raw('POST', '/books', body), 400, /./);
      }
    },
    'a body over 256 KiB is 413 [W6]': async ({ http }) =>
      refused(await http.raw('POST', '/books', `[${' '.repeat(HALF_MIB)}]`), 413, /./),
    'a body of another content type is 415 [W7]': async ({ http }) =>
      refused(await http.raw('POST', '/books', '[]', { 'content-type': 'text/plain' }), 415, /./),
    'a compressed body is 415 [W21]': async ({ http }) =>
      refused(await http.raw('POST', '/books', '[]', { 'content-encoding': 'gzip' }), 415, /Content-Encoding/),
    'any origin may read what is public, and nothing private [W8]': async ({ http, traders }) => {
      const origin = { origin: 'https://elsewhere.example' };
      const open = await http.raw('GET', '/tags?limit=1', undefined, origin);
      equal('of public reads', open.headers.get('access-control-allow-origin'), '*');
      equal('credentials', open.headers.get('access-control-allow-credentials'), null);
      const [trader] = traders;
      const closed = await http.raw('GET', '/account', undefined, { ...origin, ...trader?.headers('GET', '/account') });
      equal('of private reads', closed.headers.get('access-control-allow-origin'), null);
    },
    'faults tell nothing from inside: broken input never gives 5xx [W9]': async ({ http }) => {
      const paths = [
        '/markets?limit=%00',
        '/events/%ff',
        '/trades?market=%F0%9F%8D%8B',
        '/book?token_id[]=1',
        '/tags?limit=',
      ];
      for (const path of paths) {
        const { status, text } = await http.raw('GET', path);
        isTrue(path, status >= 400 && status < 500, '4xx', `${status} ${text}`);
        isTrue(path, !/node_modules|\.ts:|at .+\(/.test(text), 'no stack trace', text);
      }
    },
  }),
);

const CAPPED = ['/book?token_id=1', '/markets?limit=1', '/trades?limit=1', '/tags?limit=1', '/events?limit=1'];
/** Above the cap of 50 in 10 seconds, with room for the run's other requests there. */
const HEALTH_REQUESTS = 70;

export const CAP_CHECKS = section(
  'Caps',
  rules(null, {
    'capped routes say what the caps are and what is left: RateLimit, RateLimit-Policy [R1]': async ({ http }) => {
      for (const path of CAPPED) {
        const { headers } = await http.get(path);
        matches(`${path} RateLimit`, headers.get('ratelimit'), /r=\d+/);
        matches(`${path} RateLimit-Policy`, headers.get('ratelimit-policy'), /q=\d+;w=\d+/);
      }
    },
    'caps are those of the table, unless the operator set others [R2]': async ({ http }) => {
      const policies: [string, RegExp][] = [
        ['/markets?limit=1', /q=300;w=10/],
        ['/tags?limit=1', /q=200;w=10/],
        ['/trades?limit=1', /q=150;w=10/],
        ['/book?token_id=1', /q=200;w=10/],
        ['/events?limit=1', /q=500;w=10/],
        ['/markets?limit=1', /q=900;w=10/],
        ['/markets?limit=1', /q=4000;w=10/],
        ['/book?token_id=1', /q=5000;w=10/],
      ];
      for (const [path, pattern] of policies) {
        matches(path, (await http.get(path)).headers.get('ratelimit-policy'), pattern);
      }
    },
  }),
  rules('exclusive', {
    'over the cap: 429 {error: "rate limit exceeded"} with Retry-After, and never more than the cap passes [R3]':
      async ({ http }) => {
        const answers = await Promise.all(Array.from({ length: HEALTH_REQUESTS }, () => http.raw('GET', '/')));
        const over = answers.filter(({ status }) => status === 429);
        isTrue('some are refused', over.length >= HEALTH_REQUESTS - 50, `${HEALTH_REQUESTS - 50} or more`, over.length);
        for (const answer of over) {
          refused(answer, 429, 'rate limit exceeded');
          matches('Retry-After', answer.headers.get('retry-after'), /^([1-9]|10)$/);
        }
      },
  }),
);

export const ALLOWLIST_CHECKS = section(
  'Ledger',
  rules(null, {
    'a caller who is not allow-listed gets 401 unauthorized: ip_not_allowlisted, any other an answer [L1]': async ({
      http,
    }) => {
      const answer = await http.get('/trades?limit=1');
      if (answer.status === 401) refused(answer, 401, 'unauthorized: ip_not_allowlisted');
      else list(answer);
    },
  }),
);
