import type { Operation, Parameter } from '../model/api.js';
import type { SchemaTable } from '../model/schema.js';
import { localName } from './names/names.js';
import { needsPartHeaders, partHeadersAmong, type PartHeadersPlan } from './part-headers.js';
import type { ArgumentsPlan, Identifier } from './plan.js';
import { runtimeNames } from './runtime-names.js';
import { camelCase, wordsOf } from './names/words.js';

/** Parameter names of generated functions that an argument for a path parameter must not take. */
const reservedArguments = new Set(['body', 'client', 'input', 'options', 'query']);

/** Layout of the arguments of a call, before names are chosen for the operation's types. */
export interface ArgumentLayout {
  readonly kind: ArgumentsPlan['input']['kind'];
  readonly required: boolean;
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly cookies: readonly Parameter[];
  /** Headers of the parts of a multipart body. */
  readonly partHeaders: readonly PartHeadersPlan[];
  /** True if optional parameters belong to the options, which then need their own type. */
  readonly hasOptionsType: boolean;
}

/** Applies the rule for arguments (see `ArgumentsPlan`) to one operation. */
export function argumentLayout(operation: Operation, schemas: SchemaTable): ArgumentLayout {
  const { binding } = operation;
  const parameters = operation.parameters.filter(
    (parameter) => !isPassedOtherwise(operation, parameter),
  );
  const query = parameters.filter(
    (parameter) => parameter.in === 'query' || parameter.in === 'querystring',
  );
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  const cookies = parameters.filter((parameter) => parameter.in === 'cookie');
  if (binding.kind === 'json-rpc') {
    const required = binding.params.members.some((member) => member.required);
    const kind = binding.params.members.length === 0 ? 'none' : 'body';
    const none = { query: [], headers: [], cookies: [], partHeaders: [] };
    return { kind, required, ...none, hasOptionsType: false };
  }
  const body = operation.request;
  const partHeaders = partHeadersAmong(schemas, body?.contents ?? []);
  const byLocation = { query, headers, cookies, partHeaders };
  const headersAndCookies = [...headers, ...cookies];
  const isRequired = (parameters: readonly Parameter[]): boolean =>
    parameters.some(({ required }) => required);
  if (
    body === undefined
      ? isRequired(headersAndCookies)
      : isRequired([...query, ...headersAndCookies]) || needsPartHeaders(schemas, body)
  ) {
    return { kind: 'parts', required: true, ...byLocation, hasOptionsType: false };
  }
  if (body !== undefined) {
    return {
      kind: 'body',
      required: body.required,
      ...byLocation,
      hasOptionsType: query.length + headersAndCookies.length + partHeaders.length > 0,
    };
  }
  const kind = query.length > 0 ? 'query' : 'none';
  return {
    kind,
    required: isRequired(query),
    ...byLocation,
    hasOptionsType: headersAndCookies.length > 0,
  };
}

/**
 * True for parameters that are passed in another way: credentials, the idempotency key, and headers
 * that OpenAPI describes elsewhere (section 4.8.12.1).
 */
function isPassedOtherwise(operation: Operation, parameter: Parameter): boolean {
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

/** Path parameters in the order of the path, with names that are valid in a parameter list. */
export function pathArguments(operation: Operation): ArgumentsPlan['path'] {
  const { binding } = operation;
  const { target } = binding.kind === 'json-rpc' ? binding.endpoint : binding;
  if (!('parts' in target)) return [];
  const avoid = new Set<string>(reservedArguments);
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

/** Types that belong to one operation, as far as its arguments need them. */
export interface ArgumentTypes {
  readonly query?: Identifier;
  readonly headers?: Identifier;
  readonly cookies?: Identifier;
  readonly input?: Identifier;
  readonly options?: Identifier;
}

/** Assembles an operation's arguments from their layout and the names of their types. */
export function planArguments(
  operation: Operation,
  layout: ArgumentLayout,
  types: ArgumentTypes,
  rpcParams: ArgumentsPlan['rpcParams'],
): ArgumentsPlan {
  const { binding, request } = operation;
  const input = types.input ?? (layout.kind === 'query' ? types.query : undefined);
  return {
    path: pathArguments(operation),
    input: {
      kind: layout.kind,
      required: layout.required,
      ...(input === undefined ? {} : { type: input }),
    },
    query: layout.query,
    headers: layout.headers,
    cookies: layout.cookies,
    partHeaders: layout.partHeaders,
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

/** Options type common to all calls, or to all webhook deliveries. */
export function commonOptions({ sentBy }: Operation): Identifier {
  return sentBy === 'client'
    ? runtimeNames.types.CallOptions
    : runtimeNames.webhook.DeliveryOptions;
}
