import type { Operation, Parameter } from '../model/api.js';
import type { SchemaTable } from '../model/schema.js';
import { localName } from './names.js';
import { needsPartHeaders, partHeadersAmong, type PartHeadersPlan } from './part-headers.js';
import type { ArgumentsPlan, Identifier } from './plan.js';
import { runtimeNames } from './runtime-names.js';
import { camelCase, wordsOf } from './words.js';

/** Names that stand beside path parameters in a call. */
const besidePath = new Set(['body', 'client', 'input', 'options', 'query']);

/** What a call's arguments are called before the tier of its types has been named. */
export interface ArgumentsShape {
  readonly kind: ArgumentsPlan['input']['kind'];
  readonly required: boolean;
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly cookies: readonly Parameter[];
  /** Header lines of the parts of a form. */
  readonly partHeaders: readonly PartHeadersPlan[];
  /** Whether optional parameters travel in the options, which then have a type of their own. */
  readonly ownOptions: boolean;
}

/** The one rule for arguments (see `ArgumentsPlan`), applied to one operation. */
export function argumentsShape(operation: Operation, schemas: SchemaTable): ArgumentsShape {
  const { binding } = operation;
  const given = operation.parameters.filter((parameter) => !isGivenElsewhere(operation, parameter));
  const query = given.filter(
    (parameter) => parameter.in === 'query' || parameter.in === 'querystring',
  );
  const headers = given.filter((parameter) => parameter.in === 'header');
  const cookies = given.filter((parameter) => parameter.in === 'cookie');
  if (binding.kind === 'json-rpc') {
    const required = binding.params.members.some((member) => member.required);
    const kind = binding.params.members.length === 0 ? 'none' : 'body';
    const none = { query: [], headers: [], cookies: [], partHeaders: [] };
    return { kind, required, ...none, ownOptions: false };
  }
  const body = operation.request;
  const partHeaders = partHeadersAmong(schemas, body?.contents ?? []);
  const places = { query, headers, cookies, partHeaders };
  const besides = [...headers, ...cookies];
  const isRequired = (parameters: readonly Parameter[]): boolean =>
    parameters.some(({ required }) => required);
  if (
    body === undefined
      ? isRequired(besides)
      : isRequired([...query, ...besides]) || needsPartHeaders(schemas, body)
  ) {
    return { kind: 'parts', required: true, ...places, ownOptions: false };
  }
  if (body !== undefined) {
    return {
      kind: 'body',
      required: body.required,
      ...places,
      ownOptions: query.length + besides.length + partHeaders.length > 0,
    };
  }
  const kind = query.length > 0 ? 'query' : 'none';
  return { kind, required: isRequired(query), ...places, ownOptions: besides.length > 0 };
}

/** Headers that OpenAPI says elsewhere (section 4.8.12.1), the idempotency key, and credentials. */
function isGivenElsewhere(operation: Operation, parameter: Parameter): boolean {
  if (parameter.credential === true) return true;
  if (parameter.in !== 'header') return false;
  const name = parameter.name.toLowerCase();
  return (
    name === operation.idempotency?.header.toLowerCase() ||
    name === 'accept' ||
    name === 'content-type' ||
    name === 'authorization'
  );
}

/** Path parameters in path order, under names that can stand in a parameter list. */
export function pathArguments(operation: Operation): ArgumentsPlan['path'] {
  const { binding } = operation;
  const { target } = binding.kind === 'json-rpc' ? binding.endpoint : binding;
  if (!('parts' in target)) return [];
  const avoid = new Set<string>(besidePath);
  const order = target.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.parameter]));
  return [...new Set(order)].flatMap((name) => {
    const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
    if (parameter === undefined || parameter.credential === true) return [];
    const words = wordsOf(name);
    const local = localName(words.length === 0 ? name : camelCase(words), 'parameter', avoid);
    avoid.add(local);
    return [{ name: local, parameter }];
  });
}

/** The operation's own types, as far as its arguments need any. */
export interface ArgumentTypes {
  readonly query?: Identifier;
  readonly headers?: Identifier;
  readonly cookies?: Identifier;
  readonly input?: Identifier;
  readonly options?: Identifier;
}

/** Puts an operation's arguments together from their shape and the names that were chosen. */
export function planArguments(
  operation: Operation,
  shape: ArgumentsShape,
  types: ArgumentTypes,
  rpcParams: ArgumentsPlan['rpcParams'],
): ArgumentsPlan {
  const { binding, request } = operation;
  const input = types.input ?? (shape.kind === 'query' ? types.query : undefined);
  return {
    path: pathArguments(operation),
    input: {
      kind: shape.kind,
      required: shape.required,
      ...(input === undefined ? {} : { type: input }),
    },
    query: shape.query,
    headers: shape.headers,
    cookies: shape.cookies,
    partHeaders: shape.partHeaders,
    ...(types.query === undefined ? {} : { queryType: types.query }),
    ...(types.headers === undefined ? {} : { headersType: types.headers }),
    ...(types.cookies === undefined ? {} : { cookiesType: types.cookies }),
    ...(request === undefined || binding.kind === 'json-rpc'
      ? {}
      : { body: { required: request.required, contents: request.contents } }),
    ...(rpcParams === undefined ? {} : { rpcParams }),
    options: types.options ?? commonOptions(operation),
  };
}

/** The options that every call, or every delivery, has. */
export function commonOptions({ sentBy }: Operation): Identifier {
  return sentBy === 'client'
    ? runtimeNames.types.CallOptions
    : runtimeNames.webhook.DeliveryOptions;
}
