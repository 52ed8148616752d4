/** A venue on a machine whose cores are busy: it starts, and answers every request within the documented time. */
import { type IncomingMessage, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { openApiDocument, ROUTES } from '@bellwether/contract';
import { CONNECTION_LIMITS } from '@bellwether/gateway/http/connections/connections.ts';
import { startVenueProcess } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { expect, test } from 'vitest';

/** Keeps a core busy until it is killed, for ten minutes at most. */
const SPIN = 'const end = Date.now() + 10 * 60_000; while (Date.now() < end);';
const SPINNERS_PER_CORE = 2;
const AT_A_TIME = 4;
/** Allowance for the delays until the venue notices that a request is late and until this process sees the answer. */
const SLACK_MS = 10_000;
const PAGES = ['/', '/app', '/app/', '/app/event/x', '/app/market/x', '/app/assets/none.js', '/share/market/none.png'];

type Asked = { readonly method: string; readonly path: string };

type Parameter = { readonly in: 'path' | 'query' | 'header'; readonly name: string; readonly example?: unknown };

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
}

/** Every route of the API description, with the example of each parameter, and no key or body. */
const routesOf = ({ paths }: Description): Asked[] =>
  Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => {
      const shown = (place: Parameter['in']) =>
        parameters.filter((each) => each.in === place && each.example !== undefined);
      let path = template;
      for (const { name, example } of shown('path'))
        path = path.replace(`{${name}}`, encodeURIComponent(String(example)));
      const query = new URLSearchParams(shown('query').map(({ name, example }) => [name, String(example)]));
      return { method: method.toUpperCase(), path: query.size > 0 ? `${path}?${query}` : path };
    }),
  );

async function problemOf(url: string, { method, path }: Asked): Promise<string | null> {
  const { readMsMax, writeMsMax } = CONNECTION_LIMITS;
  const began = performance.now();
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(url + path, { method, agent: false }, (answer: IncomingMessage) =>
        answer
          .resume()
          .once('end', () => resolve(answer.statusCode ?? 0))
          .once('error', reject),
      );
      sent.once('error', reject).end();
    });
    const ms = performance.now() - began;
    const isLate = ms > (method === 'GET' ? readMsMax : writeMsMax) + SLACK_MS;
    return isLate || status === 500 ? `${method} ${path}: ${status} after ${Math.round(ms)} ms` : null;
  } catch (error) {
    return `${method} ${path}: ${(error as Error).message} after ${Math.round(performance.now() - began)} ms`;
  }
}

async function problems(url: string, all: readonly Asked[]): Promise<string[]> {
  const left = [...all];
  const found: string[] = [];
  const ask = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const problem = await problemOf(url, next);
      if (problem !== null) found.push(problem);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, ask));
  return found;
}

test('busy machine: beside two processes a core that spin, every route answers in the time that is stated [W44]', async () => {
  for (let count = 0; count < SPINNERS_PER_CORE * availableParallelism(); count++)
    new Program([process.execPath, '-e', SPIN]);
  const { url, end } = await startVenueProcess({ settings: { BELLWETHER_DEMO: 'on' } });
  const routes = routesOf(openApiDocument({ version: '0.0.0' }) as unknown as Description);
  expect(routes).toHaveLength(ROUTES.length);
  const pages = PAGES.map((path) => ({ method: 'GET', path }));
  expect(await problems(url, [...pages, ...routes])).toEqual([]);
  expect(await end()).toMatchObject({ code: 0 });
});
