/** Notes refused requests of accounts beside the journal of a branch, for the report: no journal holds them. */
import { appendFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS_BYTES_MAX, REFUSALS_FILE } from '@bellwether/venue/ops/report/refusals.ts';
import type { FastifyInstance } from 'fastify';
import { accountOf } from '../faults/http-edge.ts';

const TEXT_MAX = 300;

export function registerNotedRefusals(app: FastifyInstance, folder: string, clock: () => number): void {
  const path = join(folder, REFUSALS_FILE);
  let bytes = existsSync(path) ? statSync(path).size : 0;
  // None so far is not the same as none noted.
  append(path, '');
  app.addHook('onSend', (request, reply, payload, done) => {
    const account = accountOf(request);
    const isOrders = request.method === 'POST' && reply.statusCode === 200 && request.routeOptions.url === '/orders';
    if (account !== '' && (isOrders || reply.statusCode >= 400) && typeof payload === 'string') {
      const place = {
        time_ms: clock(),
        account,
        route: `${request.method} ${request.routeOptions.url ?? request.url}`,
      };
      for (const { code, text } of refusalsIn(payload)) {
        const line = `${JSON.stringify({ ...place, status: reply.statusCode, code, text: text.slice(0, TEXT_MAX) })}\n`;
        if (bytes > REFUSALS_BYTES_MAX) break;
        bytes += Buffer.byteLength(line);
        append(path, line);
      }
    }
    done(null, payload);
  });
}

/** Refusals of an answer: its own, or those of the items of a batch. */
function refusalsIn(payload: string): readonly { readonly code: string; readonly text: string }[] {
  let answers: unknown;
  try {
    answers = JSON.parse(payload);
  } catch {
    return [{ code: '', text: payload }];
  }
  return [answers].flat().flatMap((answer) => {
    const { success = false, code = '', error, errorMsg, message } = (answer ?? {}) as Record<string, unknown>;
    return success === true ? [] : [{ code: String(code), text: String(error ?? errorMsg ?? message ?? '') }];
  });
}

function append(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 });
  } catch {
    // The report does without it: the disk is full, and requests matter more.
  }
}
