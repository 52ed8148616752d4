/** Seeded bugs between a command and its answer: sequencer, host, service, client. */
import type { MutantArea } from '../mutant.ts';

const SEQUENCER = 'packages/server/src/sequencer/sequencer.ts';
const HOST = 'packages/server/src/exchange/exchange-host.ts';
const CHANNELS = 'packages/server/src/exchange/gateway-channels.ts';
const CLIENT = 'packages/server/src/exchange/exchange-client.ts';

export const SEQUENCER_BUGS: MutantArea = {
  title: 'Sequencer, host and client',
  mutants: [
    {
      name: 'acknowledge-before-append',
      breaks: 'A batch is published and acknowledged before it is durable.',
      file: SEQUENCER,
      piece:
        'const last = released.record === null ? null : await this.#append(released.record);\n    this.#head = batch.head;\n    this.#release(released);',
      by: 'const written = released.record && { ...released.record, payload: released.record.payload.slice() };\n    this.#release(released);\n    const last = written === null ? null : await this.#append(written);\n    this.#head = batch.head;',
    },
    {
      name: 'unknown-taken-as-durable',
      breaks: 'An append whose outcome is not known is taken for durable without asking the log.',
      file: SEQUENCER,
      piece: "if (outcome.kind === 'unknown' && (await this.#endsWith(record))) return outcome.error;",
      by: "if (outcome.kind === 'unknown') return outcome.error;",
    },
    {
      name: 'unknown-taken-as-failed',
      breaks: 'Commands whose append may have reached the log are answered as not done.',
      file: SEQUENCER,
      piece: 'await this.#append(released.record);',
      by: "await this.#append(released.record).catch((error) => {\n      const outcomes = released.outcomes.map(({ id }) => ({ id, kind: 'no_room' }));\n      this.#release({ record: null, chain: new Uint8Array(0), outcomes });\n      throw error;\n    });",
    },
    {
      name: 'failed-taken-as-durable',
      breaks: 'An append that has failed is taken for durable.',
      file: SEQUENCER,
      piece: "if (outcome.kind === 'durable') return null;",
      by: "if (outcome.kind === 'durable' || outcome.kind === 'failed') return null;",
    },
    {
      name: 'fence-skipped',
      breaks: 'A writer that another one has fenced off goes on as if its append had counted.',
      file: SEQUENCER,
      piece: "if (outcome.kind === 'durable') return null;",
      by: "if (outcome.kind === 'durable' || outcome.kind === 'fenced') return null;",
    },
    {
      name: 'head-asked-by-number-alone',
      breaks:
        'Whether an append of unknown outcome is there is told by its number, which may be that of another record.',
      file: SEQUENCER,
      piece: 'head?.sequence === record.lastSequence && head.hash === record.hash',
      by: 'head !== null && head.sequence >= record.firstSequence - 1',
    },
    {
      name: 'silent-log-taken-to-agree',
      breaks: 'A log that cannot tell what it ends with is taken to hold an append of unknown outcome.',
      file: SEQUENCER,
      piece: 'await this.#log.head().catch(() => null);',
      by: 'await this.#log.head().catch(() => ({ sequence: record.lastSequence, hash: record.hash }));',
    },
    {
      name: 'refusal-answered-as-done',
      breaks: 'A command that the rules refuse is answered as having nothing to do.',
      file: SEQUENCER,
      piece: "case 'reject':\n      return { id, ...decision };",
      by: "case 'reject':\n      return { id, kind: 'unchanged', notCanceled: {} };",
    },
    {
      name: 'outcomes-to-the-wrong-command',
      breaks: 'Of two commands that wait each gets the outcome of the other.',
      file: CLIENT,
      piece: 'const waiting = this.#waiting.get(outcome.id);\n      this.#waiting.delete(outcome.id);',
      by: 'const id = this.#waiting.has(outcome.id ^ 1) ? outcome.id ^ 1 : outcome.id;\n      const waiting = this.#waiting.get(id);\n      this.#waiting.delete(id);',
    },
    {
      name: 'outcomes-to-the-wrong-gateway',
      breaks: 'Where there are several gateways an outcome goes to the command of the same number of another one.',
      file: CHANNELS,
      piece: 'byGateway[this.gatewayOf(outcome.id)]?.push',
      by: 'byGateway[this.gatewayOf(outcome.id + 1)]?.push',
    },
    {
      name: 'second-gateway-not-told',
      breaks: 'A further gateway is not sent records in which nothing of its own is.',
      file: CHANNELS,
      piece: 'if (record !== null && !isShared) this.#send(gateway, record, chain, own);',
      by: 'if (record !== null && !isShared) {\n        if (gateway === 0 || own.length > 0) this.#send(gateway, record, chain, own);\n      }',
    },
    {
      name: 'message-cut-short',
      breaks: 'The last of several commands that come in one message is dropped.',
      file: CLIENT,
      piece: "const lines = this.#unsent.join('\\n');",
      by: "const lines = this.#unsent.slice(0, Math.max(1, this.#unsent.length - 1)).join('\\n');",
    },
    {
      name: 'pump-stops-after-one-batch',
      breaks: 'Commands that arrive while a batch is written wait for the next message or timer.',
      file: HOST,
      piece: 'while (!this.#isStopping && this.#sequencer.hasWork()) {',
      by: 'if (!this.#isStopping && this.#sequencer.hasWork()) {',
    },
    {
      name: 'room-not-asked-for',
      breaks: 'What is kept of the disk for cancels is given to orders.',
      file: SEQUENCER,
      piece: "if (decision.kind === 'accepted' && !hasRoom) {",
      by: "if (decision.kind === 'duplicate' && !hasRoom) {",
    },
    {
      name: 'failure-told-as-success',
      breaks: 'Commands without an outcome are told that they had nothing to do when the exchange fails.',
      file: CLIENT,
      piece: 'for (const { reject } of this.#waiting.values()) reject(error);',
      by: "for (const { resolve } of this.#waiting.values()) resolve({ kind: 'unchanged', notCanceled: {} });",
    },
  ],
};
