import { foreignPagination } from '../../../core/diagnostics/extensions.js';
import { formatPointer } from '../../../core/pointer.js';
import type { CursorRequest, CursorSource, Pagination, Parameter } from '../../api.js';
import type { Json } from '../../schema.js';
import { isObject, member } from '../json.js';
import { optional, childAt, type ObjectNode } from '../openapi/node.js';

/** Pagination as an extension of another tool describes it, without its origin. */
type ForeignPagination = Omit<Pagination, 'origin' | 'foreign'>;

/** Reads an extension of another tool. Returns the reason as text if it cannot be read. */
type ForeignReader = (
  value: { readonly [name: string]: Json },
  parameters: readonly Parameter[],
) => ForeignPagination | string;

/** Readers in order of precedence. Redocly has renamed its extension. */
const readers: readonly (readonly [name: string, read: ForeignReader])[] = [
  ['x-fern-pagination', readFern],
  ['x-speakeasy-pagination', readSpeakeasy],
  ['x-redoclyPagination', readRedocly],
  ['x-redocly-pagination', readRedocly],
];

/** Reads pagination extensions of other tools. An extension that cannot be read is ignored, with a warning. */
export function readForeignPagination(
  node: ObjectNode,
  parameters: readonly Parameter[],
): Pagination | undefined {
  for (const [name, read] of readers) {
    const valueNode = childAt(node, name);
    if (valueNode === undefined) continue;
    if (valueNode.value === false) continue;
    const value = valueNode.value === true ? rootExtension(node, name) : valueNode.value;
    const result = isObject(value)
      ? read(value, parameters)
      : valueNode.value === true
        ? 'the document has no such object at its root'
        : 'it is not an object';
    if (typeof result !== 'string') return { ...result, foreign: name, origin: valueNode.origin };
    node.reporter.report(foreignPagination.default({ name, reason: result }), valueNode.origin, {
      part: 'key',
      hint: 'use "x-pagination"',
    });
    return undefined;
  }
  return undefined;
}

/** Returns the extension at the root of the document, for operations whose value is `true`. */
function rootExtension({ document: { value } }: ObjectNode, name: string): Json | undefined {
  return isObject(value) ? member(value, name) : undefined;
}

const fernMembers = [
  'type',
  'offset',
  'cursor',
  'next_cursor',
  'next_uri',
  'next_path',
  'results',
  'step',
  'has-next-page',
];

/** Reads `x-fern-pagination`: paths into `$request` and `$response`. An offset without a step is a page number. */
function readFern(
  value: { readonly [name: string]: Json },
  parameters: readonly Parameter[],
): ForeignPagination | string {
  const unknown = Object.keys(value).find((name) => !fernMembers.includes(name));
  if (unknown !== undefined) return `it has "${unknown}"`;
  const type = member(value, 'type');
  if (type !== undefined && !['offset', 'cursor', 'uri', 'path'].includes(String(type)))
    return `its type is ${JSON.stringify(type)}`;
  const path = (name: string, root: string): string | undefined => {
    const text = member(value, name);
    return typeof text === 'string' ? pointerOf(text, `$${root}`) : undefined;
  };
  const items = path('results', 'response');
  if (items === undefined) return '"results" is not a path of "$response"';
  const hasMore = path('has-next-page', 'response');
  const rest = { items, ...optional('hasMore', hasMore) };
  const url = path('next_uri', 'response') ?? path('next_path', 'response');
  if (url !== undefined) return { next: { url }, ...rest };
  const isCursor = Object.hasOwn(value, 'cursor');
  const request = requestOf(path(isCursor ? 'cursor' : 'offset', 'request'), parameters);
  if (request === undefined)
    return 'it names neither a parameter of the operation nor a member of its body';
  if (isCursor) {
    const pointer = path('next_cursor', 'response');
    return pointer === undefined
      ? '"next_cursor" is not a path of "$response"'
      : { request, next: { pointer }, ...rest };
  }
  if (!Object.hasOwn(value, 'step')) return { request, next: { count: 'pages' }, ...rest };
  const step = requestOf(path('step', 'request'), parameters);
  if (step === undefined || step.in !== request.in)
    return '"step" is not a path of "$request" beside the offset';
  return { request, next: { count: 'items', by: step.parameter }, ...rest };
}

/** Converts a path such as `$response.data.next` to a JSON Pointer. */
function pointerOf(text: string, root: string): string | undefined {
  if (text === root) return '';
  if (!text.startsWith(`${root}.`)) return undefined;
  const names = text.slice(root.length + 1).split('.');
  return names.every((name) => /^[^[\]*\s]+$/u.test(name)) ? formatPointer(names) : undefined;
}

/** Returns the target of the cursor: a parameter of that name, or else a property of the body. */
function requestOf(
  pointer: string | undefined,
  parameters: readonly Parameter[],
): CursorRequest | undefined {
  const name = pointer?.slice(1);
  if (name === undefined || name === '' || name.includes('/')) return undefined;
  for (const location of ['query', 'header'] as const) {
    if (parameters.some((each) => each.in === location && each.name === name))
      return { in: location, parameter: name };
  }
  return { in: 'body', parameter: name };
}

