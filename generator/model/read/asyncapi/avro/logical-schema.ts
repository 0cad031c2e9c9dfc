import type { AvroDefinition, AvroLogicalType } from '../../../../../runtime/broker/avro/schema.js';
import type { SchemaValue } from '../translated-document.js';

/** JSON Schema for the values that a logical type has in programs. */
export function logicalSchema(
  logical: AvroLogicalType,
  { precision = 0, scale = 0 }: AvroDefinition,
): SchemaValue {
  switch (logical) {
    case 'decimal':
      return { type: 'string', format: 'decimal', pattern: decimalPattern(precision, scale) };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'time-millis':
      return { type: 'string', pattern: `^${time(3)}$` };
    case 'time-micros':
      return { type: 'string', pattern: `^${time(6)}$` };
    case 'timestamp-millis':
      return instant(3);
    case 'timestamp-micros':
      return instant(6);
    case 'timestamp-nanos':
      return instant(9);
    case 'local-timestamp-millis':
      return local(3);
    case 'local-timestamp-micros':
      return local(6);
    case 'local-timestamp-nanos':
      return local(9);
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'duration': {
      const unit = { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 };
      return {
        type: 'object',
        properties: { months: unit, days: unit, milliseconds: unit },
        required: ['months', 'days', 'milliseconds'],
        additionalProperties: false,
      };
    }
  }
}

function decimalPattern(precision: number, scale: number): string {
  const whole = precision - scale;
  const integer = whole === 0 ? '0' : `(?:0|[1-9]\\d{0,${whole - 1}})`;
  return scale === 0 ? `^-?${integer}$` : `^-?${integer}(?:\\.\\d{1,${scale}})?$`;
}

function time(digits: number): string {
  return `(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,${digits}})?`;
}

/** An instant of RFC 3339 with a limited number of digits. A leap second has no place in Avro. */
function instant(digits: number): SchemaValue {
  return {
    type: 'string',
    format: 'date-time',
    pattern: `:[0-5]\\d(?:\\.\\d{1,${digits}})?(?:[Zz]|[+-]\\d{2}:\\d{2})$`,
  };
}

function local(digits: number): SchemaValue {
  return { type: 'string', pattern: `^\\d{4}-\\d{2}-\\d{2}T${time(digits)}$` };
}
