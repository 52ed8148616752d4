/** Live health of the venue: speed, positions of journal and read store, queues, feeds, rate limits and totals. */
import type { VenueHealth } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount, formatFigure, formatMoney, NO_FIGURE } from '../format/numbers.ts';
import { classNames } from '../ui/class-names.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../venue/answer.tsx';
import { polled } from '../venue/queries.ts';
import { DiskTile, Fact, ReadStoreTile, Spark, Tile } from './health-tile.tsx';
import { NodesPanel } from './nodes-panel.tsx';
import { useOperator } from './operator.tsx';
import { parseSamples, type Sample, sumOf } from './prometheus.ts';
import { operatorErrorText } from './refusal.tsx';

export function HealthPanel() {
  const query = useHealth();
  const samples = useSamples();
  const rates = useRates(query.data);
  return (
    <Answer to={query} failure='The venue does not report its health' lines={8} explain={operatorErrorText}>
      {(health) => (
        <section className='stack' aria-label='Health of the venue'>
          <p className='small faint' role='status'>
            {query.isError
              ? 'The venue does not answer at the moment; these are its last figures.'
              : 'Renewed every two seconds.'}{' '}
            Version {health.version}, up for {uptimeText(health.uptime_seconds)}.
          </p>
          <div className='grid gap-3 operate__tiles'>
            <Tile
              title='Orders a second'
              figure={rateText(rates.orders)}
              note={`${formatCount(health.orders_accepted)} accepted in all`}
            >
              <Spark values={rates.orders} />
            </Tile>
            <Tile
              title='Latency, durable'
              figure={msText(health.command_latency.p50_ms)}
              note={`99% within ${msText(health.command_latency.p99_ms)}, longest ${msText(health.command_latency.max_ms)}`}
            />
            <Tile
              title='Journal position'
              figure={formatCount(health.journal_sequence)}
              note={`${rateText(rates.entries)} entries a second`}
            >
              <Spark values={rates.entries} />
            </Tile>
            <ReadStoreTile health={health} />
            <DiskTile health={health} />
            <Tile
              title='Commands waiting'
              figure={formatCount(health.pending_commands)}
              note='without an outcome yet'
              isBad={health.pending_commands > 1_000}
            />
            <Tile
              title='Signature queue'
              figure={formatCount(health.pending_signatures)}
              note='checks not answered yet'
              isBad={health.pending_signatures > 1_000}
            />
            {health.clock_difference_seconds !== 0 && (
              <Tile
                title='Clock'
                figure={`${formatCount(Math.abs(health.clock_difference_seconds))} s`}
                note={clockText(health)}
                isBad
              />
            )}
            <Tile title='Open orders' figure={formatCount(health.open_orders)} note={marketsText(health)} />
            <Tile
              title='Accounts'
              figure={formatCount(health.accounts)}
              note={`${formatCount(health.wallets)} wallets`}
            />
          </div>
          {health.cluster !== undefined && <NodesPanel cluster={health.cluster} />}
          <HealthSums totals={health.totals} isConserved={health.collateral_conserved} />
          <Transport samples={samples} />
        </section>
      )}
    </Answer>
  );
}

function clockText({ clock_difference_seconds: seconds }: VenueHealth): string {
  return `The machine's clock is ${seconds > 0 ? 'ahead of' : 'behind'} the venue's time. They approach each other.`;
}

/** Feeds, rate limits and process figures, from the Prometheus metrics. */
function Transport({ samples }: { readonly samples: readonly Sample[] }) {
  const feed = (channel: string, name: string): string =>
    formatCount(sumOf(samples, `bellwether_feed_${name}`, { channel }));
  const answered = sumOf(samples, 'bellwether_http_requests_total');
  const refused = sumOf(samples, 'bellwether_cap_requests_total', { outcome: 'refused' });
  const waited = sumOf(samples, 'bellwether_cap_requests_total', { outcome: 'waited' });
  const faults = sumOf(samples, 'bellwether_http_requests_total', { status: '500' });
  const memory = sumOf(samples, 'process_resident_memory_bytes') / 2 ** 20;
  const lagMs = sumOf(samples, 'nodejs_eventloop_lag_p99_seconds') * 1_000;
  return (
    <Panel title='Feeds, caps and process'>
      <DataTable
        caption='Live feeds'
        columns={[
          { title: 'Feed', cell: (channel) => (channel === 'market' ? 'Market' : 'User') },
          { title: 'Connections', kind: 'figure', cell: (channel) => feed(channel, 'connections') },
          { title: 'Frames sent', kind: 'figure', cell: (channel) => feed(channel, 'frames') },
          { title: 'Left out for slow readers', kind: 'figure', cell: (channel) => feed(channel, 'dropped') },
          { title: 'Closed by the venue', kind: 'figure', cell: (channel) => feed(channel, 'closed') },
        ]}
        rows={['market', 'user']}
        keyOf={(channel) => channel}
        narrow='scroll'
      />
      <dl className='grid gap-3 operate__facts'>
        <Fact title='Requests answered' text={formatCount(answered)} />
        <Fact title='Held back by caps' text={formatCount(waited)} />
        <Fact title='Refused by caps' text={formatCount(refused)} />
        <Fact title='Internal errors' text={formatCount(faults)} />
        <Fact title='Memory' text={`${formatCount(memory)} MB`} />
        <Fact title='Event loop lag, 99%' text={msText(lagMs)} />
      </dl>
    </Panel>
  );
}

