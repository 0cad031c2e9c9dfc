import { parsePointer } from '../../core/pointer.js';
import type {
  Content,
  ErrorShape,
  JsonRpcBinding,
  Operation,
  Pagination,
  Parameter,
} from '../../model/api.js';
import { isStream, streamForms } from '../../model/analysis/stream-forms.js';
import type { RateLimit } from '../../model/limits.js';
import type { Json, SchemaId } from '../../model/schema.js';
import { bigIntLiteral } from '../../printer/code.js';
import { type Data, Reference } from '../../typescript/data-literal.js';
import { dateLocations, datesTable, integersAt, xmlAt } from '../conversions/plan.js';
import { withPatterns } from '../../typescript/pattern-code.js';
import type { FileScope } from '../../printer/source-file.js';
import { defaultOf } from '../../model/analysis/default-value.js';
import { wireTypeOf } from '../../model/analysis/wire-type.js';
import type { FormPlan } from '../../plan/form-parts.js';
import type { OperationPlan, OutcomePlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { limitsKey } from '../limits/plan.js';
import { acceptsSubset } from './capabilities.js';
import { limitWireTypes, wireTypeData } from './wire-types.js';

/** Data of one operation: an `OperationDescriptor` of the runtime. */
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
    deprecated,
    deprecation = {},
  } = operation.operation;
  const http = binding.kind === 'http' ? binding : binding.endpoint;
  return {
    id: operation.id,
    method: http.method,
    path: pathParts(http.target, parameters),
    parameters: nonEmpty(
      parameters.map((parameter) => describeRequestParameter(plan, scope, parameter)),
    ),
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
    security: nonEmpty(
      security.map(({ schemes }) =>
        Object.fromEntries(schemes.map(({ key, scopes }) => [key, scopes])),
      ),
    ),
    servers:
      servers === plan.api.servers ? undefined : nonEmpty(servers.map(({ url }) => ({ url }))),
    pagination: pagination && describePagination(plan, operation.operation, pagination),
    idempotencyHeader: idempotency?.header,
    rateLimits: nonEmpty(rateLimits.flatMap((limit) => rateReference(plan, scope, limit))),
    trailingSlash: http.trailingSlash,
    deprecation: deprecated ? { since: deprecation.since, sunset: deprecation.sunset } : undefined,
    rpc: binding.kind === 'json-rpc' ? describeRpc(plan, scope, binding, operation) : undefined,
  };
}

function describePagination(plan: Plan, operation: Operation, pagination: Pagination): Data {
  const { items, hasMore, pages, emptyIsLast, back } = pagination;
  return {
    ...describeDirection(plan, operation, pagination),
    items: pointerTokens(items),
    hasMore: hasMore === undefined ? undefined : pointerTokens(hasMore),
    pages: pages === undefined ? undefined : pointerTokens(pages),
    emptyIsLast,
    back: back && describeDirection(plan, operation, back),
  };
}

function describeDirection(
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
    ({ name, in: location }) => name === request?.parameter && location === request.in,
  );
  const defaultValue = parameter && defaultOf(plan.api.schemas, parameter)?.value;
  const first =
    next.first ??
    (typeof defaultValue === 'number' ? defaultValue : next.count === 'pages' ? 1 : 0);
  return { count: next.count, first, by: next.by };
}

function rateReference(plan: Plan, scope: FileScope, { bucket }: RateLimit): readonly Reference[] {
  const planned = plan.partOf(limitsKey)?.rateLimits.find(({ limit }) => limit.bucket === bucket);
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
      : parameters.findIndex(
          ({ name, in: location }) => location === 'path' && name === part.parameter,
        ),
  );
}

/** Describes a request parameter, including the default that a server applies if it is absent. */
function describeRequestParameter(plan: Plan, scope: FileScope, parameter: Parameter): Data {
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
  const { name, in: location, required, wire, schema, credential } = parameter;
  const type = wireTypeData(
    wireTypeOf(plan.api.schemas, schema, plan.shapes.int64),
    wire.kind === 'style' && wire.style === 'deepObject',
  );
  limitWireTypes(plan, schema, type);
  const defaultStyle = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  return {
    name,
    in: location,
    required: required || undefined,
    ...(wire.kind === 'style'
      ? {
          style: wire.style === defaultStyle ? undefined : wire.style,
          explode:
            wire.explode === (wire.style === 'form' || wire.style === 'cookie')
              ? undefined
              : wire.explode,
          allowReserved: wire.allowReserved || undefined,
          allowEmptyValue: wire.allowEmptyValue || undefined,
        }
      : { content: describeContent(plan, scope, wire.content, 'parameter') }),
    type,
    dates: datesAt(plan, scope, wire.kind === 'content' ? (wire.content.schema ?? schema) : schema),
    credential: credential || undefined,
  };
}

