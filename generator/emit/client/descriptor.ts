import { parsePointer } from '../../core/pointer.js';
import type {
  Content,
  ErrorShape,
  JsonRpcBinding,
  Operation,
  Pagination,
  Parameter,
} from '../../model/api.js';
import { isStream, streamForms } from '../../model/stream-forms.js';
import type { RateLimit } from '../../model/limits.js';
import type { Json, SchemaId } from '../../model/schema.js';
import { bigIntLiteral } from '../code.js';
import { type Data, Reference } from '../data-literal.js';
import { datesOf, datesTable } from '../dates.js';
import { integerPlaces, integersOf } from '../integers.js';
import { withPatterns } from '../pattern-code.js';
import { xmlAt } from '../xml.js';
import type { FileScope } from '../source-file.js';
import { defaultOf } from '../../model/default-value.js';
import { wireTypeOf } from '../../model/wire-type.js';
import type { FormPlan } from '../../plan/form-parts.js';
import type { OperationPlan, OutcomePlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { takesSome } from './parts.js';

/** What the runtime is told about one operation: `OperationDescriptor` of the runtime as data. */
export function describeOperation(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): { readonly [name: string]: Data } {
  const {
    binding,
    parameters,
    request,
    security,
    pagination,
    idempotency,
    servers,
    rateLimits = [],
  } = operation.operation;
  const http = binding.kind === 'http' ? binding : binding.endpoint;
  return {
    id: operation.id,
    method: http.method,
    path: pathParts(http.target, parameters),
    parameters: some(parameters.map((parameter) => describeRequested(plan, scope, parameter))),
    input: operation.arguments.input.kind,
    body:
      request === undefined || binding.kind === 'json-rpc'
        ? undefined
        : {
            required: request.required || undefined,
            contents: request.contents.map((content) =>
              describeContent(plan, scope, content, 'request'),
            ),
          },
    outcomes: operation.outcomes.map((outcome) => describeOutcome(plan, scope, outcome)),
    accepts: operation.accepts?.types,
    security: some(
      security.map(({ schemes }) =>
        Object.fromEntries(schemes.map(({ key, scopes }) => [key, scopes])),
      ),
    ),
    servers: servers === plan.api.servers ? undefined : some(servers.map(({ url }) => ({ url }))),
    pagination: pagination && describePagination(plan, operation.operation, pagination),
    idempotencyHeader: idempotency?.header,
    rateLimits: some(rateLimits.flatMap((limit) => rateReference(plan, scope, limit))),
    trailingSlash: http.trailingSlash,
    rpc: binding.kind === 'json-rpc' ? describeRpc(plan, scope, binding, operation) : undefined,
  };
}

function describePagination(plan: Plan, operation: Operation, pagination: Pagination): Data {
  const { items, hasMore, pages, emptyIsLast, back } = pagination;
  return {
    ...describeWay(plan, operation, pagination),
    items: pointerTokens(items),
    hasMore: hasMore === undefined ? undefined : pointerTokens(hasMore),
    pages: pages === undefined ? undefined : pointerTokens(pages),
    emptyIsLast,
    back: back && describeWay(plan, operation, back),
  };
}

function describeWay(
  plan: Plan,
  operation: Operation,
  { request, next }: Pick<Pagination, 'request' | 'next'>,
): { readonly [name: string]: Data } {
  return {
    request: request && { name: request.parameter, in: request.in },
    next: describeNext(plan, operation, request, next),
  };
}

function describeNext(
  plan: Plan,
  { parameters }: Operation,
  request: Pagination['request'],
  next: Pagination['next'],
): Data {
  if ('header' in next) return { header: next.header };
  if ('link' in next) return { link: next.link };
  if ('url' in next) return { url: pointerTokens(next.url) };
  if ('lastItem' in next) return { last: pointerTokens(next.lastItem) };
  if ('pointer' in next) return { path: pointerTokens(next.pointer) };
  const parameter = parameters.find(
    ({ name, in: place }) => name === request?.parameter && place === request.in,
  );
  const usual = parameter && defaultOf(plan.api.schemas, parameter)?.value;
  const first = next.first ?? (typeof usual === 'number' ? usual : next.count === 'pages' ? 1 : 0);
  return { count: next.count, first, by: next.by };
}

function rateReference(plan: Plan, scope: FileScope, { bucket }: RateLimit): readonly Reference[] {
  const planned = plan.limits?.rates.find(({ limit }) => limit.bucket === bucket);
  return planned === undefined ? [] : [new Reference(scope.name(planned.identifier))];
}

function pathParts(
  target: { readonly parts: readonly (string | { readonly parameter: string })[] } | object,
  parameters: readonly Parameter[],
): readonly Data[] {
  if (!('parts' in target)) return [];
  return target.parts.map((part) =>
    typeof part === 'string'
      ? part
      : parameters.findIndex(({ name, in: place }) => place === 'path' && name === part.parameter),
  );
}

/** A parameter of a request, with what a server takes its absence for. */
function describeRequested(plan: Plan, scope: FileScope, parameter: Parameter): Data {
  return {
    ...describeParameter(plan, scope, parameter),
    default: defaultData(defaultOf(plan.api.schemas, parameter)?.value),
  };
}

function describeParameter(
  plan: Plan,
  scope: FileScope,
  parameter: Parameter,
): { readonly [name: string]: Data } {
  const { name, in: place, required, wire, schema, credential } = parameter;
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  return {
    name,
    in: place,
    required: required || undefined,
    ...(wire.kind === 'style'
      ? {
          style: wire.style === usual ? undefined : wire.style,
          explode:
            wire.explode === (wire.style === 'form' || wire.style === 'cookie')
              ? undefined
              : wire.explode,
          allowReserved: wire.allowReserved || undefined,
          allowEmptyValue: wire.allowEmptyValue || undefined,
        }
      : { content: describeContent(plan, scope, wire.content, 'parameter') }),
    type: wireTypeOf(plan.api.schemas, schema, plan.shapes.int64),
    dates: datesAt(plan, scope, wire.kind === 'content' ? (wire.content.schema ?? schema) : schema),
    credential: credential || undefined,
  };
}

function describeContent(
  plan: Plan,
  scope: FileScope,
  content: Content,
  holder: 'request' | 'answer' | 'parameter',
): Data {
  const { mediaType, codec, schema } = content;
  const forms = isStream(content) ? streamForms(plan.api.schemas, content) : [];
  const described = isStream(content) ? forms[0]?.schema : schema;
  const integers =
    codec === 'sse' || codec === 'xml' ? undefined : integersAt(plan, scope, described);
  const isItems = isStream(content);
  const isPlain = codec === 'json' || codec === 'xml' || codec === 'form' || codec === 'multipart';
  const dates =
    holder !== 'parameter' && (isPlain || (isItems && codec !== 'sse'))
      ? datesAt(plan, scope, described)
      : undefined;
  if (mediaType === 'application/json' && integers === undefined && dates === undefined)
    return new Reference(scope.name(runtimeNames.http.json));
  const form = plan.formOf(content);
  return {
    mediaType,
    codec: codec === 'xml-text' ? 'xml' : codec,
    members: form?.members,
    parts: describeParts(form, (headers) =>
      holder === 'request'
        ? some(headers.map((header) => describeRequested(plan, scope, header)))
        : undefined,
    ),
    nulls: some(form?.nulls ?? []),
    others: form?.others && { type: form.others.type, bytes: form.others.bytes || undefined },
    streamsParts: content.streamsParts,
    integers,
    dates: isItems ? undefined : dates,
    xml: codec === 'xml' && schema !== undefined ? xmlAt(plan, scope, schema) : undefined,
    itemDates: isItems ? dates : undefined,
    events:
      codec === 'sse'
        ? forms.map(({ names, data, schema: id }) => ({
            names,
            data,
            integers: data === 'json' ? integersAt(plan, scope, id) : undefined,
            dates: data === 'json' ? datesAt(plan, scope, id) : undefined,
          }))
        : undefined,
  };
}

/** A default as data; one that no number is stands there as a `bigint`. */
function defaultData(value: Json | undefined): Data {
  return typeof value === 'bigint' ? new Reference(bigIntLiteral(value)) : value;
}

/** Where the values of a schema have integers that are `bigint`; `undefined` where there are none. */
function integersAt(plan: Plan, scope: FileScope, id: SchemaId | undefined): Data {
  const at = id === undefined ? undefined : integersOf(plan).spot(id);
  return at === undefined
    ? undefined
    : {
        places: new Reference(scope.name(integerPlaces)),
        at: withPatterns(at, scope),
      };
}

/** Where the values of a schema have texts that are something else in a program; `undefined` where there are none. */
function datesAt(plan: Plan, scope: FileScope, id: SchemaId | undefined): Data {
  const at = id === undefined ? undefined : datesOf(plan).spot(id);
  return at === undefined
    ? undefined
    : { by: new Reference(scope.name(datesTable)), at: withPatterns(at, scope) };
}

function describeParts(
  { parts = [] }: Partial<FormPlan> = {},
  describeHeaders: (headers: readonly Parameter[]) => Data,
): Data {
  if (parts.length === 0) return undefined;
  return Object.fromEntries(
    parts.map(({ name, bytes, contentType, headers, spelling }) => [
      name,
      {
        bytes: bytes || undefined,
        contentType,
        ...spelling,
        allowReserved: spelling?.allowReserved === true || undefined,
        headers: describeHeaders(headers),
      },
    ]),
  );
}

function describeOutcome(plan: Plan, scope: FileScope, planned: OutcomePlan): Data {
  const { outcome, respond, usual } = planned;
  const { when, contents, headers, error } = outcome;
  const faults = plan.errors.find(({ shape }) => shape.schema === error?.schema);
  return {
    status: 'status' in when ? when.status : 200,
    respond,
    contents: some(contents.map((content) => describeContent(plan, scope, content, 'answer'))),
    usual: takesSome(planned)
      ? contents.flatMap((content, index) => (usual.includes(content) ? [index] : []))
      : undefined,
    headers: some(headers.map((header) => describeParameter(plan, scope, header))),
    error: faults && new Reference(scope.name(faults.constant)),
  };
}

/** `x-error` of one error body: `ErrorDescriptor` of the runtime as data. */
export function describeError({ code, message, violations, codes, messages }: ErrorShape): Data {
  return {
    code,
    message,
    violations,
    codes: codes.length === 0 ? undefined : Object.fromEntries(codes),
    messages: messages && Object.fromEntries(messages),
  };
}

function describeRpc(
  plan: Plan,
  scope: FileScope,
  binding: JsonRpcBinding,
  operation: OperationPlan,
): Data {
  const { params, method, errors } = binding;
  return {
    method,
    params:
      operation.arguments.rpcParams === 'single'
        ? 'single'
        : params.kind === 'by-name'
          ? 'by-name'
          : { positions: params.members.map(({ name }) => name) },
    members: some(
      params.members.map(({ name, required, schema }) => ({
        name,
        required: required || undefined,
        integers: integersAt(plan, scope, schema),
        dates: datesAt(plan, scope, schema),
      })),
    ),
    integers: integersAt(plan, scope, binding.result),
    dates: datesAt(plan, scope, binding.result),
    errors: some(errors.map(({ code, name }) => ({ code, name }))),
  };
}

function pointerTokens(pointer: string): readonly string[] {
  return parsePointer(pointer) ?? [];
}

/** Empty lists are left out of a descriptor. */
function some(list: readonly Data[]): readonly Data[] | undefined {
  return list.length === 0 ? undefined : list;
}
