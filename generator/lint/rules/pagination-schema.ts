import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { parsePointer } from '../../core/pointer.js';
import { didYouMean } from '../../core/suggestion.js';
import type {
  Api,
  CursorRequest,
  CursorSource,
  Operation,
  Pagination,
  Parameter,
} from '../../model/api.js';
import type { SchemaId, TypeName } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import {
  allowsType,
  itemSchemas,
  memberNames,
  memberSchemas,
  applicableSchemas,
} from '../applicable-schemas.js';

const paginationSchema: DiagnosticType<{
  bodyMember: { name: string };
  parameter: { location: string; name: string };
  requiredCursor: { name: string };
  sameParameter: { name: string };
  sameCursor: void;
  method: void;
  header: { name: string };
  noBody: void;
  cursorType: void;
  pointer: { pointer: string };
  unresolved: { name: string };
  type: { pointer: string; expected: string };
}> = defineError('pagination-schema', {
  bodyMember: ({ name }) => `the body has no member "${name}"`,
  parameter: ({ location, name }) => `the operation has no ${location} parameter "${name}"`,
  requiredCursor: ({ name }) =>
    `the first page cannot be requested, because the parameter "${name}" is required`,
  sameParameter: ({ name }) => `"back" sends "${name}", which the forward direction sends too`,
  sameCursor: () => '"back" reads the same cursor as the forward direction',
  method: () => 'only operations with GET can follow the URLs of pages',
  header: ({ name }) => `no success response declares the header "${name}"`,
  noBody: () => 'the operation has no JSON body that could name the next page',
  cursorType: () => 'a cursor must be a string or an integer',
  pointer: ({ pointer }) => `"${pointer}" is not a JSON Pointer`,
  unresolved: ({ name }) => `the body has no "${name}"`,
  type: ({ pointer, expected }) => `"${pointer}" is not ${expected}`,
});

/** The targets of `x-pagination` exist and have suitable types: a cursor, a list or a flag. */
export const paginationSchemaRule: Rule = {
  diagnostics: [paginationSchema],
  check(api, reporter) {
    for (const operation of api.operations) {
      const { pagination } = operation;
      if (pagination !== undefined) checkPagination(api, operation, pagination, reporter);
    }
  },
};

/** Reports mistakes in the pagination of an operation. */
export function checkPagination(
  api: Api,
  operation: Operation,
  pagination: Pagination,
  reporter: Reporter,
): void {
  const body = successBody(operation);
  const { origin, items, back } = pagination;
  const directions = [
    { ...pagination, at: origin },
    ...(back === undefined ? [] : [{ ...back, at: childOrigin(origin, 'back') }]),
  ];
  for (const { at: directionOrigin, ...way } of directions) {
    const { request, next } = way;
    if (request !== undefined)
      checkRequest(api, operation, request, next, directionOrigin, reporter);
    checkNext(api, operation, way, { body, items }, directionOrigin, reporter);
  }
  checkBack(pagination, reporter);
  const expect = (
    pointer: string | undefined,
    key: string,
    types: readonly TypeName[],
    what: string,
  ): void => {
    if (body !== undefined && pointer !== undefined)
      checkPointer(api, body, pointer, childOrigin(origin, key), types, what, reporter);
  };
  expect(items, 'items', ['array'], 'an array');
  expect(pagination.hasMore, 'hasMore', ['boolean'], 'a boolean');
  expect(pagination.pages, 'pages', ['integer'], 'an integer');
}

function checkRequest(
  api: Api,
  operation: Operation,
  { in: location, parameter: name }: CursorRequest,
  next: CursorSource,
  way: Origin,
  reporter: Reporter,
): void {
  const origin = childOrigin(way, 'request', location);
  if (location === 'body') {
    const inputs = requestInputs(operation);
    const matching = inputs.flatMap((input) => memberSchemas(api.schemas, input, name));
    const isParam =
      operation.binding.kind === 'json-rpc' &&
      operation.binding.params.members.some((member) => member.name === name);
    if (matching.length === 0 && !isParam) {
      const names = inputs.flatMap((input) => memberNames(api.schemas, input));
      reporter.report(paginationSchema.bodyMember({ name }), origin, didYouMean(name, names));
    }
    return;
  }
  const isSame = (parameter: Parameter): boolean =>
    location === 'header'
      ? parameter.name.toLowerCase() === name.toLowerCase()
      : parameter.name === name;
  const candidates = operation.parameters.filter((parameter) => parameter.in === location);
  const parameter = candidates.find(isSame);
  if (parameter === undefined) {
    reporter.report(
      paginationSchema.parameter({ location, name }),
      origin,
      didYouMean(
        name,
        candidates.map((candidate) => candidate.name),
      ),
    );
    return;
  }
  checkCursor(api, parameter.schema, origin, reporter);
  const allowsEmpty = applicableSchemas(api.schemas, parameter.schema).every(
    ({ keywords }) => (keywords.minLength ?? 0) === 0,
  );
  // A counter is sent from the first page on.
  if ('count' in next) return;
  if (parameter.required && !(allowsEmpty && allowsType(api.schemas, parameter.schema, 'string'))) {
    reporter.report(paginationSchema.requiredCursor({ name }), origin);
  }
}

