import { defineError } from '../../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../../core/diagnostic.js';

/** A schema that is not one of Avro. */
export const invalidAvro: DiagnosticType<{
  json: { reason: string };
  kind: { actual: string };
  type: { name: string };
  name: { what: string; name: string };
  duplicate: { what: string; name: string };
  list: { what: string; name: string };
  size: void;
  nested: void;
  branch: { name: string };
  default: { name: string; type: string };
  symbol: { symbol: string };
  deep: { limit: number };
}> = defineError('invalid-avro', {
  json: ({ reason }) => `the text of the schema is not JSON: ${reason}`,
  kind: ({ actual }) => `an Avro schema must be a name, a list or an object, not ${actual}`,
  type: ({ name }) => `"${name}" is not a type of Avro, and no type before it has this name`,
  name: ({ what, name }) => `"${name}" is not a name of ${what}`,
  duplicate: ({ what, name }) => `${what} "${name}" is defined twice`,
  list: ({ what, name }) => `${what} must have a list of "${name}"`,
  size: () => 'the "size" of a "fixed" must be a number of bytes',
  nested: () => 'a union must not contain another union directly',
  branch: ({ name }) => `the union has two branches of the type "${name}"`,
  default: ({ name, type }) => `the default of "${name}" is not a value of the type "${type}"`,
  symbol: ({ symbol }) => `the default "${symbol}" is not one of the symbols`,
  deep: ({ limit }) => `the schema has more than ${limit} levels`,
});