function rateText(rates: readonly number[]): string {
  const last = rates.slice(-5);
  if (last.length === 0) return NO_FIGURE;
  return figure(last.reduce((sum, rate) => sum + rate, 0) / last.length);
}

const msText = (ms: number | null): string => (ms === null ? NO_FIGURE : `${figure(ms)} ms`);

/** Formats small figures with one decimal, large ones as integers. */
function figure(value: number): string {
  return formatFigure(value, value >= 100 ? 0 : 1);
}

function marketsText({ open_markets: open, markets, resolving_markets: resolving }: VenueHealth): string {
  const text = `in ${formatCount(open)} open of ${formatCount(markets)} markets`;
  return resolving === 0 ? text : `${text}, ${formatCount(resolving)} paying out`;
}

function uptimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** Conservation of money as an equation: deposits less withdrawals are the sum of all places where money is. */
function HealthSums({ totals, isConserved }: Readonly<{ totals: VenueHealth['totals']; isConserved: boolean }>) {
  return (
    <Panel
      title='Invariants'
      aside={
        <span className={classNames('badge', isConserved ? 'badge--yes' : 'badge--no')}>
          <Icon name={isConserved ? 'check' : 'warn'} size={14} />
          {isConserved ? 'Money adds up' : 'Money does not add up'}
        </span>
      }
    >
      <div className='panel__body grid gap-5 top operate__sums'>
        <Side
          title='In and out'
          rows={[
            ['Deposits', '', totals.deposits],
            ['Withdrawals', '−', totals.withdrawals],
          ]}
        />
        <span className='faint operate__equals' aria-hidden='true'>
          {isConserved ? '=' : '≠'}
        </span>
        <Side
          title='Where it is'
          rows={[
            ['Free in wallets', '', totals.free],
            ['Held by open orders', '+', totals.held],
            ['Locked under shares', '+', totals.locked],
            ['Fees', '+', totals.fees],
            ['Paid ahead by conversions', '−', totals.advanced],
            ['Owed by accounts', '−', totals.debts],
          ]}
        />
      </div>
    </Panel>
  );
}

interface SideProps {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, sign: '' | '+' | '−', amount: string])[];
}

function Side({ title, rows }: SideProps) {
  return (
    <div>
      <h3 className='small soft'>{title}</h3>
      <dl className='operate__sum'>
        {rows.map(([label, sign, amount]) => (
          <div key={label} className='row--apart gap-3 flex line-below'>
            <dt>{label}</dt>
            <dd className='numeric'>
              {sign} {formatMoney(amount)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const HEALTH_MS = 2_000;
const METRICS_MS = 5_000;
/** Points of the small charts: two minutes' worth. */
const POINTS_MAX = 60;

function useHealth() {
  const { client } = useOperator();
  return useQuery(polled(['operate', 'health'], client.admin.health, HEALTH_MS));
}

function useSamples(): readonly Sample[] {
  const { client } = useOperator();
  const read = async (call: { readonly signal: AbortSignal }) => parseSamples(await client.venue.metrics(call));
  return useQuery(polled(['operate', 'metrics'], read, METRICS_MS)).data ?? [];
}

const NO_RATES: Readonly<Record<'orders' | 'entries', readonly number[]>> = { orders: [], entries: [] };

/** Returns the increase of the health counters per second, newest last. */
function useRates(health: VenueHealth | undefined): typeof NO_RATES {
  const before = useRef<VenueHealth | null>(null);
  const [rates, setRates] = useState(NO_RATES);
  useEffect(() => {
    if (health === undefined) return;
    const last = before.current;
    before.current = health;
    if (last === null || health.time_ms <= last.time_ms) return;
    const seconds = (health.time_ms - last.time_ms) / 1_000;
    const rate = (now: number, then: number): number => Math.max(0, now - then) / seconds;
    setRates(({ orders, entries }) => ({
      orders: [...orders, rate(health.orders_accepted, last.orders_accepted)].slice(-POINTS_MAX),
      entries: [...entries, rate(health.journal_sequence, last.journal_sequence)].slice(-POINTS_MAX),
    }));
  }, [health]);
  return rates;
}
