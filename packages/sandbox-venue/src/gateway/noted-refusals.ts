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
  app.addHook('onSend', (request, { statusCode: status }, payload, done) => {
    done(null, payload);
    const route = `${request.method} ${request.routeOptions.url ?? request.url}`;
    if ((status < 400 && route !== 'POST /orders') || typeof payload !== 'string') return;
    const account = accountOf(request);
    for (const { code, text } of account === '' ? [] : refusalsIn(payload)) {
      const noted = { time_ms: clock(), account, route, status, code, text: text.slice(0, TEXT_MAX) };
      const line = `${JSON.stringify(noted)}\n`;
      if (bytes > REFUSALS_BYTES_MAX) break;
      bytes += Buffer.byteLength(line);
      append(path, line);
    }
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
