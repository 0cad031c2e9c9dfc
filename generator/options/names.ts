import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { wrongConfigType } from './config-diagnostics.js';
import type { OptionType } from './option.js';
import { readFlag, readMembers, readText } from './read-members.js';

/** Settings of exported names. */
export interface NamesRequest {
  /** Function names by `operationId` or by route, such as `GET /pets`. The names of their types follow from these. */
  readonly operations?: { readonly [target: string]: string };
  /** Type names by component name, or by location, such as `#/components/schemas/Pet/properties/owner`. */
  readonly schemas?: { readonly [target: string]: string };
  /** If true, names are stored in `<out>.names.json`, and changing one is an error. Default: true with `package`. */
  readonly lock?: boolean;
  /** Origin of a name, for diagnostics. Default: the origin of the description. */
  readonly originOf?: (kind: 'operations' | 'schemas', target: string) => Origin;
}

/** Names of operations and schemas, and the lock setting. */
export const namesType: OptionType<NamesRequest> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      operations: {
        description: 'Names of functions, by operationId or by method and path, such as GET /pets.',
        type: 'object',
        additionalProperties: { type: 'string', minLength: 1 },
      },
      schemas: {
        description:
          'Names of types, by component name or by location, such as #/components/schemas/Pet/properties/owner.',
        type: 'object',
        additionalProperties: { type: 'string', minLength: 1 },
      },
      lock: {
        description:
          'True if names are stored beside the output folder, and changing one is an error. Default: true for packages.',
        type: 'boolean',
      },
    },
  },
  read: readNames,
};

/** Reads `names` of a package: names of operations and schemas, and the lock setting. */
function readNames(value: Json, origin: Origin, reporter: Reporter): NamesRequest {
  const allowedMembers = { required: [], optional: ['operations', 'schemas', 'lock'] };
  const members = readMembers(value, origin, allowedMembers, reporter);
  const lock = readFlag(members?.['lock'], childOrigin(origin, 'lock'), reporter);
  const readPins = (kind: 'operations' | 'schemas'): { readonly [target: string]: string } => {
    const pins = members?.[kind];
    if (pins === undefined) return {};
    const pinsOrigin = childOrigin(origin, kind);
    if (typeof pins !== 'object' || pins === null || Array.isArray(pins)) {
      reporter.report(wrongConfigType(pins, pinsOrigin, 'an object of names'), pinsOrigin);
      return {};
    }
    return Object.fromEntries(
      Object.entries(pins).flatMap(([target, name]) => {
        const text = readText(name, childOrigin(pinsOrigin, target), reporter);
        return text === undefined ? [] : [[target, text]];
      }),
    );
  };
  return {
    operations: readPins('operations'),
    schemas: readPins('schemas'),
    ...(lock === undefined ? {} : { lock }),
    originOf: (kind, target) => childOrigin(origin, kind, target),
  };
}
