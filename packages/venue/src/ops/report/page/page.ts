/** The page of a report: one file that needs neither network nor script. Figures first, then charts, then tables. */
import type { ExamReport, JournalReport, ReplayReport, Report } from '../document.ts';
import { chart, type Line } from './chart.ts';
import { Html, html, shortText, table, timeText } from './html.ts';
import { STYLE } from './style.ts';

/** Markets whose inventory is drawn. */
const DRAWN_MAX = 8;

export function reportPage(report: Report): string {
  if (report.kind === 'journal') return journalPage(report).text;
  return report.kind === 'replay' ? replayPage(report).text : examPage(report).text;
}

const page = (title: string, about: string, figures: Html, sections: Html): Html => html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${new Html(STYLE)}</style></head>
<body><h1>${title}</h1><p class="soft">${about}</p><div class="figures">${figures}</div>${sections}</body></html>
`;

/** A figure; an amount colours it by its sign. */
function figure(name: string, value: string | number | null, note = '', amount: string | number | null = 0): Html {
  const tone = ['no', '', 'yes'][Math.sign(Number(amount)) + 1];
  return html`<div><span class="soft">${name}</span><strong class="${tone}">${value}</strong><small>${note}</small></div>`;
}

const money = (name: string, amount: string, note = ''): Html => figure(name, shortText(amount), note, amount);

const section = (title: string, content: Html, note = ''): Html =>
  html`<section><h2>${title}</h2><p class="soft">${note}</p>${content}</section>\n`;

const periodText = ({ from_ms, to_ms }: { readonly from_ms: number; readonly to_ms: number }): string =>
  `${timeText(from_ms)} to ${timeText(to_ms)} UTC`;

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(', '); // biome-ignore format: one line

function journalPage(report: JournalReport): Html {
  const { account, journal, summary, adverse_selection, markets, orders, fills, refusals } = report;
  const { profit, profit_before_fees, fees, equity, max_drawdown, max_drawdown_ms, maker_share, rested } = summary;
  const made = maker_share === null ? '' : `${shortText(`${Number(maker_share) * 100}`, 0)} % of the shares as a maker`;
  const after = adverse_selection.filter(({ role }) => role === 'all');
  /** Adds the token's name to each row. */
  const named = <Row extends { readonly market: number; readonly outcome: 0 | 1 }>(rows: readonly Row[]) =>
    rows.map((row) => {
      const { question = '', outcomes } = markets[row.market] ?? {};
      return { ...row, token: `${markets.length > 1 ? `${question} · ` : ''}${outcomes?.[row.outcome]}` };
    });
  const filled = named(fills.listed).map((row) => {
    return { ...row, '1_s': row.after[0], '10_s': row.after[1], '60_s': row.after[2] };
  });
  const held = markets.map((market) => ({ ...market, first: market.shares[0], second: market.shares[1] }));
  return page(
    `${account.name} · ${markets.length === 1 ? markets[0]?.question : `${markets.length} markets`}`,
    `${account.address}, ${periodText(journal)}, ${journal.entries} entries. Play money.`,
    html`${money('Profit', profit, `equity ${shortText(equity)}`)}
${money('Profit before fees', profit_before_fees, `fees ${shortText(fees)}`)}
${figure('Max drawdown', shortText(max_drawdown), max_drawdown_ms === null ? '' : timeText(max_drawdown_ms))}
${figure('Fills', fills.count, made)}
${after.map((sum) => figure(`${sum.after_ms / 1_000} s after a fill`, shortText(sum.per_share, 4), `a share, n = ${sum.fills}`, sum.per_share))}
${figure('Queue ahead', shortText(summary.mean_ahead_at_rest), `mean shares at rest, n = ${rested}; ${shortText(summary.mean_ahead_at_fill) ?? '–'} when filled`)}
${figure('Refusals', refusals?.count ?? null, refusals === null ? 'not noted' : '')}`,
    html`${charts(report)}
