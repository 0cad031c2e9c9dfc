import type { PartHeaderChecks } from '../../../core/check.js';
import type { ParameterDescriptor } from '../../../core/descriptor.js';
import type { FaultViolation } from '../../../core/server/fault.js';
import { parameterReader } from '../parameters/parameter.js';
import { readChecked } from '../parameters/parameters.js';
import type { PartHead } from './part-head.js';

/** Reads the declared headers of one part and reports their violations. `partPath` is the location of the part. */
export function readLines(
  { name, headers }: PartHead,
  described: readonly ParameterDescriptor[],
  checks: PartHeaderChecks | undefined,
  partPath: string,
  violations: FaultViolation[],
): Readonly<Record<string, unknown>> {
  const source = { path: noPath, query: [], queryText: undefined, cookies: [], headers };
  const partChecks = checks !== undefined && Object.hasOwn(checks, name) ? checks[name] : undefined;
  const values: Record<string, unknown> = Object.create(null);
  for (const [index, parameter] of described.entries()) {
    const path = `${partPath}/header/${parameter.name}`;
    const read = parameterReader(parameter, index, noNames, path);
    const prepared = { parameter, location: path, read, check: partChecks?.[index] };
    const value = readChecked(prepared, source, violations);
    if (value !== undefined) values[parameter.name] = value;
  }
  return values;
}

const noPath: ReadonlyMap<number, string> = new Map();
const noNames: ReadonlySet<string> = new Set();
