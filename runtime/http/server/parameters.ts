import type { Check, RequestCheck } from '../../core/check.js';
import type {
  ApiDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
} from '../../core/descriptor.js';
import { decoded } from '../../core/dates/turned.js';
import { claimedNames, type ClaimedNames } from '../../core/parameters/claimed-names.js';
import type { FaultViolation } from '../../core/server/fault.js';
import { parseCookies, parsePairs } from '../../core/server/query.js';
import type { Visit } from '../../core/server/front.js';
import {
  parameterReader,
  placeOf,
  type ParameterReader,
  type ParameterSource,
} from './parameter.js';
import { checkedValue } from './violations.js';

/** The parameters of a request by place. A place without declared parameters is absent, as is an absent value. */
export interface ParameterGroups {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
}

/** The parts of a visit in which parameters stand. */
export type ParameterSight = Pick<Visit, 'request' | 'target' | 'pathValues' | 'limits'>;

/** Reads and checks all parameters of a request; adds what is wrong with them. */
export type ParametersReader = (
  sight: ParameterSight,
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

/** A parameter whose reading is prepared. */
export interface Prepared {
  readonly parameter: ParameterDescriptor;
  /** What violations call it. */
  readonly place: string;
  readonly read: ParameterReader;
  readonly check: Check | undefined;
}

/** Prepares the reading of an operation's parameters. Values that are credentials are left to their verifiers. */
export function parametersReader(
  operation: OperationDescriptor,
  api: ApiDescriptor,
  checks: RequestCheck | undefined,
  refuseUnknown: boolean,
): ParametersReader {
  const declared = operation.parameters ?? [];
  const claimed = {
    query: namesOfOthers(declared, 'query', api),
    cookie: namesOfOthers(declared, 'cookie', api),
  };
  const prepared = declared.flatMap((parameter, index): readonly Prepared[] =>
    parameter.credential === true
      ? []
      : [
          {
            parameter,
            place: placeOf(parameter),
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
          message: 'expected no such parameter',
        });
    }
    const groups: { [Name in GroupName]?: unknown } = {};
    for (const one of prepared) place(groups, one, readChecked(one, source, violations));
    return groups as ParameterGroups;
  };
}

const noGroups: ParameterGroups = {};

/** Names that a free-form object does not take, since they are somebody else's. */
function namesOfOthers(
  declared: readonly ParameterDescriptor[],
  place: 'query' | 'cookie',
  api: ApiDescriptor,
): ClaimedNames {
  return new Set([...claimedNames(declared, place), ...credentialNames(api, place)]);
}

/** Names under which API keys stand in a place. */
function credentialNames(
  { security }: ApiDescriptor,
  place: 'query' | 'cookie',
): readonly string[] {
  return Object.values(security).flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === place ? [scheme.name] : [],
  );
}

/** The value of a parameter, or its default; adds what is wrong with it. */
export function readChecked(
  { parameter, place, read, check }: Prepared,
  source: ParameterSource,
  violations: FaultViolation[],
): unknown {
  const before = violations.length;
  const value = read(source, violations);
  if (violations.length > before) return undefined;
  if (value === undefined) return filledIn(parameter);
  const { dates } = parameter;
  return checkedValue({ value, dates, check, place }, violations);
}

/** A default of the description, which is no word of the caller's and so is not checked. */
function filledIn({ default: value, type, dates }: ParameterDescriptor): unknown {
  if (dates !== undefined) return decoded(structuredClone(value), dates).value;
  return typeof value === 'number' && type.types.includes('bigint') && Number.isSafeInteger(value)
    ? BigInt(value)
    : structuredClone(value);
}

function place(
  groups: { [Name in GroupName]?: unknown },
  { parameter }: Prepared,
  value: unknown,
): void {
  const name = groupNames[parameter.in];
  const group = (groups[name] ??= Object.create(null)) as Record<string, unknown>;
  if (value !== undefined) group[parameter.name] = value;
}

/** Names that a query may have: declared ones, members of exploded objects, and credentials. */
function knownQuery(operation: OperationDescriptor, api: ApiDescriptor): (name: string) => boolean {
  const names = new Set(credentialNames(api, 'query'));
  let open = false;
  for (const { in: where, name, type } of operation.parameters ?? []) {
    if (where === 'querystring') open = true;
    if (where !== 'query') continue;
    names.add(name);
    for (const member of Object.keys(type.properties ?? {})) names.add(member);
    if (type.additional !== undefined) open = true;
  }
  return (name) => open || names.has(name) || names.has(name.split('[', 1)[0] ?? name);
}
