import type { Check, RequestCheck } from '../../../core/check.js';
import type {
  ApiDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
} from '../../../core/descriptor.js';
import { decodeDates } from '../../../core/dates/descriptor.js';
import { claimedNames, type ClaimedNames } from '../../../core/parameters/claimed-names.js';
import type { FaultViolation } from '../../../core/server/fault.js';
import { parseCookies, parsePairs } from '../../../core/server/query.js';
import type { RoutedRequest } from '../../../core/server/http-handler.js';
import {
  parameterReader,
  locationOf,
  type ParameterReader,
  type ParameterSource,
} from './parameter.js';
import { checkedValue } from '../violations.js';

/** The parameters of a request by location. Locations without declared parameters and absent values are omitted. */
export interface ParameterGroups {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
}

/** The properties of a routed request that parameters are read from. */
export type ParameterInput = Pick<RoutedRequest, 'request' | 'target' | 'pathValues' | 'limits'>;

/** Reads and checks all parameters of a request; adds their violations. */
export type ParametersReader = (
  input: ParameterInput,
  violations: FaultViolation[],
) => ParameterGroups;

type GroupName = 'path' | 'query' | 'headers' | 'cookies';

const groupNames: { readonly [Place in ParameterDescriptor['in']]: GroupName } = {
  path: 'path',
  query: 'query',
  querystring: 'query',
  header: 'headers',
  cookie: 'cookies',
};

/** A parameter with its prepared reader. */
export interface Prepared {
  readonly parameter: ParameterDescriptor;
  /** Location in violations. */
  readonly location: string;
  readonly read: ParameterReader;
  readonly check: Check | undefined;
}

/** Prepares the reading of an operation's parameters. Credentials are left to their verifiers. */
export function parametersReader(
  operation: OperationDescriptor,
  api: ApiDescriptor,
  checks: RequestCheck | undefined,
  refuseUnknown: boolean,
): ParametersReader {
  const declared = operation.parameters ?? [];
  const claimed = {
    query: reservedNames(declared, 'query', api),
    cookie: reservedNames(declared, 'cookie', api),
  };
  const prepared = declared.flatMap((parameter, index): readonly Prepared[] =>
    parameter.credential === true
      ? []
      : [
          {
            parameter,
            location: locationOf(parameter),
            read: parameterReader(
              parameter,
              index,
              parameter.in === 'cookie' ? claimed.cookie : claimed.query,
            ),
            check: checks?.parameters?.[index],
          },
        ],
  );
  const hasCookies = declared.some((parameter) => parameter.in === 'cookie');
  const isKnown = refuseUnknown ? knownQuery(operation, api) : () => true;
  return ({ request, target, pathValues, limits }, violations) => {
    if (prepared.length === 0 && target.query === undefined) return noGroups;
    const source: ParameterSource = {
      path: pathValues,
      query: parsePairs(target.query, limits.queryKeys, 'query'),
      queryText: target.query,
      cookies: hasCookies ? parseCookies(request.headers) : [],
      headers: request.headers,
    };
    for (const { name } of source.query) {
      if (!isKnown(name))
        violations.push({
          path: `query/${name}`,
          keyword: 'unknown',
          message: 'expected a declared parameter',
        });
    }
    const groups: { [Name in GroupName]?: unknown } = {};
    for (const entry of prepared) addToGroup(groups, entry, readChecked(entry, source, violations));
    return groups as ParameterGroups;
  };
}

const noGroups: ParameterGroups = {};

/** Names that a free-form object must not contain, because they belong to other parameters or credentials. */
function reservedNames(
  declared: readonly ParameterDescriptor[],
  location: 'query' | 'cookie',
  api: ApiDescriptor,
): ClaimedNames {
  return new Set([...claimedNames(declared, location), ...credentialNames(api, location)]);
}

/** Names of the API keys in a location. */
function credentialNames(
  { security }: ApiDescriptor,
  location: 'query' | 'cookie',
): readonly string[] {
  return Object.values(security).flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === location ? [scheme.name] : [],
  );
}

/** Value of a parameter, or its default; adds its violations. */
export function readChecked(
  { parameter, location, read, check }: Prepared,
  source: ParameterSource,
  violations: FaultViolation[],
): unknown {
  const countBefore = violations.length;
  const value = read(source, violations);
  if (violations.length > countBefore) return undefined;
  if (value === undefined) return defaultValue(parameter);
  const { dates } = parameter;
  return checkedValue({ value, dates, check, path: location }, violations);
}

/** Default of the description in program form. It is not checked, because the client did not send it. */
function defaultValue({ default: value, type, dates }: ParameterDescriptor): unknown {
  if (dates !== undefined) return decodeDates(structuredClone(value), dates).value;
  return typeof value === 'number' && type.types.includes('bigint') && Number.isSafeInteger(value)
    ? BigInt(value)
    : structuredClone(value);
}

function addToGroup(
  groups: { [Name in GroupName]?: unknown },
  { parameter }: Prepared,
  value: unknown,
): void {
  const name = groupNames[parameter.in];
  const group = (groups[name] ??= Object.create(null)) as Record<string, unknown>;
  if (value !== undefined) group[parameter.name] = value;
}

/** Creates a predicate for allowed names in a query: declared parameters, properties of exploded objects, and credentials. */
function knownQuery(operation: OperationDescriptor, api: ApiDescriptor): (name: string) => boolean {
  const names = new Set(credentialNames(api, 'query'));
  let isOpen = false;
  for (const { in: location, name, type } of operation.parameters ?? []) {
    if (location === 'querystring') isOpen = true;
    if (location !== 'query') continue;
    names.add(name);
    for (const member of Object.keys(type.properties ?? {})) names.add(member);
    if (type.additional !== undefined) isOpen = true;
  }
  return (name) => isOpen || names.has(name) || names.has(name.split('[', 1)[0] ?? name);
}
