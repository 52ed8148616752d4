/** Whether what another node has sent is what it says that it is: it is data from outside, however well the node is known. */
import type { Asked, FirstAnswer, Replied, ToldUse } from './leader-questions.ts';

/** Questions, afterwords or replies of one message. */
const AT_ONCE_MAX = 20_000;
/** An account, an address and a network. */
const CLIENTS_MAX = 3;
const ROWS_MAX = 16;
/** Of what is a name: an address, a key, a row, a header. */
const NAME_LENGTH_MAX = 64;
/** Of a signature: as the gateways of a node tell each other of it. */
const ID_LENGTH_MAX = 255;
const HEADER_LENGTH_MAX = 2_048;
/** Of an answer that is kept at the node that leads; a longer one is not. */
const ANSWER_BYTES_MAX = 262_144;

/** Whether what another node has sent is a list of questions that may be looked at. */
export function areAsked(value: unknown): value is readonly Asked[] {
  return Array.isArray(value) && value.length <= AT_ONCE_MAX && value.every(isAsked);
}

/** The same for signatures that are used. */
export function areUses(value: unknown): value is readonly ToldUse[] {
  return Array.isArray(value) && value.length <= AT_ONCE_MAX && value.every(isToldUse);
}

/** The same for replies. */
export function areReplied(value: unknown): value is readonly Replied[] {
  return Array.isArray(value) && value.length <= AT_ONCE_MAX && value.every(isReplied);
}

/** The same for a time in Unix seconds. */
export const isTimestamp = (value: unknown): value is number => isCount(value);

type Fields = Readonly<Record<string, unknown>>;

function isAsked(value: unknown): boolean {
  if (!isObject(value) || !isCount(value['id']) || !isObject(value['what'])) return false;
  const { what } = value;
  switch (what['kind']) {
    case 'caps':
      return isCapsQuestion(what);
    case 'newcomer':
      return areClients(what['clients']);
    case 'use':
      return isUseQuestion(what);
    case 'answered':
      return what['answer'] === null || isKeptAnswer(what['answer']);
    case 'left':
    case 'forgotten':
      return true;
    default:
      return false;
  }
}

function isCapsQuestion(what: Fields): boolean {
  const { rows, weight } = what;
  return (
    areClients(what['clients']) &&
    Array.isArray(rows) &&
    rows.length <= ROWS_MAX &&
    rows.every(isName) &&
    isCount(weight) &&
    areFlags(what['isUrgent'], what['isBudgeted'], what['mayWait'])
  );
}

function isUseQuestion(what: Fields): boolean {
  return isSignature(what) && areFlags(what['isNewEachTime'], what['isKnownByItself']);
}

function isToldUse(use: unknown): boolean {
  return isObject(use) && isSignature(use) && areFlags(use['isForgotten']);
}

function isSignature({ of, owner, id, timestamp }: Fields): boolean {
  const isOf = of === 'requests' || of === 'signIns';
  return isOf && isName(owner) && isText(id, ID_LENGTH_MAX) && id !== '' && isCount(timestamp);
}

function isReplied(value: unknown): boolean {
  if (!isObject(value) || !isCount(value['id']) || !isObject(value['reply'])) return false;
  const { reply } = value;
  switch (reply['kind']) {
    case 'passed':
      return isHeader(reply['remaining']);
    case 'over':
      return (
        (reply['retryAfterSeconds'] === null || isCount(reply['retryAfterSeconds'])) &&
        (reply['remaining'] === null || isHeader(reply['remaining']))
      );
    case 'again':
      return reply['answer'] === null || isKeptAnswer(reply['answer']);
    case 'before_start':
    case 'too_many':
      return isCount(reply['retryAfterSeconds']);
    case 'first':
    case 'untimely':
    case 'busy':
    case 'no_leader':
      return true;
    default:
      return false;
  }
}

function areClients(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= CLIENTS_MAX && value.every(isClient);
}

function isClient(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, name, crowd, kin } = value;
  const isKind = kind === 'account' || kind === 'address' || kind === 'network';
  return isKind && isName(name) && (crowd === null || isName(crowd)) && isName(kin);
}

/** Whether an answer can be kept at another node. */
export function isKeptAnswer(value: unknown): value is FirstAnswer {
  if (!isObject(value) || !isObject(value['headers'])) return false;
  const { status, body } = value;
  const headers = Object.entries(value['headers']);
  return (
    isCount(status) &&
    status >= 200 &&
    status < 600 &&
    headers.length <= ROWS_MAX &&
    headers.every(([name, text]) => isName(name) && isHeader(text)) &&
    (typeof body === 'string' || body instanceof Uint8Array) &&
    body.length <= ANSWER_BYTES_MAX
  );
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const areFlags = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === 'boolean');

const isText = (value: unknown, lengthMax: number): value is string =>
  typeof value === 'string' && value.length <= lengthMax && /^[\0-\xff]*$/.test(value);

const isName = (value: unknown): value is string => isText(value, NAME_LENGTH_MAX) && /^[!-~]+$/.test(value);

const isHeader = (value: unknown): value is string => isText(value, HEADER_LENGTH_MAX) && /^[\t -~]*$/.test(value);
