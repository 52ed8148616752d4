/** Seeded bugs of the log, of recovery and of snapshots. */
import type { MutantArea } from '../mutant.ts';

const RECORD = 'packages/server/src/record/journal-record.ts';
const RECOVERY = 'packages/server/src/log/recovery.ts';
const FOLLOWER = 'packages/server/src/log/follower.ts';
const ARCHIVE = 'packages/server/src/log/order-archive.ts';
const WRITER = 'packages/server/src/record/record-bytes.ts';
const SNAPSHOT = 'packages/engine/src/snapshot.ts';
const SNAPSHOT_ORDERS = 'packages/engine/src/snapshot-orders.ts';
const SEQUENCER = 'packages/server/src/sequencer/sequencer.ts';

export const RECOVERY_BUGS: MutantArea = {
  title: 'Log, recovery and snapshots',
  mutants: [
    {
      name: 'content-not-checked',
      breaks: 'A record is read although its content does not match its hash.',
      file: RECORD,
      piece: 'if (endOf(chain) !== record.hash) {',
      by: 'if (chain.length === 0) {',
    },
    {
      name: 'snapshot-without-its-tail',
      breaks: 'A start from a snapshot leaves out what the journal holds after it.',
      file: RECOVERY,
      piece: 'await follower.catchUp(',
      by: 'sequence > 0 ? 1 : await follower.catchUp(',
    },
    {
      name: 'recovery-stops-a-record-early',
      breaks: 'Recovery leaves out the last record of the journal.',
      file: FOLLOWER,
      piece: 'if (this.#head.sequence >= until) break;',
      by: 'if (this.#head.sequence >= until || records % 50 === 0) break;',
    },
    {
      name: 'snapshot-of-another-entry',
      breaks: 'A snapshot is taken for one of the entry before it.',
      file: RECOVERY,
      piece: 'head: { sequence, hash } }',
      by: 'head: { sequence: sequence - 1, hash } }',
    },
    {
      name: 'snapshot-loses-fee-reserves',
      breaks: 'Orders that are restored from a snapshot hold what they cost and no fee.',
      file: SNAPSHOT_ORDERS,
      piece: 'held: micros(plain(numbers.held[at] as number)),',
      by: 'held: micros(plain((numbers.held[at] as number) - ((numbers.held[at] as number) % 10))),',
    },
    {
      name: 'snapshot-turns-priority-round',
      breaks: 'Orders of one price come out of a snapshot in the opposite order.',
      file: SNAPSHOT_ORDERS,
      piece: 'for (let at = 0; at < count; at++) {',
      by: 'for (let at = count - 1; at >= 0; at--) {',
    },
    {
      name: 'snapshot-loses-closing-times',
      breaks: 'Markets that are restored from a snapshot never end at their closing time.',
      file: SNAPSHOT,
      piece: 'if (awaitsClose(market)) state.closings.add(market.id, market.closeTimeMs);',
      by: '',
    },
    {
      name: 'snapshot-loses-settlement',
      breaks: 'A settlement under way is forgotten by a start from a snapshot.',
      file: SNAPSHOT,
      piece: 'settling: new Set(snapshot.settling),',
      by: 'settling: new Set(),',
    },
    {
      name: 'snapshot-loses-partial-fills',
      breaks: 'An order that is restored from a snapshot has its full size again.',
      file: SNAPSHOT_ORDERS,
      piece: 'remaining: micros(plain(numbers.remaining[at] as number)),',
      by: 'remaining: micros(plain(numbers.size[at] as number)),',
    },
    {
      name: 'snapshot-loses-first-results',
      breaks: 'What a resting order matched at once is forgotten by a start from a snapshot.',
      file: SNAPSHOT_ORDERS,
      piece: "const status = making > 0 || taking > 0 ? 'matched' : 'live';\n  return { status, making, taking,",
      by: "const status = 'live';\n  return { status, making: micros(0), taking: micros(0),",
    },
    {
      name: 'sealed-generation-lost',
      breaks: 'Closed orders that the state hands out are not taken.',
      file: SEQUENCER,
      piece: '    this.#archive.take(this.#state);\n',
      by: '',
    },
    {
      name: 'archive-off-by-one',
      breaks: 'When closed orders are stored, one generation that is not stored yet is let go of.',
      file: ARCHIVE,
      piece: 'index >= stored.generations',
      by: 'index > stored.generations',
    },
    {
      name: 'archive-of-an-older-snapshot',
      breaks: 'Recovery does not take the closed orders that it seals on its way.',
      file: RECOVERY,
      piece: 'follower.observe(archive);',
      by: 'void archive;',
    },
    {
      name: 'batch-begins-with-the-last-one',
      breaks: 'The bytes of a batch that was begun before are left in the next one.',
      file: WRITER,
      piece: 'this.#payload.clear();\n    this.#payload.byte(BYTES_FORMAT);',
      by: 'if (this.#payload.length === 0) this.#payload.byte(BYTES_FORMAT);',
    },
  ],
};
