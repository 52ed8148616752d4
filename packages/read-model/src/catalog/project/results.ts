/** Writes the results of markets: proposed, disputed, fixed, paid, reversed. */
import { type BooksAndBalances, type Event, PRICE_ONE, proposedPayouts } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import type { Statements } from '../../statements.ts';
import type { CatalogTables, KeptProposal, KeptReversal, MarketRow } from '../tables.ts';
import { flag } from './catalog-rows.ts';

type Line = CatalogTables['result_lines'];
type UpdateMarket = (market: number, timeMs: number, columns: Partial<MarketRow>) => void;
/** Payout of the first outcome in 1/10000; null: a refund. */
type First = number | null;

const OPERATOR = 'operator';
/** `payout_0` of a refunded market. */
const HALF = PRICE_ONE / 2;
const OPEN = { payout_0: null, refunded: 0, resolved_ms: null, settled: 0 } as const;

export class ResultWriter {
  readonly #statements: Statements;
  readonly #update: UpdateMarket;

  constructor(statements: Statements, update: UpdateMarket) {
    this.#statements = statements;
    this.#update = update;
  }

  /** `state` has the accounts of the entry. */
  write(entry: ChainedEntry, state: BooksAndBalances): void {
    const { sequence, timeMs, events } = entry;
    let confirmed: Extract<Event, { kind: 'ResultConfirmed' }> | null = null;
    let lines = 0;
    const add = (market: number, line: Pick<Line, 'status'> & Partial<Line>): void => {
      const id = sequence * FILLS_PER_TRADE_MAX + lines++;
      const none = { by: '', note: '', source: '', payout_0: null, refunded: 0 } as const;
      this.#statements.insert('result_lines', { id, market, time_ms: timeMs, ...none, ...line });
    };
    for (const event of events) {
      switch (event.kind) {
        case 'ResultProposed': {
          const { source, note, by, endsMs } = event;
          for (const [market, first] of proposedPayouts(event)) {
            add(market, { status: 'proposed', by, note, source, ...resultOf(first) });
            const kept = { first, source, note, by, proposedMs: timeMs, endsMs, disputed: null };
            this.#setProposal(market, timeMs, kept, 'proposed');
          }
          break;
        }
        case 'ResultDisputed': {
          const by = event.account === null ? OPERATOR : (state.accounts[event.account]?.address ?? '');
          const disputed = { by, reason: event.reason };
          for (const market of event.markets) {
            const proposal = this.#proposal(market);
            add(market, { status: 'disputed', by, note: event.reason, ...resultOf(proposal.first) });
            this.#setProposal(market, timeMs, { ...proposal, disputed }, 'disputed');
          }
          break;
        }
        case 'ResultWithdrawn':
          for (const market of event.markets) {
            const result = resultOf(this.#proposal(market).first);
            add(market, { status: 'withdrawn', by: event.by ?? '', note: event.reason, ...result });
            this.#update(market, timeMs, { proposal: '' });
          }
          break;
        case 'ResultConfirmed':
          confirmed = event;
          // Markets that had lost before are refunded with the others, without another result.
          for (const market of event.refund?.markets ?? []) {
            if (isResolvedIn(events, market)) continue;
            add(market, { status: 'resolved', by: event.by ?? '', note: event.note, ...resultOf(null) });
            this.#resolve(market, timeMs, null);
          }
          break;
        case 'MarketResolved': {
          const first = event.refund === true ? null : event.payouts[0];
          const { by, note } = confirmed ?? { by: OPERATOR, note: '' };
          add(event.market, { status: 'resolved', by: by ?? '', note, ...resultOf(first) });
          this.#resolve(event.market, timeMs, first);
          break;
        }
        case 'ResultReversed': {
          const { note, by } = event;
          const reversal: KeptReversal = { note, by, reversedMs: timeMs };
          const firsts = new Map<number, First>(event.to ?? []);
          for (const market of event.markets) {
            const first = firsts.get(market);
            add(market, { status: 'reversed', by, note, ...(first !== undefined && resultOf(first)) });
            this.#update(market, timeMs, { reversal: JSON.stringify(reversal) });
            if (first === undefined) this.#update(market, timeMs, { settled: 0 });
            else this.#resolve(market, timeMs, first);
          }
          break;
        }
        case 'ResultCorrected':
          for (const market of event.markets) {
            this.#update(market, timeMs, event.reopened ? OPEN : { settled: 1 });
          }
          break;
        case 'MarketSettled':
          if (!this.#isRefunded(event.market)) this.#update(event.market, timeMs, { settled: 1 });
          break;
      }
    }
  }

  #resolve(market: number, timeMs: number, first: First): void {
    const result = { ...resultOf(first), payout_0: first ?? HALF, resolved_ms: timeMs, settled: 0 } as const;
    const ended = { proposal: '', open_ms: null, closed: 1, accepting_orders: 0 } as const;
    this.#update(market, timeMs, { ...result, ...this.#statusesWith(market, 'resolved'), ...ended });
  }

  #setProposal(market: number, timeMs: number, proposal: KeptProposal, word: string): void {
    this.#update(market, timeMs, { proposal: JSON.stringify(proposal), ...this.#statusesWith(market, word) });
  }

  #statusesWith(market: number, word: string): Pick<MarketRow, 'resolution_statuses'> {
    const words = JSON.parse(this.#textOf('resolution_statuses', market)) as string[];
    return { resolution_statuses: JSON.stringify([...words, word]) };
  }

  #proposal(market: number): KeptProposal {
    return JSON.parse(this.#textOf('proposal', market)) as KeptProposal;
  }

  #isRefunded(market: number): boolean {
    return this.#statements.prepare('SELECT refunded FROM markets WHERE market = ?').get(market)?.['refunded'] === 1;
  }

  #textOf(column: 'proposal' | 'resolution_statuses', market: number): string {
    return String(this.#statements.prepare(`SELECT ${column} FROM markets WHERE market = ?`).get(market)?.[column]);
  }
}

const resultOf = (first: First) => ({ payout_0: first, refunded: flag(first === null) });

const isResolvedIn = (events: readonly Event[], market: number): boolean =>
  events.some((event) => event.kind === 'MarketResolved' && event.market === market);
