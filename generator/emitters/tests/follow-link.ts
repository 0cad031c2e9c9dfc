import type { Link, Parameter } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import type { OperationPlan } from '../../plan/plan.js';
import type { RequestPlan, ValuePlan } from './plan.js';

/** A request whose values come from a preceding step, or the reason why the link cannot be followed. */
export type FollowedLink = { readonly request: RequestPlan } | { readonly reason: string };

/** A step of a sequence, as the source of links. */
export interface LinkSource {
  readonly request: RequestPlan;
  /** Index of the step. */
  readonly step: number;
}

/** Builds the request that a link describes, on the basis of an example of its operation. */
export function followLink(
  link: Link,
  target: OperationPlan,
  base: RequestPlan,
  source: LinkSource,
): FollowedLink {
  const groups = {
    path: new Map(base.path),
    query: new Map(base.query),
    header: new Map(base.headers),
    cookie: new Map(base.cookies),
  };
  for (const [name, text] of link.parameters) {
    const parameter = parameterNamed(target, name);
    if (parameter === undefined)
      return { reason: `its operation has no argument for the parameter "${name}"` };
    const value = linkedValue(text, source);
    if ('reason' in value) return value;
    const { in: place, schema } = parameter;
    const group = groups[place === 'querystring' ? 'query' : place];
    group.set(
      parameter.name,
      value.kind === 'json' && value.schema === undefined ? { ...value, schema } : value,
    );
  }
  const body = link.body === undefined ? undefined : linkedValue(link.body, source);
  if (body !== undefined && 'reason' in body) return body;
  return {
    request: {
      ...base,
      path: groups.path,
      query: groups.query,
      headers: groups.header,
      cookies: groups.cookie,
      ...(body !== undefined && { body }),
    },
  };
}

/** The parameter of a link: by its name, or by its location and name (`path.id`). */
function parameterNamed({ arguments: args }: OperationPlan, name: string): Parameter | undefined {
  const all = [
    ...args.path.map(({ parameter }) => parameter),
    ...args.query,
    ...args.headers,
    ...args.cookies,
  ];
  return (
    all.find((each) => each.name === name) ?? all.find((each) => `${each.in}.${each.name}` === name)
  );
}

type LinkedValue = ValuePlan | { readonly reason: string };

/** The value of a constant or a runtime expression (OpenAPI 3.1.1 section 4.8.20.4). */
function linkedValue(text: string, source: LinkSource): LinkedValue {
  const constant = constantOf(text);
  if (typeof constant === 'string' && constant.includes('{$'))
    return templateValue(constant, source);
  if (constant !== undefined) return { kind: 'json', value: constant };
  return text.startsWith('$') ? expressionValue(text, source) : templateValue(text, source);
}

/** The value of a text with expressions in braces. A single expression in braces is the value of that expression. */
function templateValue(text: string, source: LinkSource): LinkedValue {
  const inner = [...text.matchAll(/\{(\$[^{}]*)\}/g)].map(([, expression = '']) => expression);
  const [only] = inner;
  if (only !== undefined && text === `{${only}}`) return expressionValue(only, source);
  const isAnswered = inner.every((each) => /^\$(?:response\.|statusCode$)/.test(each));
  return inner.length > 0 && isAnswered
    ? { kind: 'link', expression: text, step: source.step }
    : { reason: `the text "${text}" has expressions that are not about the response` };
}

function constantOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function expressionValue(expression: string, { request, step }: LinkSource): LinkedValue {
  if (expression === '$statusCode' || /^\$response\.(?:header\.|body(?:#|$))/.test(expression))
    return { kind: 'link', expression, step };
  const [, place, name = ''] =
    /^\$request\.(path|query|header|body)(?:[.#](.*))?$/s.exec(expression) ?? [];
  const found = place === undefined ? undefined : requestValue(request, place, name);
  return found ?? { reason: `${expression} has no value in the example request` };
}

function requestValue(
  { path, query, headers, body }: RequestPlan,
  place: string,
  name: string,
): ValuePlan | undefined {
  switch (place) {
    case 'path':
      return path.get(name);
    case 'query':
      return query.get(name);
    case 'header':
      return [...headers].find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
    default:
      return body && memberAt(body, name);
  }
}

/** The value at a JSON Pointer in a body. */
function memberAt(body: ValuePlan, pointer: string): ValuePlan | undefined {
  let value: ValuePlan | undefined = body;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (value?.kind === 'object') value = value.members.get(name);
    else if (value?.kind === 'json') value = jsonMember(value.value, name);
    else return undefined;
  }
  return value;
}

function jsonMember(value: Json, name: string): ValuePlan | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const member = (value as { readonly [name: string]: Json })[name];
  return member === undefined ? undefined : { kind: 'json', value: member };
}