/** Checks that the two directions use different parameters and different cursors. */
function checkBack({ request, next, back, origin }: Pagination, reporter: Reporter): void {
  if (back === undefined) return;
  checkSources(next, back.next, origin, reporter);
  if (request === undefined || back.request === undefined) return;
  const name = (each: CursorRequest): string =>
    each.in === 'header' ? each.parameter.toLowerCase() : each.parameter;
  if (request.in === back.request.in && name(request) === name(back.request)) {
    reporter.report(
      paginationSchema.sameParameter({ name: back.request.parameter }),
      childOrigin(origin, 'back', 'request', back.request.in),
    );
  }
}

function checkSources(
  next: CursorSource,
  back: CursorSource,
  origin: Origin,
  reporter: Reporter,
): void {
  const source = (each: CursorSource): string =>
    'header' in each ? `header ${each.header.toLowerCase()}` : JSON.stringify(each);
  if (source(next) === source(back)) {
    reporter.report(paginationSchema.sameCursor(), childOrigin(origin, 'back', 'next'));
  }
}

function checkNext(
  api: Api,
  operation: Operation,
  { request, next }: Pick<Pagination, 'request' | 'next'>,
  { body, items }: { readonly body: SchemaId | undefined; readonly items: string },
  way: Origin,
  reporter: Reporter,
): void {
  const { binding } = operation;
  if (('link' in next || 'url' in next) && !(binding.kind === 'http' && binding.method === 'GET')) {
    reporter.report(paginationSchema.method(), childOrigin(way, 'next'));
    return;
  }
  if ('link' in next) return;
  if ('count' in next) {
    const by = operation.parameters.find(
      (parameter) => parameter.in === request?.in && parameter.name === next.by,
    );
    if (next.by !== undefined && by === undefined && request?.in !== 'body')
      reporter.report(
        paginationSchema.parameter({ location: request?.in ?? 'query', name: next.by }),
        childOrigin(way, 'next', 'by'),
      );
    return;
  }
  if ('header' in next) {
    const headers = successes(operation).flatMap((outcome) => outcome.headers);
    const declared = headers.find(
      (header) => header.name.toLowerCase() === next.header.toLowerCase(),
    );
    const origin = childOrigin(way, 'next', 'header');
    if (declared === undefined) {
      reporter.report(
        paginationSchema.header({ name: next.header }),
        origin,
        didYouMean(
          next.header,
          headers.map((header) => header.name),
        ),
      );
    } else checkCursor(api, declared.schema, origin, reporter);
    return;
  }
  if (body === undefined) {
    reporter.report(paginationSchema.noBody(), way);
    return;
  }
  const [pointer, key, types, what] =
    'url' in next
      ? ([next.url, 'url', ['string'], 'a string'] as const)
      : 'lastItem' in next
        ? ([
            `${items}/0${next.lastItem}`,
            'lastItem',
            cursorTypes,
            'a string or an integer',
          ] as const)
        : ([next.pointer, 'body', cursorTypes, 'a string or an integer'] as const);
  const at = childOrigin(way, 'next', key);
  checkPointer(api, body, pointer, at, types, what, reporter);
}

const cursorTypes = ['string', 'integer'] as const;

function checkCursor(api: Api, schema: SchemaId, origin: Origin, reporter: Reporter): void {
  if (allowsType(api.schemas, schema, 'string') || allowsType(api.schemas, schema, 'integer'))
    return;
  reporter.report(paginationSchema.cursorType(), origin);
}

function checkPointer(
  api: Api,
  body: SchemaId,
  pointer: string,
  origin: Origin,
  types: readonly TypeName[],
  what: string,
  reporter: Reporter,
): void {
  const tokens = parsePointer(pointer);
  if (tokens === undefined) {
    reporter.report(paginationSchema.pointer({ pointer }), origin, {
      hint: `did you mean "/${pointer}"?`,
    });
    return;
  }
  let current: readonly SchemaId[] = [body];
  for (const token of tokens) {
    const next = current.flatMap((id) => [
      ...memberSchemas(api.schemas, id, token),
      ...(/^\d+$/.test(token) ? itemSchemas(api.schemas, id) : []),
    ]);
    if (next.length === 0) {
      const names = current.flatMap((id) => memberNames(api.schemas, id));
      reporter.report(
        paginationSchema.unresolved({ name: token }),
        origin,
        didYouMean(token, names),
      );
      return;
    }
    current = next;
  }
  if (current.some((id) => types.some((type) => allowsType(api.schemas, id, type)))) return;
  reporter.report(paginationSchema.type({ pointer, expected: what }), origin);
}

function successes(operation: Operation): Operation['outcomes'] {
  return operation.outcomes.filter(({ when }) => {
    if ('result' in when) return true;
    return (
      when.status === '2XX' ||
      (typeof when.status === 'number' && when.status >= 200 && when.status < 300)
    );
  });
}

export function successBody(operation: Operation): SchemaId | undefined {
  const contents = successes(operation).flatMap((outcome) => outcome.contents);
  return contents.find((content) => content.codec === 'json' && content.schema !== undefined)
    ?.schema;
}

function requestInputs(operation: Operation): readonly SchemaId[] {
  if (operation.binding.kind === 'json-rpc') {
    return operation.binding.params.members.map((member) => member.schema);
  }
  return (operation.request?.contents ?? []).flatMap((content) => content.schema ?? []);
}