/** Reads `x-speakeasy-pagination`: inputs by name, outputs by JSONPath. */
function readSpeakeasy(
  value: { readonly [name: string]: Json },
  parameters: readonly Parameter[],
): ForeignPagination | string {
  const inputs = new Map<string, CursorRequest>();
  const list = member(value, 'inputs') ?? [];
  if (!Array.isArray(list)) return '"inputs" is not a list';
  for (const input of list as readonly Json[]) {
    if (!isObject(input)) return 'an input is not an object';
    const { name, type, in: location } = input;
    if (typeof name !== 'string' || typeof type !== 'string')
      return 'an input has no name or no type';
    const request =
      location === 'requestBody'
        ? ({ in: 'body', parameter: name } as const)
        : requestOf(formatPointer([name]), parameters);
    if (request === undefined || (location !== 'requestBody' && request.in === 'body'))
      return `the input "${name}" is not a query or header parameter`;
    inputs.set(type, request);
  }
  const outputs = member(value, 'outputs') ?? {};
  if (!isObject(outputs)) return '"outputs" is not an object';
  const unknown = Object.keys(outputs).find(
    (name) => !['results', 'numPages', 'nextCursor', 'nextUrl'].includes(name),
  );
  if (unknown !== undefined) return `it has the output "${unknown}"`;
  const paths = new Map<string, JsonPath>();
  for (const [name, text] of Object.entries(outputs)) {
    const path = typeof text === 'string' ? jsonPath(text) : undefined;
    if (path === undefined) return `the output "${name}" is not the path of a member`;
    paths.set(name, path);
  }
  return readSpeakeasyType(member(value, 'type'), inputs, paths);
}

function readSpeakeasyType(
  type: Json | undefined,
  inputs: ReadonlyMap<string, CursorRequest>,
  outputs: ReadonlyMap<string, JsonPath>,
): ForeignPagination | string {
  const cursor = outputs.get('nextCursor');
  const items = outputs.get('results')?.pointer ?? cursor?.list;
  const rest = {
    items: items ?? '',
    ...(items === undefined ? { inferItems: true as const } : {}),
  };
  switch (type) {
    case 'url': {
      const url = outputs.get('nextUrl')?.pointer;
      return url === undefined ? 'it has no output "nextUrl"' : { next: { url }, ...rest };
    }
    case 'cursor': {
      const request = inputs.get('cursor');
      if (request === undefined || cursor === undefined)
        return 'it has no input "cursor" or no output "nextCursor"';
      const next: CursorSource =
        cursor.list === undefined ? { pointer: cursor.pointer } : { lastItem: cursor.pointer };
      return { request, next, ...rest };
    }
    case 'offsetLimit': {
      const page = inputs.get('page');
      const offset = inputs.get('offset');
      const pages = outputs.get('numPages')?.pointer;
      if (page !== undefined)
        return { request: page, next: { count: 'pages' }, ...rest, ...optional('pages', pages) };
      if (offset === undefined) return 'it has neither an input "page" nor an input "offset"';
      return { request: offset, next: { count: 'items' }, ...rest };
    }
    default:
      return `its type is ${JSON.stringify(type)}`;
  }
}

/** A path as a pointer, relative to the last item of `list` if present. */
interface JsonPath {
  readonly pointer: string;
  readonly list?: string;
}

/** Parses a path to a single member (RFC 9535), such as `$.data.next` or `$.data[-1:].id`. */
function jsonPath(text: string): JsonPath | undefined {
  const [before = '', after, ...more] = text.split(/\[(?:-1:?|\(@\.length ?- ?1\))\]/);
  if (more.length > 0) return undefined;
  const head = memberNames(before.replace(/^\$/, ''));
  const tail = after === undefined ? undefined : memberNames(after);
  if (!before.startsWith('$') || head === undefined) return undefined;
  if (after === undefined) return { pointer: formatPointer(head) };
  return tail && { pointer: formatPointer(tail), list: formatPointer(head) };
}

function memberNames(path: string): readonly string[] | undefined {
  const names: string[] = [];
  const step = /\.([^.[\]'"*?@]+)|\['([^']*)'\]|\["([^"]*)"\]/y;
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (match === null) return undefined;
    names.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return names;
}

/** Reads `x-redoclyPagination`: names of query parameters, and JSON Pointers. */
function readRedocly(value: { readonly [name: string]: Json }): ForeignPagination | string {
  const text = (name: string): string | undefined => {
    const content = member(value, name);
    return typeof content === 'string' ? content : undefined;
  };
  const items = text('items');
  if (items === undefined) return 'it has no "items"';
  const rest = { items, ...optional('hasMore', text('hasMore')) };
  const style = text('style');
  const name = style === 'cursor' ? text('cursorParam') : text('offsetParam');
  const request = name === undefined ? undefined : ({ in: 'query', parameter: name } as const);
  switch (style) {
    case 'link':
      return { next: { link: 'next' }, ...rest };
    case 'cursor': {
      const pointer = text('nextCursor');
      return request === undefined || pointer === undefined
        ? 'it has no "cursorParam" or no "nextCursor"'
        : { request, next: { pointer }, ...rest };
    }
    case 'offset':
    case 'page':
      return request === undefined
        ? 'it has no "offsetParam"'
        : { request, next: { count: style === 'page' ? 'pages' : 'items' }, ...rest };
    default:
      return `its style is ${JSON.stringify(style)}`;
  }
}
