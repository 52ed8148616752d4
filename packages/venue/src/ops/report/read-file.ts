/** Reports from files: a replay's certificate, by itself or in the sandbox's answer, and the result of an examination. */
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSchemaCheck, ExamResult, REPLAY_RULES, ReplayCertificate } from '@bellwether/contract';
import { type ExamReport, REPORT_FORMAT, type ReplayReport } from './document.ts';

const BYTES_MAX = 64 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** Reads a file. Throws if it holds neither, or a certificate of other rules or with other content than its hash says. */
export function readReportFile(path: string): ReplayReport | ExamReport {
  if (statSync(path).size > BYTES_MAX) throw unknown(path, 'it is larger than 64 MiB');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw unknown(path, 'it is not JSON');
  }
  const fields = isFields(value) ? value : {};
  if ('incidents' in fields) return examReport(path, fields);
  if ('certificate' in fields && fields['certificate'] === null)
    throw new Error(`${path}: the replay has no certificate yet, its state is ${JSON.stringify(fields['state'])}`);
  const certificate = fields['certificate'] ?? fields;
  if (!isFields(certificate) || !('rules' in certificate)) throw unknown(path, 'it has neither rules nor incidents');
  return replayReport(path, certificate);
}

function examReport(path: string, fields: Fields): ExamReport {
  check(path, 'the result of an examination', createSchemaCheck(ExamResult)(fields));
  const { bot, summary, incidents } = fields as ExamResult;
  return { format: REPORT_FORMAT, kind: 'exam', bot, summary, incidents };
}

function replayReport(path: string, fields: Fields): ReplayReport {
  const { rules } = fields;
  if (rules !== REPLAY_RULES)
    throw new Error(`${path} is a certificate of rules ${JSON.stringify(rules)}, this program knows ${REPLAY_RULES}`);
  check(path, 'a certificate', createSchemaCheck(ReplayCertificate)(fields));
  const certificate = fields as ReplayCertificate;
  const { sha256, state: _, ...certified } = certificate;
  if (hash('sha256', JSON.stringify(certified), 'hex') !== sha256)
    throw new Error(`${path} was changed: its sha256 is not that of its content`);
  return { format: REPORT_FORMAT, kind: 'replay', certificate };
}

function check(path: string, kind: string, problem: string | null): void {
  if (problem !== null) throw new Error(`${path} is not ${kind}: ${problem}`);
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const unknown = (path: string, why: string): Error =>
  new Error(`${path} is no data folder, certificate of a replay or result of an examination: ${why}`);
