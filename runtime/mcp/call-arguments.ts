import { decodeBase64 } from '../core/base64.js';
import type { CallArguments } from '../core/client/operation-call.js';
import { decodeDates } from '../core/dates/descriptor.js';
import type { ContentDescriptor, ParameterDescriptor } from '../core/descriptor.js';
import { finishIntegers } from '../core/integers.js';
import type { ToolArgument, ToolBody, ToolDescriptor } from './tool.js';

/** Arguments of a tool, by name. */
export interface ToolArguments {
  readonly [name: string]: unknown;
}

/** Arguments that cannot be sent. The message says which, for the model. */
export class ToolArgumentError extends Error {
  override readonly name = 'ToolArgumentError';
  readonly code: 'invalid-arguments' = 'invalid-arguments';
}

/**
 * Converts the arguments of a tool, which are JSON, to those of a call.
 *
 * @throws ToolArgumentError for a date or a file that cannot be decoded.
 */
export function callArguments(
  tool: ToolDescriptor,
  args: ToolArguments,
  signal: AbortSignal,
): CallArguments {
  const { descriptor } = tool;
  const values: { readonly [In in ToolArgument['in']]: Map<string, unknown> } = {
    path: new Map(),
    query: new Map(),
    header: new Map(),
    cookie: new Map(),
  };
  for (const { name, in: place, parameter = name } of tool.arguments)
    if (Object.hasOwn(args, name)) {
      const declared = descriptor.parameters?.find(
        (each) => each.name === parameter && groupOf(each) === place,
      );
      values[place].set(parameter, parameterValue(args[name], declared, name));
    }
  const path = descriptor.path.flatMap((part) => {
    const parameter = typeof part === 'number' ? descriptor.parameters?.[part] : undefined;
    return parameter === undefined || parameter.credential ? [] : [values.path.get(parameter.name)];
  });
  const body = tool.body && bodyOf(tool.body, descriptor.body?.contents ?? [], args['body']);
  const contents = descriptor.body?.contents ?? [];
  const mediaType = tool.body && contents[tool.body.content]?.mediaType;
  const contentType =
    body?.mediaType ??
    (contents.length > 1 && mediaType !== undefined && !mediaType.includes('*')
      ? mediaType
      : undefined);
  const parts = {
    ...(values.query.size === 0 ? {} : { query: Object.fromEntries(values.query) }),
    ...(values.header.size === 0 ? {} : { headers: Object.fromEntries(values.header) }),
    ...(values.cookie.size === 0 ? {} : { cookies: Object.fromEntries(values.cookie) }),
  };
  const common = { signal, ...(contentType === undefined ? {} : { contentType }) };
  switch (descriptor.input) {
    case 'none':
      return { path, input: undefined, options: { ...common, ...parts } };
    case 'body':
      return { path, input: body?.value, options: { ...common, ...parts } };
    case 'query': {
      const { query, ...others } = parts;
      return { path, input: query, options: { ...common, ...others } };
    }
    case 'parts': {
      const withBody = body?.value === undefined ? parts : { ...parts, body: body.value };
      return { path, input: withBody, options: common };
    }
  }
}

/** Group of a parameter: the query string as a whole belongs to the query. */
function groupOf({ in: place }: ParameterDescriptor): ToolArgument['in'] {
  return place === 'querystring' ? 'query' : place;
}

function parameterValue(
  value: unknown,
  declared: ParameterDescriptor | undefined,
  name: string,
): unknown {
  if (declared === undefined) return value;
  const { type, dates, content } = declared;
  if (type.types.includes('bigint') && isInteger(value)) return BigInt(value);
  if (type.items?.types.includes('bigint') === true && Array.isArray(value))
    return value.map((each: unknown) => (isInteger(each) ? BigInt(each) : each));
  const integers =
    content?.integers === undefined ? value : finishIntegers(copy(value), content.integers);
  return decoded(integers, dates ?? content?.dates, name);
}

function isInteger(value: unknown): value is number | string {
  return Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value));
}

function decoded(value: unknown, dates: ContentDescriptor['dates'], name: string): unknown {
  const { value: program, faults } = decodeDates(value, dates);
  const [fault] = faults;
  if (fault !== undefined)
    throw new ToolArgumentError(`${name}${fault.pointer}: expected ${fault.expected}`);
  return program;
}

interface BodyValue {
  readonly value: unknown;
  /** Media type of a file, if the description allows several. */
  readonly mediaType?: string;
}

function bodyOf(
  { content: index, form, files = [] }: ToolBody,
  contents: readonly ContentDescriptor[],
  value: unknown,
): BodyValue {
  const content = contents[index];
  // The params of a JSON-RPC method have no content.
  if (value === undefined || content === undefined) return { value };
  if (form === 'file') {
    const { bytes, mediaType } = fileOf(value, 'body');
    return mediaType !== undefined && content.mediaType.includes('*')
      ? { value: bytes, mediaType }
      : { value: bytes };
  }
  const json =
    content.integers === undefined ? value : finishIntegers(copy(value), content.integers);
  const program = decoded(json, content.dates, 'body');
  if (form === undefined || typeof program !== 'object' || program === null)
    return { value: program };
  const members = Object.entries(program).map(([name, each]: [string, unknown]) => {
    if (!files.includes(name)) return [name, each] as const;
    const at = `body/${name}`;
    const made = Array.isArray(each)
      ? each.map((item: unknown, position) => partOf(item, `${at}/${position}`))
      : partOf(each, at);
    return [name, made] as const;
  });
  return { value: Object.fromEntries(members) };
}

/** A copy whose numbers can be converted in place. */
function copy(value: unknown): unknown {
  return structuredClone(value);
}

function partOf(value: unknown, at: string): Blob {
  const { bytes, name, mediaType } = fileOf(value, at);
  const options = mediaType === undefined ? {} : { type: mediaType };
  return name === undefined ? new Blob([bytes], options) : new File([bytes], name, options);
}

interface DecodedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name?: string;
  readonly mediaType?: string;
}

/** A file as arguments have it: base64 in `data`, with a name and a media type. */
function fileOf(value: unknown, at: string): DecodedFile {
  const { data, name, mediaType } = (value ?? {}) as { readonly [member: string]: unknown };
  const bytes = typeof data === 'string' ? decodeBase64(data) : undefined;
  if (bytes === undefined) throw new ToolArgumentError(`${at}/data: expected bytes in base64`);
  return {
    bytes: new Uint8Array(bytes),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof mediaType === 'string' ? { mediaType } : {}),
  };
}
