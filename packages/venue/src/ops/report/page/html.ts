/** HTML from templates that escape every value, and the tables of a report. */
import { escapeHtml } from '@bellwether/gateway/http/page/html.ts';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | readonly Value[];

/** Controls have no place in HTML, and marks of direction could disguise the text around them. */
const DECEPTIVE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Rows that a table shows. */
const ROWS_MAX = 200;

function escaped(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(escaped).join('');
  return escapeHtml(String(value ?? '–').replaceAll(DECEPTIVE, '\ufffd'));
}

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, index) => part + (index < values.length ? escaped(values[index]) : '')).join(''));
}

/** Time of a venue in UTC, to the millisecond. */
export const timeText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ');

/** An amount with so many digits behind the point. */
export const shortText = (amount: string | null, digits = 2): string | null =>
  amount === null
    ? null
    : Number(amount).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A table of the first rows with the fields that `fields` names. `count`: all rows there are, if `rows` are not all. */
export function table(fields: string, rows: readonly object[], count = rows.length): Html {
  if (count === 0) return html`<p class="soft">None.</p>`;
  const names = fields.split(' ');
  const shown = rows
    .slice(0, ROWS_MAX)
    .map((row) => names.map((name) => cellOf(name, (row as Record<string, Value>)[name])));
  const rest = `The first ${shown.length} of ${count}: the document (--json) lists ${rows.length === count ? 'all' : rows.length}.`;
  return html`<div class="scroll"><table><tr>${names.map((name) => html`<th>${name.replace(/_ms$/, '').replaceAll('_', ' ')}</th>`)}</tr>
${shown.map((row) => html`<tr>${row}</tr>\n`)}</table></div>${shown.length < count ? html`<p class="soft">${rest}</p>` : ''}`;
}

function cellOf(name: string, value: Value): Html {
  if (name === 'after_ms') return html`<td>${Number(value) / 1_000} s</td>`;
  if (/^(?:time|ended)_ms$/.test(name) && typeof value === 'number')
    return html`<td class="time">${timeText(value)}</td>`;
  const isFigure = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
  return isFigure ? html`<td class="figure">${value}</td>` : html`<td>${value}</td>`;
}
