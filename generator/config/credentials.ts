import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { PackageRequest } from '../request.js';
import { textOf } from './members.js';
import { isOrigin } from './origin.js';

/** The `refCredentials` of a package: variables by the origin that their values are sent to. */
export function credentialsOf(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): PackageRequest['refCredentials'] {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report.error('config-value', origin, 'variables by their origins belong here');
    return undefined;
  }
  for (const name of Object.keys(value).filter((each) => !isOrigin(each))) {
    report.error('config-value', childOrigin(origin, name), `"${name}" is no origin of the web`, {
      part: 'key',
      hint: 'such as https://schemas.acme.example, without a path',
    });
  }
  const named = Object.entries(value).map(
    ([name, each]) => [name, textOf(each, childOrigin(origin, name), report) ?? ''] as const,
  );
  return Object.fromEntries(named);
}
