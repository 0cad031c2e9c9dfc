import type { Json } from '../../model/schema.js';
import { upgradeParameter, type Written } from './parameters.js';
import { upgradeBody, upgradeForm } from './request-body.js';
import { upgradeResponse } from './responses.js';
import { serversOf } from './servers.js';
import {
  isObject,
  member,
  stringsOf,
  without,
  type JsonObject,
  type Upgrading,
} from './upgrading.js';

const METHODS: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
]);
const OPERATION_WORDS: ReadonlySet<string> = new Set([
  'parameters',
  'consumes',
  'produces',
  'schemes',
  'responses',
]);

/** The parameters of an operation or a path, taken apart: 3.0 knows no body and no form among them. */
interface Parted {
  readonly parameters: readonly Json[];
  readonly bodies: readonly Written[];
  readonly fields: readonly Written[];
}

/** `paths`. */
export function upgradePaths(up: Upgrading, value: Json): Json {
  if (!isObject(value)) return value;
  const paths = Object.entries(value).map(([path, item]): [string, Json] => [
    path,
    path.startsWith('x-') ? item : upgradePathItem(up, item, ['paths', path]),
  ]);
  return up.places.put(Object.fromEntries(paths), ['paths']);
}

function upgradePathItem(up: Upgrading, value: Json, tokens: readonly string[]): Json {
  if (!isObject(value)) return value;
  const shared = part(up, member(value, 'parameters'), [...tokens, 'parameters']);
  const members = Object.entries(value).flatMap(([name, found]): [string, Json][] => {
    const at = [...tokens, name];
    if (METHODS.has(name) && isObject(found))
      return [[name, upgradeOperation(up, found, at, shared)]];
    if (name === 'parameters' && Array.isArray(found))
      return [[name, up.places.put([...shared.parameters], at)]];
    if (name === '$ref' && typeof found === 'string') return [[name, up.reference(found)]];
    return [[name, found]];
  });
  return up.places.put(Object.fromEntries(members), tokens);
}

function upgradeOperation(
  up: Upgrading,
  operation: JsonObject,
  tokens: readonly string[],
  shared: Parted,
): Json {
  const at = [...tokens, 'parameters'];
  const own = part(up, member(operation, 'parameters'), at);
  const parameters = member(operation, 'parameters');
  const responses = member(operation, 'responses');
  const schemes = stringsOf(member(operation, 'schemes'));
  const servers = schemes === undefined ? [] : serversOf(up, schemes, [...tokens, 'schemes']);
  const body = bodyOf(up, operation, shared, own);
  const produces = stringsOf(member(operation, 'produces')) ?? up.produces;
  const upgraded: JsonObject = {
    ...without(operation, OPERATION_WORDS),
    ...(servers.length === 0 ? {} : { servers }),
    ...(Array.isArray(parameters)
      ? { parameters: up.places.put([...own.parameters], at) }
      : parameters === undefined
        ? {}
        : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses:
      responses === undefined
        ? {}
        : upgradeResponses(up, responses, [...tokens, 'responses'], produces),
  };
  if (responses === undefined) {
    up.reporter.warning(
      'missing-member',
      up.originOf(...tokens),
      'an operation has no "responses", so nothing is known of its answers',
      { part: 'key' },
    );
  }
  return up.places.put(upgraded, tokens, { servers: [...tokens, 'schemes'] });
}

function bodyOf(
  up: Upgrading,
  operation: JsonObject,
  shared: Parted,
  own: Parted,
): Json | undefined {
  const consumes = stringsOf(member(operation, 'consumes')) ?? up.consumes;
  const bodies = own.bodies.length > 0 ? own.bodies : shared.bodies;
  const names = new Set(own.fields.map(({ value }) => member(value, 'name')));
  const fields = [
    ...shared.fields.filter(({ value }) => !names.has(member(value, 'name'))),
    ...own.fields,
  ];
  const second = bodies[1] ?? (bodies.length > 0 ? fields[0] : undefined);
  if (second !== undefined) {
    up.reporter.error(
      'several-bodies',
      up.originOf(...second.tokens),
      'an operation has one body: one parameter in "body", or those in "formData"',
    );
  }
  const [body] = bodies;
  if (body !== undefined) return upgradeBody(up, body, consumes);
  return fields.length === 0 ? undefined : upgradeForm(up, fields, consumes);
}

function upgradeResponses(
  up: Upgrading,
  value: Json,
  tokens: readonly string[],
  produces: readonly string[],
): Json {
  if (!isObject(value)) return value;
  const responses = Object.entries(value).map(([status, response]): [string, Json] => [
    status,
    status.startsWith('x-')
      ? response
      : upgradeResponse(up, response, [...tokens, status], produces),
  ]);
  return up.places.put(Object.fromEntries(responses), tokens);
}

/** Takes a list of parameters apart. What refers to a body or a form field of the document is one. */
function part(up: Upgrading, list: Json | undefined, tokens: readonly string[]): Parted {
  const parameters: Json[] = [];
  const bodies: Written[] = [];
  const fields: Written[] = [];
  const items = Array.isArray(list) ? (list as readonly Json[]) : [];
  items.forEach((item, index) => {
    const at = [...tokens, String(index)];
    if (!isObject(item)) return parameters.push(item);
    const shared = sharedParameter(up, member(item, '$ref'));
    const place = shared && member(shared.value, 'in');
    if (shared !== undefined && place === 'body') return bodies.push(shared);
    if (shared !== undefined && place === 'formData') return fields.push(shared);
    const own = { value: item, tokens: at };
    if (member(item, 'in') === 'body') return bodies.push(own);
    if (member(item, 'in') === 'formData') return fields.push(own);
    const reference = member(item, '$ref');
    if (typeof reference !== 'string') return parameters.push(upgradeParameter(up, own));
    return parameters.push(up.places.put({ ...item, $ref: up.reference(reference) }, at));
  });
  return { parameters, bodies, fields };
}

function sharedParameter(up: Upgrading, reference: Json | undefined): Written | undefined {
  if (typeof reference !== 'string') return undefined;
  const token = /^#\/parameters\/([^/]+)$/.exec(reference)?.[1];
  const name = token?.replaceAll('~1', '/').replaceAll('~0', '~');
  const all = member(up.root, 'parameters');
  const value = name !== undefined && isObject(all) ? member(all, name) : undefined;
  return name === undefined || !isObject(value)
    ? undefined
    : { value, tokens: ['parameters', name] };
}
