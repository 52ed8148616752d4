/** JUnit XML: read back by a small parser, whatever a bot has said. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from './examine.ts';
import { INCIDENTS } from './incidents.ts';
import { junitText, writeJunit } from './junit.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const plain = (text: string): string => {
  expect(text).not.toMatch(/[<"]|&(?!#(?:34|38|39|60|62);)|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
};

/** Parses XML without processing instructions in it. Fails for anything that is not well formed. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '');
  expect(body.length).toBeLessThan(xml.length);
  for (const [, tag, text = ''] of body.matchAll(/<([^>]*)>|([^<]+)/g)) {
    const parent = open.at(-1) ?? expect.unreachable('an end too many');
    if (tag === undefined) parent.text += plain(text.replaceAll('"', '&#34;'));
    else if (tag.startsWith('/')) expect(open.pop()?.name).toBe(tag.slice(1));
    else {
      const [, name = '', list = '', end] = /^(\w+)((?: \w+="[^"]*")*)(\/?)$/.exec(tag) ?? expect.unreachable(tag);
      const pairs = [...list.matchAll(/ (\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)]);
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (end === '') open.push(element);
    }
  }
  expect(open).toEqual([root]);
  return root.children[0] ?? expect.unreachable('no element');
}

const [first, second, third, fourth] = INCIDENTS;
if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error();
const FINDING: Finding = {
  incident: first.name,
  about: first.about,
  verdict: 'agrees',
  problem: null,
  seconds: 4.5,
  steps: [{ at: 0, what: 'the bot was started' }],
  bot: null,
  ledger: null,
  differences: [],
  labels: {},
};
const NASTY = 'the bot ended: \u001b[31m"<oops> & ]]>" \ud800\u0000\n<end/>';

test('junit: each incident is a case; what does not agree fails with its reason and its evidence', () => {
  const differences: Finding['differences'] = [{ of: 'cash', id: '', bot: '1000', ledger: '989' }];
  const suites = parse(
    junitText(INCIDENTS.slice(0, 4), [
      FINDING,
      { ...FINDING, incident: second.name, verdict: 'disagrees', differences },
      { ...FINDING, incident: third.name, verdict: 'broken', problem: NASTY },
    ]),
  );
  const suite = suites.children[0] ?? expect.unreachable('no suite');
  expect([suites.name, suite.name, suite.attributes]).toEqual([
    'testsuites',
    'testsuite',
    { name: 'bellwether exam', tests: '4', failures: '3', errors: '0', skipped: '0', time: '13.5' },
  ]);
  expect(suite.children.map(({ name, attributes }) => [name, attributes['name'], attributes['time']])).toEqual([
    ['testcase', first.name, '4.5'],
    ['testcase', second.name, '4.5'],
    ['testcase', third.name, '4.5'],
    ['testcase', fourth.name, '0'],
  ]);
  const failures = suite.children.map(({ children }) => children[0]);
  expect(failures.map((failure) => failure && [failure.name, failure.attributes['type']])).toEqual([
    undefined,
    ['failure', 'disagrees'],
    ['failure', 'broken'],
    ['failure', 'interrupted'],
  ]);
  expect(failures[1]?.attributes['message']).toBe('cash: the bot has 1000, the ledger 989');
  expect(failures[1]?.text).toContain('  done    +0.0 s  the bot was started\n  differs cash: the bot has 1000');
  const said = 'the bot ended: \ufffd[31m"<oops> & ]]>" \ufffd\ufffd\n<end/>';
  expect(failures[2]?.attributes['message']).toBe(said);
  expect(failures[2]?.text).toContain(`  problem ${said}`);
  expect(failures[3]?.attributes['message']).toBe('the exam was interrupted before');
});

test('junit: the file is replaced whole, and nothing is left beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-junit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'exam.xml');
  for (const findings of [[], [FINDING]]) {
    writeJunit(file, [first], findings);
    expect(readFileSync(file, 'utf8')).toBe(junitText([first], findings));
  }
  expect(readdirSync(folder)).toEqual(['exam.xml']);
});
