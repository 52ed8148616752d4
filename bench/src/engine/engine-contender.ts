/**
 * Our whole engine over the same stream: every place is a `PlaceOrder` with funds, fees, holds, settlement of shares and
 * the memory of its first result; every entry is applied and checked as in production. Journal and signatures are not here.
 */
import { ASK, applyEntry, assertAfter, BID, type Command, createState, decide, type State } from '@bellwether/engine';
import { commandOf, openingCommands } from './commands.ts';
import type { Contender, Outcome, Run } from './contender.ts';
import type { Stream } from './stream.ts';

const START_MS = 1_700_000_000_000;
export function engineContender(stream: Stream): Contender {
  const start = (): Run => {
    const state = createState();
    const opening = openingCommands(stream);
    const volume = { total: 0n, recent: 0 };
    let commands: readonly Command[] = [];
    for (const command of opening) execute(state, command, volume);
    return {
      prepare: (operations) => {
        commands = operations.map((operation) => commandOf(stream, operation));
      },
      perform: () => {
        for (const command of commands) execute(state, command, volume);
      },
      outcome: (): Outcome => ({
        volume: volume.total + BigInt(volume.recent),
        books: state.markets.map(({ book }) =>
          [BID, ASK]
            .map((side) => [...(book?.levels(side) ?? [])].map((level) => `${level.price}:${level.size}`).join(' '))
            .join(' | '),
        ),
      }),
    };
  };
  return { name: 'whole engine', start };
}

function execute(state: State, command: Command, volume: { total: bigint; recent: number }): void {
  const sequence = state.sequence + 1;
  // One millisecond a command: time has to go on, how fast does not matter here.
  const timeMs = START_MS + sequence;
  const decision = decide(state, command, { sequence, timeMs });
  if (decision.kind !== 'accepted') throw new Error(`the engine answered ${JSON.stringify(decision)}`);
  const { events } = decision;
  applyEntry(state, { sequence, timeMs, command, events });
  assertAfter(state, events);
  // An order that traded has three events at least: its acceptance, the trade, and its rest or end.
  if (events.length < 3) return;
  for (const event of events) if (event.kind === 'TradeExecuted') volume.recent += event.size;
  if (volume.recent > 2 ** 52) {
    volume.total += BigInt(volume.recent);
    volume.recent = 0;
  }
}
