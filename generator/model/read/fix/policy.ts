import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Json } from '../../schema.js';
import { isArray, isObject, member } from '../json.js';
import { childAt } from '../openapi/node.js';
import { isEarly } from './data-types.js';
import type { ValueNode } from '../openapi/node.js';
import { checkPolicySchema, type PolicySchema, type Members } from './policy-schema.js';

const text: PolicySchema = { kind: 'text' };
const flag: PolicySchema = { kind: 'flag' };
const seconds: PolicySchema = { kind: 'number', from: 0 };
/** HeartBtInt (108) is an integer. */
const heartBeat: PolicySchema = { kind: 'number', from: 0, isInteger: true };
const count: PolicySchema = { kind: 'number', from: 1, isInteger: true };
const factor: PolicySchema = { kind: 'number', from: 1 };
const word = (...words: readonly string[]): PolicySchema => ({ kind: 'word', words });
const list = (item: PolicySchema): PolicySchema => ({ kind: 'list', item });
const name = (pattern: RegExp, example: string): PolicySchema => ({
  kind: 'text',
  isValid: (value) => pattern.test(value),
  example,
});
const object = (members: Members, ...required: readonly string[]): PolicySchema => ({
  kind: 'object',
  members,
  required,
});
const rate = object({ perSecond: { kind: 'number', from: 0.001 }, burst: count }, 'perSecond');
const digits: PolicySchema = { kind: 'number', from: 0, to: 12, isInteger: true };

