/** What a simulated process has between its gateways and the exchange, or what is in its place. */
import type { FromExchange, ToExchange } from '@bellwether/server/exchange/messages.ts';
import type { Channel } from '@bellwether/server/ports/runtime.ts';
import type { SharedHead } from '@bellwether/server/ports/shared-head.ts';
import type { SequencedOutcome } from '@bellwether/server/sequencer/batch.ts';
import type { HostedNode, NodeHost } from './parts.ts';

/** The exchange's end of a channel, which tells of what comes and of what it lets go. `epochOf`: of the leader whose outcomes they are. */
export function watched(
  node: HostedNode,
  host: NodeHost,
  channel: Channel<FromExchange, ToExchange>,
  gateway: number,
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
        // Most gateways hear of most records without an outcome of their own.
        const outcomes = message.outcomes === '[]' ? [] : (JSON.parse(message.outcomes) as SequencedOutcome[]);
        if (outcomes.length > 0) host.released(node, gateway, { record, outcomes }, epochOf());
      }
      channel.send(message, memory);
    },
    receive: (take) =>
      channel.receive((message) => {
        // One that follows passes them on.
        if (message.kind === 'commands' && node.epoch > 0) host.reached(message.lines.split('\n').length);
        take(message);
      }),
    drain: () => channel.drain(),
    close: () => channel.close(),
  };
}

/** What the gateways of a process share in memory. */
export function sharedHead(): SharedHead {
  let [shown, sent] = [0, 0];
  return {
    get shown() {
      return shown;
    },
    show: (sequence) => {
      shown = Math.max(shown, sequence);
    },
    send: (sequence) => {
      sent = sequence;
    },
    // Whoever waits stands still, and so does everything else: what is not there now will not come.
    awaitSent: (sequence) => sent >= sequence,
  };
}
