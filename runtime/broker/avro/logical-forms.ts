import { PayloadError } from '../payload-codec.js';
import type { AvroDefinition, AvroLogicalType } from './schema.js';

/** Converts between the form of a program and the one that Avro stores: a `bigint` for `long`, a number for `int`, bytes. */
export interface LogicalForm {
  encode(value: unknown): unknown;
  decode(stored: unknown): unknown;
}

/** Creates the form of a logical type. */
export function logicalForm(logical: AvroLogicalType, definition: AvroDefinition): LogicalForm {
  switch (logical) {
    case 'decimal':
      return decimalForm(definition);
    case 'date':
      return dateForm;
    case 'time-millis':
      return timeForm(3, Number);
    case 'time-micros':
      return timeForm(6, (value) => value);
    case 'timestamp-millis':
      return timestampForm(3, 'Z');
    case 'timestamp-micros':
      return timestampForm(6, 'Z');
    case 'timestamp-nanos':
      return timestampForm(9, 'Z');
    case 'local-timestamp-millis':
      return timestampForm(3, '');
    case 'local-timestamp-micros':
      return timestampForm(6, '');
    case 'local-timestamp-nanos':
      return timestampForm(9, '');
    case 'uuid':
      return definition.type === 'fixed' ? uuidForm : textForm;
    case 'duration':
      return durationForm;
  }
}

const textForm: LogicalForm = { encode: (value) => value, decode: (stored) => stored };

/** An exact decimal as text; stored as an integer in two's complement, big-endian. */
function decimalForm({ type, size = 0, scale = 0 }: AvroDefinition): LogicalForm {
  return {
    encode(value) {
      const [, sign = '', digits = '', fraction = ''] =
        /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? refuse(value, 'a decimal');
      if (fraction.length > scale) refuse(value, `a decimal with ${scale} digits after the point`);
      const unscaled = BigInt(sign + digits + fraction.padEnd(scale, '0'));
      return toBytes(unscaled, type === 'fixed' ? size : undefined);
    },
    decode(stored) {
      const unscaled = fromBytes(stored as Uint8Array);
      const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
      const point = digits.length - scale;
      const fraction = scale === 0 ? '' : `.${digits.slice(point)}`;
      return `${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
    },
  };
}

function toBytes(value: bigint, size: number | undefined): Uint8Array {
  let length = 1;
  while (BigInt.asIntN(8 * length, value) !== value) length += 1;
  if (size !== undefined && length > size) refuse(value, `an integer of ${size} bytes`);
  const bytes = new Uint8Array(size ?? length);
  let rest = value;
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(BigInt.asUintN(8, rest));
    rest >>= 8n;
  }
  return bytes;
}

/** Number of bytes of a decimal that are read. More of them take time out of proportion. */
const maxDecimalBytes = 1024;

function fromBytes(bytes: Uint8Array): bigint {
  if (bytes.length > maxDecimalBytes)
    throw new PayloadError('invalid', `a decimal has more than ${maxDecimalBytes} bytes`);
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}

const millisecondsPerDay = 86_400_000;

/** A day of the calendar as `2024-01-31`; stored as the number of days since 1970. */
const dateForm: LogicalForm = {
  encode(value) {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? Date.parse(`${value}T00:00:00Z`) : NaN;
    if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value)
      refuse(value, 'a date');
    return time / millisecondsPerDay;
  },
  decode: (stored) => isoText(Number(stored) * millisecondsPerDay, 'a date').slice(0, 10),
};

/** A time of day as `14:05:09.123`, without a zone; stored as the time since midnight. */
function timeForm(digits: number, store: (value: bigint) => unknown): LogicalForm {
  const second = 10n ** BigInt(digits);
  return {
    encode(value) {
      const [, hours = '', minutes = '', seconds = '', fraction = ''] =
        /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?$/.exec(String(value)) ??
        refuse(value, 'a time of day');
      if (fraction.length > digits) refuse(value, `a time with ${digits} digits of a second`);
      const whole = BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
      return store(whole * second + BigInt(fraction.padEnd(digits, '0')));
    },
    decode(stored) {
      const time = BigInt(stored as bigint | number);
      const seconds = Number(time / second);
      if (time < 0n || seconds >= 86_400)
        throw new PayloadError('invalid', 'a time is not within a day');
      const text = isoText(seconds * 1000, 'a time').slice(11, 19);
      return `${text}.${String(time % second).padStart(digits, '0')}`;
    },
  };
}

/** An instant or a local time as RFC 3339 writes it; stored as the time since 1970. */
function timestampForm(digits: number, zone: 'Z' | ''): LogicalForm {
  const second = 10n ** BigInt(digits);
  const pattern =
    zone === 'Z'
      ? /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/
      : /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?$/;
  return {
    encode(value) {
      const [, time = '', fraction = '', offset = 'Z'] =
        pattern.exec(String(value)) ?? refuse(value, 'a timestamp');
      if (fraction.length > digits) refuse(value, `a timestamp with ${digits} digits of a second`);
      const milliseconds = Date.parse(`${time}${offset}`.toUpperCase());
      if (Number.isNaN(milliseconds)) refuse(value, 'a timestamp');
      return BigInt(milliseconds / 1000) * second + BigInt(fraction.padEnd(digits, '0') || '0');
    },
    decode(stored) {
      const time = stored as bigint;
      const fraction = ((time % second) + second) % second;
      const text = isoText(Number((time - fraction) / second) * 1000, 'a timestamp').slice(0, 19);
      return `${text}.${String(fraction).padStart(digits, '0')}${zone}`;
    },
  };
}

/** Text of an instant. RFC 3339 has years from 0000 to 9999. */
function isoText(milliseconds: number, what: string): string {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999))
    throw new PayloadError('invalid', `${what} is not within the years 0000 to 9999`);
  return date.toISOString();
}

/** A UUID as text; stored as 16 bytes. */
const uuidForm: LogicalForm = {
  encode(value) {
    const digits = String(value).replaceAll('-', '');
    if (!/^[\da-f]{32}$/i.test(digits)) refuse(value, 'a UUID');
    return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  },
  decode(stored) {
    const digits = Array.from(stored as Uint8Array, (byte) => byte.toString(16).padStart(2, '0'));
    return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  },
};

/** A duration; stored as three unsigned integers of 32 bits, little-endian. */
const durationForm: LogicalForm = {
  encode(value) {
    const { months, days, milliseconds } = value as { readonly [unit: string]: number };
    const view = new DataView(new ArrayBuffer(12));
    [months, days, milliseconds].forEach((amount, at) => view.setUint32(at * 4, amount ?? 0, true));
    return new Uint8Array(view.buffer);
  },
  decode(stored) {
    const { buffer, byteOffset } = stored as Uint8Array;
    const view = new DataView(buffer, byteOffset, 12);
    return {
      months: view.getUint32(0, true),
      days: view.getUint32(4, true),
      milliseconds: view.getUint32(8, true),
    };
  },
};

function refuse(value: unknown, expected: string): never {
  throw new PayloadError('invalid', `"${String(value).slice(0, 60)}" is not ${expected}`);
}
