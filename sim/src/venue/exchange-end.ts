/** Instrumentation between the gateway of a simulated process and the exchange, or its substitute. */
import type { FromExchange, ToExchange } from '@bellwether/server/exchange/messages.ts';
import type { Channel } from '@bellwether/server/ports/runtime.ts';
import type { SequencedOutcome } from '@bellwether/server/sequencer/batch.ts';
import type { HostedNode, NodeHost } from './parts.ts';

/**
 * Wraps the exchange's end of a channel to report incoming commands and released batches. `epochOf`: epoch of the
 * leader that produced the outcomes.
 */
export function watched(
  node: HostedNode,
  host: NodeHost,
  channel: Channel<FromExchange, ToExchange>,
  epochOf: () => number,
): Channel<FromExchange, ToExchange> {
  return {
    send: (message, memory) => {
      if (!node.isAlive) return;
      host.touched(node, `send ${message.kind}`);
      if (!node.isAlive) return;
      if (message.kind === 'batch') {
        const { record } = message;
        if (record !== null && record.lastSequence > record.firstSequence) host.cover('several commands in a batch');
        const outcomes = JSON.parse(message.outcomes) as SequencedOutcome[];
        if (outcomes.length > 0) host.released(node, { record, outcomes }, epochOf());
      }
      channel.send(message, memory);
    },
    receive: (take) =>
      channel.receive((message) => {
        // A follower only forwards them.
        if (message.kind === 'commands' && node.epoch > 0) host.reached(message.lines.split('\n').length);
        take(message);
      }),
    drain: () => channel.drain(),
    close: () => channel.close(),
  };
}
