import type { Reporter } from '../../core/diagnostic.js';
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
import { admits, itemSchemas, memberNames, memberSchemas, partsOf } from '../schema-facts.js';

const CODE = 'pagination-schema';

/** What `x-pagination` names is there, and of a type that can be a cursor, a list or a flag. */
export const paginationSchema: Rule = (api, reporter) => {
  for (const operation of api.operations) {
    const { pagination } = operation;
    if (pagination === undefined) continue;
    const body = successBody(operation);
    const ways = [
      { ...pagination, keys: [] },
      ...(pagination.back === undefined ? [] : [{ ...pagination.back, keys: ['back'] }]),
    ];
    for (const { request, next, keys } of ways) {
      checkRequest(api, operation, request, childOrigin(pagination.origin, ...keys), reporter);
      checkNext(api, operation, next, body, childOrigin(pagination.origin, ...keys), reporter);
    }
    checkBack(pagination, reporter);
    const expect = (
      pointer: string,
      keys: readonly string[],
      types: readonly TypeName[],
      what: string,
    ): void => {
      if (body !== undefined)
        checkPointer(
          api,
          body,
          pointer,
          childOrigin(pagination.origin, ...keys),
          types,
          what,
          reporter,
        );
    };
    expect(pagination.items, ['items'], ['array'], 'an array');
    if (pagination.hasMore !== undefined)
      expect(pagination.hasMore, ['hasMore'], ['boolean'], 'a boolean');
  }
};

function checkRequest(
  api: Api,
  operation: Operation,
  { in: place, parameter: name }: CursorRequest,
  way: Origin,
  reporter: Reporter,
): void {
  const origin = childOrigin(way, 'request', place);
  if (place === 'body') {
    const inputs = requestInputs(operation);
    const found = inputs.flatMap((input) => memberSchemas(api.schemas, input, name));
    const isParam =
      operation.binding.kind === 'json-rpc' &&
      operation.binding.params.members.some((member) => member.name === name);
    if (found.length === 0 && !isParam) {
      const names = inputs.flatMap((input) => memberNames(api.schemas, input));
      reporter.error(CODE, origin, `the body has no member "${name}"`, didYouMean(name, names));
    }
    return;
  }
  const same = (parameter: Parameter): boolean =>
    place === 'header'
      ? parameter.name.toLowerCase() === name.toLowerCase()
      : parameter.name === name;
  const candidates = operation.parameters.filter((parameter) => parameter.in === place);
  const parameter = candidates.find(same);
  if (parameter === undefined) {
    reporter.error(
      CODE,
      origin,
      `the operation has no ${place} parameter "${name}"`,
      didYouMean(
        name,
        candidates.map((candidate) => candidate.name),
      ),
    );
    return;
  }
  checkCursor(api, parameter.schema, origin, reporter);
  const takesEmpty = partsOf(api.schemas, parameter.schema).every(
    ({ keywords }) => (keywords.minLength ?? 0) === 0,
  );
  if (parameter.required && !(takesEmpty && admits(api.schemas, parameter.schema, 'string'))) {
    reporter.error(
      CODE,
      origin,
      `the parameter "${name}" is required, so that the first page can not be asked for`,
    );
  }
}

/** The two ways ask in different places and read different cursors, or they would be one. */
function checkBack({ request, next, back, origin }: Pagination, reporter: Reporter): void {
  if (back === undefined) return;
  const name = (each: CursorRequest): string =>
    each.in === 'header' ? each.parameter.toLowerCase() : each.parameter;
  if (request.in === back.request.in && name(request) === name(back.request)) {
    reporter.error(
      CODE,
      childOrigin(origin, 'back', 'request', back.request.in),
      `"back" asks with "${back.request.parameter}", as the way forward does`,
    );
  }
  const source = (each: CursorSource): string =>
    'header' in each ? `header ${each.header.toLowerCase()}` : `body ${each.pointer}`;
  if (source(next) === source(back.next)) {
    reporter.error(
      CODE,
      childOrigin(origin, 'back', 'next'),
      '"back" reads the same cursor as the way forward',
    );
  }
}

function checkNext(
  api: Api,
  operation: Operation,
  next: CursorSource,
  body: SchemaId | undefined,
  way: Origin,
  reporter: Reporter,
): void {
  if ('header' in next) {
    const headers = successes(operation).flatMap((outcome) => outcome.headers);
    const found = headers.find((header) => header.name.toLowerCase() === next.header.toLowerCase());
    const origin = childOrigin(way, 'next', 'header');
    if (found === undefined) {
      reporter.error(
        CODE,
        origin,
        `no success declares the header "${next.header}"`,
        didYouMean(
          next.header,
          headers.map((header) => header.name),
        ),
      );
    } else checkCursor(api, found.schema, origin, reporter);
    return;
  }
  if (body === undefined) {
    reporter.error(CODE, way, 'the operation has no JSON body in which a next page could be named');
    return;
  }
  checkPointer(
    api,
    body,
    next.pointer,
    childOrigin(way, 'next', 'body'),
    ['string', 'integer'],
    'a string or an integer',
    reporter,
  );
}

function checkCursor(
  api: Api,
  schema: SchemaId,
  origin: Parameters<Reporter['error']>[1],
  reporter: Reporter,
): void {
  if (admits(api.schemas, schema, 'string') || admits(api.schemas, schema, 'integer')) return;
  reporter.error(CODE, origin, 'a cursor is neither a string nor an integer here');
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
    reporter.error(CODE, origin, `"${pointer}" is not a JSON Pointer`, {
      hint: `did you mean "/${pointer}"?`,
    });
    return;
  }
  let at: readonly SchemaId[] = [body];
  for (const token of tokens) {
    const next = at.flatMap((id) => [
      ...memberSchemas(api.schemas, id, token),
      ...(/^\d+$/.test(token) ? itemSchemas(api.schemas, id) : []),
    ]);
    if (next.length === 0) {
      const names = at.flatMap((id) => memberNames(api.schemas, id));
      reporter.error(CODE, origin, `the body has no "${token}"`, didYouMean(token, names));
      return;
    }
    at = next;
  }
  if (at.some((id) => types.some((type) => admits(api.schemas, id, type)))) return;
  reporter.error(CODE, origin, `"${pointer}" is not ${what}`);
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

function successBody(operation: Operation): SchemaId | undefined {
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
