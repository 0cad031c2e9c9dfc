import { defineError, type DiagnosticType } from '../../core/diagnostic.js';
import { omittedMember } from '../../core/diagnostics/members.js';
import type { Json } from '../../model/schema.js';
import { upgradeParameter, type LocatedObject } from './parameters.js';
import { upgradeBody, upgradeForm } from './request-body.js';
import { upgradeResponse } from './responses.js';
import { serversOf } from './servers.js';
import { isObject, member, stringsOf, omitMembers, type JsonObject } from '../json-object.js';
import type { UpgradeContext } from './upgrade-context.js';

const METHODS: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
]);
const REPLACED_MEMBERS: ReadonlySet<string> = new Set([
  'parameters',
  'consumes',
  'produces',
  'schemes',
  'responses',
]);

/** The parameters of an operation or path item by kind. In OpenAPI 3.0, body and form parameters are not parameters. */
interface ParameterGroups {
  readonly parameters: readonly Json[];
  readonly bodies: readonly LocatedObject[];
  readonly fields: readonly LocatedObject[];
}

/** An operation with several bodies. */
export const severalBodies: DiagnosticType<{ default: void }> = defineError('several-bodies', {
  default: () =>
    'an operation has one body: one parameter in "body", or its parameters in "formData"',
});

/** Upgrades the `paths` object. */
export function upgradePaths(context: UpgradeContext, value: Json): Json {
  if (!isObject(value)) return value;
  const paths = Object.entries(value).map(([path, item]): [string, Json] => [
    path,
    path.startsWith('x-') ? item : upgradePathItem(context, item, ['paths', path]),
  ]);
  return context.sourceMap.put(Object.fromEntries(paths), ['paths']);
}

function upgradePathItem(context: UpgradeContext, value: Json, tokens: readonly string[]): Json {
  if (!isObject(value)) return value;
  const shared = groupParameters(context, member(value, 'parameters'), [...tokens, 'parameters']);
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const memberTokens = [...tokens, name];
    if (METHODS.has(name) && isObject(member))
      return [[name, upgradeOperation(context, member, memberTokens, shared)]];
    if (name === 'parameters' && Array.isArray(member))
      return [[name, context.sourceMap.put([...shared.parameters], memberTokens)]];
    if (name === '$ref' && typeof member === 'string') return [[name, context.reference(member)]];
    return [[name, member]];
  });
  return context.sourceMap.put(Object.fromEntries(members), tokens);
}

function upgradeOperation(
  context: UpgradeContext,
  operation: JsonObject,
  tokens: readonly string[],
  shared: ParameterGroups,
): Json {
  const parameterTokens = [...tokens, 'parameters'];
  const ownParameters = groupParameters(context, member(operation, 'parameters'), parameterTokens);
  const parameters = member(operation, 'parameters');
  const responses = member(operation, 'responses');
  const schemes = stringsOf(member(operation, 'schemes'));
  const servers = schemes === undefined ? [] : serversOf(context, schemes, [...tokens, 'schemes']);
  const body = upgradeRequestBody(context, operation, shared, ownParameters);
  const produces = stringsOf(member(operation, 'produces')) ?? context.produces;
  const upgraded: JsonObject = {
    ...omitMembers(operation, REPLACED_MEMBERS),
    ...(servers.length === 0 ? {} : { servers }),
    ...(Array.isArray(parameters)
      ? { parameters: context.sourceMap.put([...ownParameters.parameters], parameterTokens) }
      : parameters === undefined
        ? {}
        : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses:
      responses === undefined
        ? {}
        : upgradeResponses(context, responses, [...tokens, 'responses'], produces),
  };
  if (responses === undefined) {
    context.reporter.report(
      omittedMember.default({ what: 'an operation', name: 'responses' }),
      context.originOf(...tokens),
      { part: 'key', hint: 'its responses are unknown' },
    );
  }
  return context.sourceMap.put(upgraded, tokens, { servers: [...tokens, 'schemes'] });
}

function upgradeRequestBody(
  context: UpgradeContext,
  operation: JsonObject,
  shared: ParameterGroups,
  own: ParameterGroups,
): Json | undefined {
  const consumes = stringsOf(member(operation, 'consumes')) ?? context.consumes;
  const bodies = own.bodies.length > 0 ? own.bodies : shared.bodies;
  const names = new Set(own.fields.map(({ value }) => member(value, 'name')));
  const fields = [
    ...shared.fields.filter(({ value }) => !names.has(member(value, 'name'))),
    ...own.fields,
  ];
  const second = bodies[1] ?? (bodies.length > 0 ? fields[0] : undefined);
  if (second !== undefined) {
    context.reporter.report(severalBodies.default(), context.originOf(...second.tokens));
  }
  const [body] = bodies;
  if (body !== undefined) return upgradeBody(context, body, consumes);
  return fields.length === 0 ? undefined : upgradeForm(context, fields, consumes);
}

function upgradeResponses(
  context: UpgradeContext,
  value: Json,
  tokens: readonly string[],
  produces: readonly string[],
): Json {
  if (!isObject(value)) return value;
  const responses = Object.entries(value).map(([status, response]): [string, Json] => [
    status,
    status.startsWith('x-')
      ? response
      : upgradeResponse(context, response, [...tokens, status], produces),
  ]);
  return context.sourceMap.put(Object.fromEntries(responses), tokens);
}

/** Groups a list of parameters. References to shared body and form parameters are resolved. */
function groupParameters(
  context: UpgradeContext,
  list: Json | undefined,
  tokens: readonly string[],
): ParameterGroups {
  const parameters: Json[] = [];
  const bodies: LocatedObject[] = [];
  const fields: LocatedObject[] = [];
  const items = Array.isArray(list) ? (list as readonly Json[]) : [];
  items.forEach((item, index) => {
    const itemTokens = [...tokens, String(index)];
    if (!isObject(item)) return parameters.push(item);
    const shared = sharedParameter(context, member(item, '$ref'));
    const location = shared && member(shared.value, 'in');
    if (shared !== undefined && location === 'body') return bodies.push(shared);
    if (shared !== undefined && location === 'formData') return fields.push(shared);
    const own = { value: item, tokens: itemTokens };
    if (member(item, 'in') === 'body') return bodies.push(own);
    if (member(item, 'in') === 'formData') return fields.push(own);
    const reference = member(item, '$ref');
    if (typeof reference !== 'string') return parameters.push(upgradeParameter(context, own));
    return parameters.push(
      context.sourceMap.put({ ...item, $ref: context.reference(reference) }, itemTokens),
    );
  });
  return { parameters, bodies, fields };
}

function sharedParameter(
  context: UpgradeContext,
  reference: Json | undefined,
): LocatedObject | undefined {
  if (typeof reference !== 'string') return undefined;
  const token = /^#\/parameters\/([^/]+)$/.exec(reference)?.[1];
  const name = token?.replaceAll('~1', '/').replaceAll('~0', '~');
  const all = member(context.root, 'parameters');
  const value = name !== undefined && isObject(all) ? member(all, name) : undefined;
  return name === undefined || !isObject(value)
    ? undefined
    : { value, tokens: ['parameters', name] };
}
