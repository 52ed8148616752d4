/** The API description as the server serves it: complete, on a page that loads nothing from elsewhere. */
import { openApiDocument } from '@bellwether/contract';
import { requestSignature } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { MOUNTED_ROUTES } from './testing/mounted-routes.ts';
import { openVenue } from './testing/open-venue.ts';
import { send } from './testing/trader.ts';

const stack = await openVenue();

const braced = (path: string): string => path.replace(/:([a-z_]+)/g, '{$1}');

/** `METHOD /path` of every route that the server accepts, read from its printed route tree. */
function servedRoutes(): string[] {
  const above: string[] = [];
  return stack.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, branch = '', part = '', methods] = /^(.*?[├└]── )(.*?)(?: \((.+)\))?$/.exec(line) ?? [];
      above.splice(branch.length / 4 - 1, Infinity, part);
      const path = braced(above.slice(0, branch.length / 4).join(''));
      return methods?.split(', ').map((method) => `${method} ${path}`) ?? [];
    })
    .filter((route) => !route.startsWith('HEAD '));
}

test('description: the server has the routes of the contract, the description those of the server, and neither others [V8 V9]', async () => {
  const { body, status, headers } = await send(stack, 'GET', '/openapi.json');
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const { paths } = body as { paths: Record<string, Record<string, unknown>> };
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const running = servedRoutes().sort();
  expect(running).toEqual(MOUNTED_ROUTES.map(({ method, path }) => `${method} ${braced(path)}`).sort());
  expect(described.sort()).toEqual(running);
});

test('description: what is served is what the contract makes', async () => {
  const { text } = await send(stack, 'GET', '/openapi.json');
  expect(text).toBe(JSON.stringify(openApiDocument({ version: '1.2.3', routes: MOUNTED_ROUTES })));
});

test('docs: the page and all its parts come from here, and may ask no one else [V11]', async () => {
  const page = await send(stack, 'GET', '/docs');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/https?:|\*/);
  const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => part);
  expect(parts).toEqual(expect.arrayContaining(['docs/swagger-ui-bundle.js', 'docs/docs.js', 'docs/docs.css']));
  // The bar leads to the documents, which a build makes.
  const own = parts.filter((part) => !/^docs\/(?:site\/|index\.html$)/.test(part));
  for (const part of [...own, 'docs/signing.js']) {
    const answer = await send(stack, 'GET', `/${part}`);
    expect([part, answer.status, answer.headers['cache-control']]).toEqual([part, 200, 'no-cache']);
  }
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|\son[a-z]+=/);
});

test('docs: a slash behind the name leads to the page, below whatever path the venue stands [V12]', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await send(stack, method, '/docs/');
    expect([method, answer.status, answer.headers['location']]).toEqual([method, 308, '../docs']);
  }
});

for (const name of ['nothing.js', 'index.html', '..%2f..%2fcompose.ts', 'package.json'])
  test(`docs: /docs/${name} is no part of the page`, async () =>
    expect(await send(stack, 'GET', `/docs/${name}`)).toMatchObject({
      status: 404,
      body: { code: 'route_not_found' },
    }));

test('docs: the page signs requests as clients do [V11]', async () => {
  const { signedValues } = await import(new URL('docs/signing.js', import.meta.url).href);
  const secret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
  const request = { timestamp: 1_800_000_000, method: 'POST', path: '/order', body: '{"é":1}' };
  const values = await signedValues(
    { address: '0xa', apiKey: 'key', secret, passphrase: 'pass' },
    { ...request, timestamp: String(request.timestamp) },
  );
  expect(values).toEqual({
    address: '0xa',
    api_key: 'key',
    passphrase: 'pass',
    timestamp: '1800000000',
    signature: requestSignature(secret, request),
  });
});