function describeContent(
  plan: Plan,
  scope: FileScope,
  content: Content,
  owner: 'request' | 'answer' | 'parameter',
): Data {
  const { mediaType, codec, schema } = content;
  const forms = isStream(content) ? streamForms(plan.api.schemas, content) : [];
  const itemSchema = isStream(content) ? forms[0]?.schema : schema;
  const integers =
    codec === 'sse' || codec === 'xml' ? undefined : integersAt(plan, scope, itemSchema);
  const hasItems = isStream(content);
  const isWhole = codec === 'json' || codec === 'xml' || codec === 'form' || codec === 'multipart';
  const dates =
    owner !== 'parameter' && (isWhole || (hasItems && codec !== 'sse'))
      ? datesAt(plan, scope, itemSchema)
      : undefined;
  if (mediaType === 'application/json' && integers === undefined && dates === undefined)
    return new Reference(scope.name(runtimeNames.http.json));
  const form = plan.formOf(content);
  return {
    mediaType,
    codec: codec === 'xml-text' ? 'xml' : codec,
    members: form && describeMembers(form),
    parts: describeParts(form, (headers) =>
      owner === 'request'
        ? nonEmpty(headers.map((header) => describeRequestParameter(plan, scope, header)))
        : undefined,
    ),
    nulls: nonEmpty(form?.nulls ?? []),
    empties: nonEmpty(form?.empties ?? []),
    others: form?.others && {
      type: wireTypeData(form.others.type, false),
      bytes: form.others.bytes || undefined,
    },
    streamsParts: content.streamsParts,
    integers,
    dates: hasItems ? undefined : dates,
    xml: codec === 'xml' && schema !== undefined ? xmlAt(plan, scope, schema) : undefined,
    itemDates: hasItems ? dates : undefined,
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

/** Default as data. An integer that is not representable as a number is a `bigint`. */
function defaultData(value: Json | undefined): Data {
  return typeof value === 'bigint' ? new Reference(bigIntLiteral(value)) : value;
}

/** Locations of converted strings in the values of a schema. `undefined` if there are none. */
function datesAt(plan: Plan, scope: FileScope, id: SchemaId | undefined): Data {
  const at = id === undefined ? undefined : dateLocations(plan).conversionOf(id);
  return at === undefined
    ? undefined
    : { by: new Reference(scope.name(datesTable)), at: withPatterns(at, scope) };
}

function describeMembers({ members, parts }: FormPlan): Data {
  if (members === undefined) return undefined;
  const deep = new Set(
    parts.filter(({ spelling }) => spelling?.style === 'deepObject').map(({ name }) => name),
  );
  return Object.fromEntries(
    Object.entries(members).map(([name, type]) => [name, wireTypeData(type, deep.has(name))]),
  );
}

function describeParts(
  { parts = [] }: Partial<FormPlan> = {},
  describeHeaders: (headers: readonly Parameter[]) => Data,
): Data {
  if (parts.length === 0) return undefined;
  return Object.fromEntries(
    parts.map(({ name, bytes, text, contentType, headers, spelling }) => [
      name,
      {
        bytes: bytes || undefined,
        text: text || undefined,
        contentType,
        ...spelling,
        allowReserved: spelling?.allowReserved === true || undefined,
        headers: describeHeaders(headers),
      },
    ]),
  );
}

function describeOutcome(plan: Plan, scope: FileScope, planned: OutcomePlan): Data {
  const { outcome, respond, defaultContents } = planned;
  const { when, contents, headers, error } = outcome;
  const faults = plan.errors.find(({ shape }) => shape.schema === error?.schema);
  return {
    status: 'status' in when ? when.status : 200,
    respond,
    contents: nonEmpty(contents.map((content) => describeContent(plan, scope, content, 'answer'))),
    usual: acceptsSubset(planned)
      ? contents.flatMap((content, index) => (defaultContents.includes(content) ? [index] : []))
      : undefined,
    headers: nonEmpty(headers.map((header) => describeParameter(plan, scope, header))),
    error: faults && new Reference(scope.name(faults.constant)),
  };
}

/** Data of one error body (`x-error`): an `ErrorDescriptor` of the runtime. */
export function describeError(error: ErrorShape): Data {
  const { code, message, violations, correlationId, codes, messages } = error;
  return {
    code,
    message,
    violations,
    correlationId,
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
    members: nonEmpty(
      params.members.map(({ name, required, schema }) => ({
        name,
        required: required || undefined,
        integers: integersAt(plan, scope, schema),
        dates: datesAt(plan, scope, schema),
      })),
    ),
    integers: integersAt(plan, scope, binding.result),
    dates: datesAt(plan, scope, binding.result),
    errors: nonEmpty(errors.map(({ code, name, fault }) => ({ code, name, fault }))),
  };
}

function pointerTokens(pointer: string): readonly string[] {
  return parsePointer(pointer) ?? [];
}

/** Omits an empty list from a descriptor. */
function nonEmpty(list: readonly Data[]): readonly Data[] | undefined {
  return list.length === 0 ? undefined : list;
}
