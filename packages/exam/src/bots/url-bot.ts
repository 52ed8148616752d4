/** A running bot that answers at an address: POST begins an incident, GET answers the beliefs. */
import { BELIEFS_BYTES_MAX, type Bot, BotProblem, type Brief, lastWords } from './bot.ts';

/** Longest wait for beliefs. A bot that is busy for longer may be asked again. */
const BELIEFS_MS = 5_000;

export class UrlBot implements Bot {
  /** The exam sees a running bot only by its answers. */
  readonly end = null;
  readonly #url: string;
  readonly #startMs: number;

  /** `startMs`: longest wait for the answer to POST. */
  constructor(url: string, startMs: number) {
    this.#url = url;
    this.#startMs = startMs;
  }

  async start(brief: Brief): Promise<void> {
    await this.#ask('POST', this.#startMs, JSON.stringify(brief));
  }

  beliefs(): Promise<string> {
    return this.#ask('GET', BELIEFS_MS);
  }

  async stop(): Promise<void> {}

  async #ask(method: string, answerMs: number, body: string | null = null): Promise<string> {
    const call = `${method} ${this.#url}`;
    const signal = AbortSignal.timeout(answerMs);
    const wish = { method, signal, body, headers: body === null ? {} : { 'content-type': 'application/json' } };
    let status: number;
    let text: string;
    try {
      const response = await fetch(this.#url, wish);
      status = response.status;
      text = await readBounded(response, call);
    } catch (error) {
      if (error instanceof BotProblem) throw error;
      if (signal.aborted) throw new BotProblem(`${call} was not answered within ${answerMs / 1_000} s`);
      throw new BotProblem(`${call} failed: ${reasonOf(error)}`);
    }
    if (status < 200 || status > 299) throw new BotProblem(`${call} was answered with ${status}: ${lastWords(text)}`);
    return text;
  }
}

async function readBounded({ body }: Response, call: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BELIEFS_BYTES_MAX)
      throw new BotProblem(`${call} was answered with more than ${BELIEFS_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Reason behind an error of `fetch`, which itself says only that it failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error)
    return cause.message === '' ? String((cause as NodeJS.ErrnoException).code) : cause.message;
  return error instanceof Error ? error.message : String(error);
}