${section('Adverse selection', table('after_ms role per_share total fills not_yet no_middle', adverse_selection), 'Middle of the book so long after a fill, less its price, with the sign of your side: below 0 the market went against you.')}
${section('Markets', table('question profit fees volume fills first second mark', held), 'With the shares of both outcomes, and what one of the first counts.')}
${section('Fills', table('time_ms token side role price size fee ahead_at_rest ahead_at_fill 1_s 10_s 60_s', filled, fills.count), 'Shares ahead of the order at its price when it came to rest, and before the fill; then the market’s course for each share.')}
${section('Orders', table('time_ms token side type price size filled ahead_at_rest status reason ended_ms', named(orders.listed), orders.count), countsText(orders.by_status))}
${section('Refusals', table('time_ms route status code text', refusals?.listed ?? [], refusals?.count), refusals === null ? 'A journal holds none; a sandbox notes them beside it.' : countsText(refusals.by_code))}`,
  );
}

function charts({ equity, markets, journal }: JournalReport): Html {
  const line = (name: string, of: (point: (typeof equity)[number]) => number) => {
    return { name, points: equity.map((point) => ({ time_ms: point.time_ms, value: of(point) })) };
  };
  const profits = [line('profit', ({ profit }) => Number(profit))];
  if (equity.some(({ fees }) => fees !== '0'))
    profits.push(line('before fees', ({ profit, fees }) => Number(profit) + Number(fees)));
  const held = markets.filter(({ inventory }) => inventory.length > 0);
  const drawn = held.sort((a, b) => Number(b.volume) - Number(a.volume)).slice(0, DRAWN_MAX);
  const inventories = drawn.map(({ question, inventory }) => {
    return { name: question, points: inventory.map(({ time_ms, shares }) => ({ time_ms, value: Number(shares) })) };
  });
  const draw = (title: string, lines: readonly Line[]): Html =>
    chart(title, lines, equity[0]?.time_ms ?? journal.from_ms, journal.to_ms);
  const money = [line('cash and shares', (point) => Number(point.equity))];
  return html`
${section('Profit', draw('Profit', profits), 'Without deposits and withdrawals. A share counts its payout, else the middle of the book, else the last trade, else 0.5.')}
${section('Equity', draw('Equity', money))}
${section('Inventory', draw('Inventory', inventories), 'Shares of the first outcome less those of the second.')}`;
}

function replayPage({ certificate }: ReplayReport): Html {
  const { tape, queue, profit, orders, fills, requests, bends, seed, step_ms, latency, sha256 } = certificate;
  const moments = orders.listed.some((order) => 'sent_ms' in order) ? ' sent_ms arrived_ms' : '';
  const run = { seed, queue, step_ms, latency, marks: profit.marks, ...tape };
  const fields = (value: object) => table('field value', Object.entries(value).map(([field, one]) => ({ field, value: typeof one === 'object' ? JSON.stringify(one) : one }))); // biome-ignore format: one line
  return page(
    `Replay of a tape from ${tape.source}`,
    `${periodText(tape)}. Certificate ${sha256}.`,
    html`${money('Profit', profit[queue], `of all clients, ${queue} queue`)}${money('Pessimistic', profit.pessimistic)}
${money('Optimistic', profit.optimistic)}${figure('Fills', fills.count, `${requests.count} requests`)}
${figure('Orders at rest', orders.count)}${figure('Gaps', tape.gaps, `${tape.messages} messages`)}`,
    html`${section('Orders at rest', table(`order market side price size ahead_at_first filled_by_clients filled pessimistic optimistic${moments}`, orders.listed, orders.count), 'Shares filled by other clients, by the tape in the books, and by the tape under each bound of the queue.')}
${section('Bends', fields(bends), 'Shares that clients took of the tape and gave to it: recorded traders do not react.')}
${section('Run', fields(run))}`,
  );
}

function examPage({ bot, summary, incidents }: ExamReport): Html {
  const verdicts = new Set(['agrees', ...incidents.map(({ verdict }) => verdict)]);
  const figures = [...verdicts].map((name) => {
    const { length } = incidents.filter(({ verdict }) => verdict === name);
    return figure(name, length, `of ${incidents.length} incidents`, name === 'agrees' ? 1 : -1);
  });
  return page(
    `Examination of ${bot}`,
    summary,
    html`${figures}`,
    html`${section('Incidents', table('incident verdict problem', incidents))}
${incidents.map((one) => section(`${one.incident}: ${one.verdict}`, evidence(one), one.about))}`,
  );
}

/** Beliefs beside the ledger, and the steps of an incident. */
function evidence({ problem, steps, bot, ledger, labels }: ExamReport['incidents'][number]): Html {
  const [said, real] = [bot, ledger].map((holdings) => {
    const { cash, positions = {}, openOrders = [] } = holdings ?? {};
    const shares = Object.entries(positions).map(([id, size]) => [labels[id] ?? `token ${id}`, size] as const);
    return new Map([
      ['cash', cash ?? '–'],
      ...shares,
      ...openOrders.map(({ id, remaining }) => [`order ${id}`, remaining] as const),
    ]);
  });
  const names = new Set([...(said?.keys() ?? []), ...(real?.keys() ?? [])]);
  const compared = [...names].map((what) => {
    const row = { what, bot: said?.get(what), ledger: real?.get(what) };
    return { ...row, '': row.bot === row.ledger ? '' : html`<span class="no">differs</span>` };
  });
  const done = steps.map(({ at, what }) => ({ after: `${at.toFixed(1)} s`, what }));
  return html`<p class="no">${problem ?? ''}</p>${bot === null || ledger === null ? '' : table('what bot ledger ', compared)}
<details><summary class="soft">${steps.length} steps</summary>${table('after what', done)}</details>`;
}
