/** Text of the report: the evidence of each incident, and a summary line. */
import type { Finding, Verdict } from './examine.ts';
import type { ShownHoldings } from './ledger.ts';

const WORDS: Readonly<Record<Verdict, string>> = {
  agrees: 'agrees',
  disagrees: 'DISAGREES',
  'not played': 'NOT PLAYED',
  broken: 'BROKEN',
};
const LABEL_WIDTH = 8;

export function findingLines(finding: Finding): readonly string[] {
  const { incident, about, verdict, problem, steps, bot, ledger, labels } = finding;
  const holdings = (of: ShownHoldings | null): string[] => (of === null ? [] : [holdingsText(of, labels)]);
  return [
    `${incident}: ${WORDS[verdict]}`,
    `  ${about}`,
    ...labelled(
      'done',
      steps.map(({ at, what }) => `+${at.toFixed(1)} s  ${what}`),
    ),
    ...labelled('bot', holdings(bot)),
    ...labelled('ledger', holdings(ledger)),
    ...labelled(
      'differs',
      finding.differences.map((difference) => differenceText(difference, labels)),
    ),
    ...labelled('problem', problem === null ? [] : [problem]),
    '',
  ];
}

/** The last line: how many agree, and the names of the others by verdict. */
export function summaryLine(findings: readonly Finding[]): string {
  const named = (Object.keys(WORDS) as Verdict[]).flatMap((verdict) => {
    const names = findings.filter((finding) => finding.verdict === verdict).map(({ incident }) => incident);
    return verdict === 'agrees' || names.length === 0 ? [] : [`${verdict}: ${names.join(', ')}`];
  });
  const agreeing = findings.filter(({ verdict }) => verdict === 'agrees').length;
  return [`${agreeing} of ${findings.length} agree`, ...named].join('; ');
}

function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`);
}

type Labels = Finding['labels'];
const nameOf = (token: string, labels: Labels): string => labels[token] ?? `token ${token}`;

function holdingsText({ openOrders, positions, cash }: ShownHoldings, labels: Labels): string {
  const orders = openOrders.map(({ id, remaining }) => `order ${id} with ${remaining} shares left`);
  const shares = Object.entries(positions).map(([token, size]) => `${size} ${nameOf(token, labels)}`);
  return [
    `cash ${cash}`,
    ...(shares.length > 0 ? shares : ['no shares']),
    ...(orders.length > 0 ? orders : ['no open order']),
  ].join('; ');
}

export function differenceText(
  { of, id, bot, ledger, status }: Finding['differences'][number],
  labels: Labels,
): string {
  switch (of) {
    case 'order':
      if (bot === null) return `order ${id}: the bot does not know it, and it is open with ${ledger} shares left`;
      if (ledger === null) return `order ${id}: the bot has it open with ${bot} shares left, and it is ${status}`;
      return `order ${id}: the bot has ${bot} shares left, the ledger ${ledger}`;
    case 'position':
      return `${nameOf(id, labels)}: the bot has ${bot} shares, the ledger ${ledger}`;
    case 'cash':
      return `cash: the bot has ${bot}, the ledger ${ledger}`;
    default:
      return of satisfies never;
  }
}
