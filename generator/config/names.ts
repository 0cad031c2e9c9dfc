import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { PackageRequest } from '../request.js';
import { flagOf, membersOf, textOf } from './members.js';

/** The `names` of a package: names for operations and schemas, and whether there is a lock of all. */
export function namesOf(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): PackageRequest['names'] {
  if (value === undefined) return undefined;
  const known = { required: [], optional: ['operations', 'schemas', 'lock'] };
  const members = membersOf(value, origin, known, report);
  const lock = flagOf(members?.['lock'], childOrigin(origin, 'lock'), report);
  const pins = (kind: 'operations' | 'schemas'): { readonly [target: string]: string } => {
    const own = members?.[kind];
    if (own === undefined) return {};
    const place = childOrigin(origin, kind);
    if (typeof own !== 'object' || own === null || Array.isArray(own)) {
      report.error('config-value', place, 'an object belongs here, with a name for each place');
      return {};
    }
    return Object.fromEntries(
      Object.entries(own).flatMap(([target, name]) => {
        const text = textOf(name, childOrigin(place, target), report);
        return text === undefined ? [] : [[target, text]];
      }),
    );
  };
  return {
    operations: pins('operations'),
    schemas: pins('schemas'),
    ...(lock === undefined ? {} : { lock }),
    originOf: (kind, target) => childOrigin(origin, kind, target),
  };
}
