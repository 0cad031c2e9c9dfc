import { didYouMean } from '../../../core/suggestion.js';
import type { Json } from '../../schema.js';
import { describeType, isArray, isObject, member } from '../json.js';
import { placeAt } from '../openapi/node.js';
import type { Place } from '../openapi/node.js';

/** What a member of `x-fix-session` may be. */
type Form =
  | { readonly kind: 'text'; readonly pattern?: RegExp; readonly example?: string }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly from: number; readonly integer?: true }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly item: Form }
  | { readonly kind: 'object'; readonly members: Members; readonly required?: readonly string[] }
  | { readonly kind: 'schema' };
type Members = { readonly [name: string]: Form };

const text: Form = { kind: 'text' };
const flag: Form = { kind: 'flag' };
const seconds: Form = { kind: 'number', from: 0 };
const count: Form = { kind: 'number', from: 1, integer: true };
const factor: Form = { kind: 'number', from: 1 };
const word = (...words: readonly string[]): Form => ({ kind: 'word', words });
const list = (item: Form): Form => ({ kind: 'list', item });
const object = (members: Members, ...required: readonly string[]): Form => ({
  kind: 'object',
  members,
  required,
});
const rate = object({ perSecond: { kind: 'number', from: 0 }, burst: count }, 'perSecond');
const digits: Form = { kind: 'number', from: 0, integer: true };

/** Every member of `x-fix-session`. */
const session = object({
  applVerId: text,
  compIds: object({ server: text }),
  heartBtInt: object({
    default: seconds,
    min: seconds,
    max: seconds,
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
  resetSeqNumFlag: word('accept', 'refuse'),
  maxConnections: count,
  per: word('session', 'account', 'profile'),
  disconnects: list(
    object(
      {
        days: list(word('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
        time: { kind: 'text', pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/, example: '11:00' },
        timeZone: {
          kind: 'text',
          pattern: /^[A-Za-z]+(?:[/+-][\w+-]+)*$/,
          example: 'America/Chicago',
        },
        text,
      },
      'days',
      'time',
      'timeZone',
    ),
  ),
  tls: object(
    {
      versions: list(word('TLSv1.2', 'TLSv1.3')),
      suites: list(text),
      curves: list(text),
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

type Stated = { readonly [name: string]: Json };

/** `x-fix-session`: what was said of it, held to its form, and defaults for the rest. */
export function readPolicy(place: Place | undefined): Stated {
  const stated = place === undefined ? {} : check(place, session, '"x-fix-session"');
  const own = isObject(stated) ? stated : {};
  const merged = Object.fromEntries(
    [...new Set([...Object.keys(DEFAULTS), ...Object.keys(own)])].map((name) => {
      const fallback: Json | undefined = member(DEFAULTS, name);
      const value = member(own, name);
      const both =
        isObject(fallback) && isObject(value) ? { ...fallback, ...value } : (value ?? fallback);
      return [name, both ?? null];
    }),
  );
  const time = isObject(merged['sendingTime']) ? merged['sendingTime'] : {};
  const fractions = isArray(time['fractionDigits']) ? time['fractionDigits'] : [];
  const send = time['send'] ?? fractions.find((each) => each !== 0) ?? 0;
  return { ...merged, sendingTime: { ...time, send } };
}

function check(place: Place, form: Form, what: string): Json | undefined {
  const { value } = place;
  switch (form.kind) {
    case 'text':
      if (typeof value === 'string' && (form.pattern?.test(value) ?? value !== '')) return value;
      return wrong(
        place,
        what,
        form.example === undefined ? 'a text' : `of the form "${form.example}"`,
      );
    case 'flag':
      return typeof value === 'boolean' ? value : wrong(place, what, 'true or false');
    case 'number':
      if (
        typeof value === 'number' &&
        value >= form.from &&
        (form.integer !== true || Number.isInteger(value))
      )
        return value;
      return wrong(
        place,
        what,
        `${form.integer === true ? 'an integer' : 'a number'} from ${form.from} upwards`,
      );
    case 'word':
      if (typeof value === 'string' && form.words.includes(value)) return value;
      place.reporter.error(
        'invalid-extension',
        place.origin,
        `${what} is none of ${form.words.map((each) => `"${each}"`).join(', ')}`,
        typeof value === 'string' ? didYouMean(value, form.words) : {},
      );
      return undefined;
    case 'list':
      if (!isArray(value)) return wrong(place, what, 'a list');
      return value.flatMap((_, index) => {
        const item = placeAt(place, index);
        const checked =
          item === undefined ? undefined : check(item, form.item, `an item of ${what}`);
        return checked === undefined ? [] : [checked];
      });
    case 'object':
      return isObject(value) ? checkObject(place, form, what) : wrong(place, what, 'an object');
    case 'schema':
      return undefined;
  }
}

function checkObject(
  place: Place,
  { members, required = [] }: Extract<Form, { readonly kind: 'object' }>,
  what: string,
): Json {
  const value = isObject(place.value) ? place.value : {};
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue;
    place.reporter.error('invalid-extension', place.origin, `${what} has no "${name}"`);
  }
  const entries = Object.keys(value).flatMap((name): (readonly [string, Json])[] => {
    const form = Object.hasOwn(members, name) ? members[name] : undefined;
    const below = placeAt(place, name);
    if (name === 'x-basis' || below === undefined) return [];
    if (form === undefined) {
      place.reporter.error(
        'invalid-extension',
        below.origin,
        `"${name}" is not a member of ${what}`,
        { part: 'key', ...didYouMean(name, Object.keys(members)) },
      );
      return [];
    }
    const checked = check(below, form, `"${name}"`);
    return checked === undefined ? [] : [[name, checked]];
  });
  return Object.fromEntries(entries);
}

function wrong(place: Place, what: string, wanted: string): undefined {
  place.reporter.error(
    'invalid-extension',
    place.origin,
    `${what} is ${describeType(place.value)} where it is ${wanted}`,
  );
  return undefined;
}