/** Form of every member of `x-fix-session`. */
const session = object({
  applVerId: text,
  compIds: object({ server: text }),
  heartBtInt: object({
    default: heartBeat,
    min: heartBeat,
    max: heartBeat,
    testRequestAfter: factor,
    dropAfter: factor,
  }),
  resetOnLogon: flag,
  msgSeqNum: object({ logonMustBeOne: flag, leadingZeros: word('accept', 'refuse') }),
  sendingTime: object({ tolerance: seconds, fractionDigits: list(digits), send: digits }),
  checksum: word('ignore', 'reject'),
  resend: object({ window: count, age: seconds, chunk: count }),
  lastMsgSeqNumProcessed: flag,
  nextExpectedMsgSeqNum: flag,
  businessRejectVersion: word('none', 'ApplVerID', 'DefaultApplVerID'),
  resetSeqNumFlag: word('accept', 'refuse'),
  maxConnections: count,
  per: word('session', 'account', 'profile'),
  disconnects: {
    kind: 'list',
    mayBeEmpty: true,
    item: object(
      {
        days: list(word('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
        time: name(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '11:00'),
        timeZone: { kind: 'text', isValid: isTimeZone, example: 'America/Chicago' },
        text,
      },
      'days',
      'time',
      'timeZone',
    ),
  },
  tls: object(
    {
      versions: list(word('TLSv1.2', 'TLSv1.3')),
      suites: list(name(/^[A-Z][A-Z0-9_-]+$/, 'ECDHE-RSA-AES128-GCM-SHA256')),
      curves: list(name(/^[A-Za-z][A-Za-z0-9-]+$/, 'P-256')),
      preferServer: flag,
    },
    'versions',
  ),
  rate: object({ messages: rate, logons: rate, disconnectAbove: count }),
  maxMessageLength: count,
  unknownFields: word('refuse', 'keepUserDefined', 'keep'),
  canonicalNumbers: flag,
  texts: object({
    logonSeqNum: text,
    heartBtInt: text,
    sendingTime: text,
    credential: text,
    connections: text,
    checksum: text,
    rate: text,
    resend: text,
    resetSeqNumFlag: text,
  }),
  header: { kind: 'schema' },
  trailer: { kind: 'schema' },
});

const DEFAULTS = {
  compIds: {},
  heartBtInt: { default: 30, testRequestAfter: 1.2, dropAfter: 2.4 },
  resetOnLogon: false,
  msgSeqNum: { logonMustBeOne: false, leadingZeros: 'accept' },
  sendingTime: { tolerance: 120, fractionDigits: [0, 3, 6, 9] },
  checksum: 'ignore',
  resend: {},
  lastMsgSeqNumProcessed: false,
  nextExpectedMsgSeqNum: false,
  resetSeqNumFlag: 'accept',
  maxConnections: 1,
  per: 'session',
  disconnects: [],
  maxMessageLength: 1_048_576,
  unknownFields: 'refuse',
  canonicalNumbers: false,
  texts: {},
} as const;

/** Returns the defaults of a version. Before FIX 4.2, times have no fractions of a second. */
function defaultsOf(beginString: string): PolicyMembers {
  return isEarly(beginString)
    ? { ...DEFAULTS, sendingTime: { ...DEFAULTS.sendingTime, fractionDigits: [0] } }
    : DEFAULTS;
}

type PolicyMembers = { readonly [name: string]: Json };

/** Reads `x-fix-session`: its valid members, with defaults for the others. */
export function readPolicy(valueNode: ValueNode | undefined, beginString: string): PolicyMembers {
  const stated =
    valueNode === undefined ? {} : checkPolicySchema(valueNode, session, '"x-fix-session"');
  const own = isObject(stated) ? stated : {};
  const merged = Object.fromEntries(
    [...new Set([...Object.keys(DEFAULTS), ...Object.keys(own)])].map((name) => {
      const fallback: Json | undefined = member(defaultsOf(beginString), name);
      const value = member(own, name);
      const combined =
        isObject(fallback) && isObject(value) ? { ...fallback, ...value } : (value ?? fallback);
      return [name, combined ?? null];
    }),
  );
  const time = isObject(merged['sendingTime']) ? merged['sendingTime'] : {};
  const fractions = isArray(time['fractionDigits']) ? time['fractionDigits'] : [];
  const send = time['send'] ?? fractions.find((each) => each !== 0) ?? 0;
  const policy = {
    ...merged,
    heartBtInt: withDefault(merged['heartBtInt'], own['heartBtInt']),
    sendingTime: { ...time, send },
  };
  if (valueNode !== undefined) reportContradictions(valueNode, policy);
  return policy;
}

/** Adjusts the default HeartBtInt to the accepted range, unless the document declares it. */
function withDefault(merged: Json | undefined, stated: Json | undefined): Json {
  const all = isObject(merged) ? merged : {};
  if (isObject(stated) && Object.hasOwn(stated, 'default')) return all;
  const { min = 0, max = Infinity, default: fallback = 30 } = all;
  return { ...all, default: Math.max(Number(min), Math.min(Number(max), Number(fallback))) };
}

/** Reports valid values that contradict each other. */
function reportContradictions(valueNode: ValueNode, policy: PolicyMembers): void {
  const heartBeats = isObject(policy['heartBtInt']) ? policy['heartBtInt'] : {};
  const time = isObject(policy['sendingTime']) ? policy['sendingTime'] : {};
  const fractions = isArray(time['fractionDigits']) ? time['fractionDigits'] : [];
  const numberOf = (key: string): number | undefined => {
    const value = heartBeats[key];
    return typeof value === 'number' ? value : undefined;
  };
  const { usual, least, most, asks, drops } = {
    usual: numberOf('default'),
    least: numberOf('min') ?? 0,
    most: numberOf('max') ?? Infinity,
    asks: numberOf('testRequestAfter') ?? 1,
    drops: numberOf('dropAfter') ?? Infinity,
  };
  const reportAt = (key: string, what: string, expected: string, actual: Json): void => {
    const at = childAt(valueNode, key) ?? valueNode;
    const sentence = invalidExtension.type({ what, expected, actual: String(actual) });
    at.reporter.report(sentence, at.origin);
  };
  if (least > most) reportAt('heartBtInt', '"min"', `at most ${most} ("max")`, least);
  else if (usual !== undefined && usual < least)
    reportAt('heartBtInt', '"default"', `at least ${least} ("min")`, usual);
  else if (usual !== undefined && usual > most)
    reportAt('heartBtInt', '"default"', `at most ${most} ("max")`, usual);
  if (drops < asks)
    reportAt('heartBtInt', '"dropAfter"', `at least ${asks} ("testRequestAfter")`, drops);
  const { send = null } = time;
  if (!fractions.includes(send)) reportAt('sendingTime', '"send"', 'one of "fractionDigits"', send);
}

/** True if the name is a time zone that `Intl` supports. */
function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return !/^[+-]/.test(zone);
  } catch {
    return false;
  }
}
