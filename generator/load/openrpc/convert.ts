import { createReporter, defineWarning } from '../../core/diagnostic.js';
import type { Diagnostic, DiagnosticType, Reporter, Sentence } from '../../core/diagnostic.js';
import { childOrigin, rootOrigin } from '../../core/origin.js';
import { decodeFragment, parsePointer } from '../../core/pointer.js';
import type { Json } from '../../model/schema.js';
import { isObject, member, type JsonObject } from '../json-object.js';
import { createSourceMap, derivedSource, type SourceMap } from '../source-map.js';
import type { Source } from '../source.js';

/** A part of an OpenRPC document that has no counterpart. */
export const unsupportedOpenRpc: DiagnosticType<{
  notification: { method: string };
  method: { method: string; part: string };
  item: { list: string };
}> = defineWarning('unsupported-openrpc', {
  notification: ({ method }) =>
    `the method "${method}" has no result: it is a notification, for which nothing is generated`,
  method: ({ method, part }) =>
    `the method "${method}" is left out, because ${part} is not in this document`,
  item: ({ list }) => `an item of "${list}" is left out, because it is not in this document`,
});

/** A node of the document with its location. */
interface Located {
  readonly value: Json;
  readonly tokens: readonly string[];
}

/** The state of converting one document. */
interface Conversion {
  readonly root: JsonObject;
  readonly source: Source;
  readonly sourceMap: SourceMap;
  readonly reporter: Reporter;
}

/** True if a document declares OpenRPC 1. */
export function isOpenRpc(value: Json): value is JsonObject {
  if (!isObject(value)) return false;
  const version = member(value, 'openrpc');
  return typeof version === 'string' && /^1\.\d+\.\d+/u.test(version);
}

/**
 * Converts an OpenRPC 1.x document to an OpenAPI 3.1 document with one JSON-RPC endpoint, the URL of the server. Schemas keep their place
 * in the document, and all nodes their positions in the original.
 */
export function convertOpenRpc(source: Source): {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
} {
  const root = isObject(source.value) ? source.value : {};
  const conversion: Conversion = {
    root,
    source,
    sourceMap: createSourceMap(),
    reporter: createReporter(),
  };
  const { sourceMap, reporter } = conversion;
  const document: JsonObject = {
    openapi: '3.1.0',
    jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#',
    info: member(root, 'info') ?? {},
    ...serversOf(conversion),
    ...tagsOf(conversion),
    paths: { '/': { post: endpointOf(conversion) } },
    ...schemasOf(conversion),
  };
  const value = sourceMap.put(document, [], { openapi: ['openrpc'], paths: ['methods'] });
  return { source: derivedSource(source, value, sourceMap), diagnostics: reporter.diagnostics };
}

function serversOf({ root, sourceMap }: Conversion): JsonObject {
  const servers = member(root, 'servers');
  if (!isList(servers)) return servers === undefined ? {} : { servers };
  const converted = servers.map((server, index): Json => {
    if (!isObject(server)) return server;
    const { url, description, summary, variables } = server;
    const text = description ?? summary;
    return sourceMap.put(
      {
        // Variables are written like those of a JavaScript template.
        url: typeof url === 'string' ? url.replaceAll('${', '{') : (url ?? ''),
        ...(text !== undefined && { description: text }),
        ...(variables !== undefined && { variables }),
      },
      ['servers', String(index)],
    );
  });
  return converted.length === 0 ? {} : { servers: converted };
}

function schemasOf({ root, sourceMap }: Conversion): JsonObject {
  const components = member(root, 'components');
  const schemas = isObject(components) ? member(components, 'schemas') : undefined;
  return schemas === undefined ? {} : { components: sourceMap.put({ schemas }, ['components']) };
}

/** The tags of methods that are described. */
function tagsOf(conversion: Conversion): JsonObject {
  const tags = new Map<string, Json>();
  for (const method of methodsOf(conversion))
    for (const tag of allItemsOf(conversion, method, 'tags')) {
      const name = isObject(tag.value) ? member(tag.value, 'name') : undefined;
      if (typeof name !== 'string' || !isObject(tag.value)) continue;
      const description = member(tag.value, 'description') ?? member(tag.value, 'summary');
      if (description !== undefined && !tags.has(name))
        tags.set(name, conversion.sourceMap.put({ name, description }, tag.tokens));
    }
  return tags.size === 0 ? {} : { tags: [...tags.values()] };
}

function endpointOf(conversion: Conversion): Json {
  const { root, sourceMap } = conversion;
  const methods = member(root, 'methods');
  const converted = isList(methods)
    ? itemsOf(conversion, { value: root, tokens: [] }, 'methods').flatMap(
        (method) => convertMethod(conversion, method) ?? [],
      )
    : methods;
  return sourceMap.put(
    {
      responses: { '200': { description: 'The JSON-RPC response.' } },
      'x-json-rpc': sourceMap.put(
        { params: 'by-position', ...(converted !== undefined && { methods: converted }) },
        ['methods'],
        { methods: ['methods'] },
      ),
    },
    ['methods'],
  );
}

function methodsOf(conversion: Conversion): readonly Located[] {
  return allItemsOf(conversion, { value: conversion.root, tokens: [] }, 'methods');
}

function convertMethod(conversion: Conversion, method: Located): Json | undefined {
  const { value, tokens } = method;
  if (!isObject(value)) return value;
  const { sourceMap } = conversion;
  const { name, summary, description, deprecated } = value;
  const named = { method: String(name) };
  const result = resolvedMember(conversion, method, 'result');
  if (result === undefined) {
    report(conversion, unsupportedOpenRpc.notification(named), tokens);
    return undefined;
  }
  const located = allItemsOf(conversion, method, 'params');
  const elsewhere = isElsewhere(result)
    ? 'its result'
    : located.some(isElsewhere) && 'one of its params';
  if (elsewhere !== false) {
    report(conversion, unsupportedOpenRpc.method({ ...named, part: elsewhere }), tokens, BUNDLE);
    return undefined;
  }
  const params = located.map((param) => convertParam(conversion, param));
  const tags = itemsOf(conversion, method, 'tags').flatMap((tag) =>
    isObject(tag.value) ? (member(tag.value, 'name') ?? []) : tag.value,
  );
  return sourceMap.put(
    {
      ...(name !== undefined && { method: name, operationId: name }),
      ...(tags.length > 0 && { tags }),
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
      ...(deprecated !== undefined && { deprecated }),
      paramStructure: structureOf(member(value, 'paramStructure'), params),
      ...(params.length > 0 && { params }),
      result: convertResult(conversion, method, result),
      ...errorsOf(conversion, method),
    },
    tokens,
    { method: [...tokens, 'name'], operationId: [...tokens, 'name'] },
  );
}

/** By position, the usual form, where a document allows both, unless a required param follows an optional one. */
function structureOf(structure: Json | undefined, params: readonly Json[]): Json {
  if (structure !== undefined && structure !== 'either') return structure;
  const isRequired = (param: Json): boolean =>
    isObject(param) && member(param, 'required') === true;
  const gap = params.findIndex((param) => !isRequired(param));
  return gap !== -1 && params.slice(gap).some(isRequired) ? 'by-name' : 'by-position';
}

function convertParam({ sourceMap }: Conversion, { value, tokens }: Located): Json {
  if (!isObject(value)) return value;
  const { name, required, description, summary, schema } = value;
  const text = description ?? summary;
  return sourceMap.put(
    {
      ...(name !== undefined && { name }),
      ...(required !== undefined && { required }),
      ...(text !== undefined && { description: text }),
      ...(schema !== undefined && { schema }),
    },
    tokens,
  );
}

function convertResult(conversion: Conversion, method: Located, result: Located): Json {
  const { value, tokens } = result;
  if (!isObject(value)) return value;
  const { description, summary, schema } = value;
  const text = description ?? summary;
  const example = exampleOf(conversion, method);
  return conversion.sourceMap.put(
    {
      ...(text !== undefined && { description: text }),
      ...(schema !== undefined && { schema }),
      ...(example !== undefined && { example: example.value }),
    },
    tokens,
    example === undefined ? {} : { example: example.tokens },
  );
}

/** The result of the first example of a method. */
function exampleOf(conversion: Conversion, method: Located): Located | undefined {
  const [pairing] = allItemsOf(conversion, method, 'examples');
  const example = pairing && resolvedMember(conversion, pairing, 'result');
  return example && resolvedMember(conversion, example, 'value');
}

/** The errors of a method, one for each code: the first one names it. */
function errorsOf(conversion: Conversion, method: Located): JsonObject {
  const byCode = new Map<Json | undefined, readonly Located[]>();
  for (const error of itemsOf(conversion, method, 'errors')) {
    const code = isObject(error.value) ? member(error.value, 'code') : undefined;
    byCode.set(code, [...(byCode.get(code) ?? []), error]);
  }
  const names = new Set<string>();
  const errors = [...byCode.values()].map(([first, ...others]) => {
    if (first === undefined || !isObject(first.value)) return first?.value ?? {};
    const { code, message, data } = first.value;
    const messages = [first, ...others].flatMap((each) =>
      isObject(each.value) ? (member(each.value, 'message') ?? []) : [],
    );
    const name = typeof message === 'string' ? errorName(message, names) : undefined;
    return conversion.sourceMap.put(
      {
        ...(code !== undefined && { code }),
        ...(name !== undefined && { name }),
        ...(messages.length > 0 && { description: messages.map(String).join(' / ') }),
        ...(isSchema(data) && others.length === 0 && { data }),
      },
      first.tokens,
      { name: [...first.tokens, 'message'], description: [...first.tokens, 'message'] },
    );
  });
  return errors.length === 0 ? {} : { errors };
}

/** A name in camel case that no other error of the method has: `blockNotFound` for "Block not found". */
function errorName(message: string, names: Set<string>): string {
  const words = message.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = 'error', ...rest] = words.map((word) => word.toLowerCase());
  const camel = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
  const base = /^\p{N}/u.test(camel) ? `error${camel}` : camel;
  let name = base;
  for (let count = 2; names.has(name); count += 1) name = `${base}${count}`;
  names.add(name);
  return name;
}

/** Descriptions write the schema of an error's data, or an example of it. */
function isSchema(data: Json | undefined): data is Json {
  const keywords = ['$ref', 'type', 'properties', 'oneOf', 'anyOf', 'allOf', 'enum', 'const'];
  return isObject(data) && keywords.some((name) => Object.hasOwn(data, name));
}

/** What to do about a reference to another file. */
const BUNDLE = 'schemas may refer to other files; bundle the rest into one document';

/** The items of a list, with references within the document resolved. Others are left out and reported. */
function itemsOf(conversion: Conversion, parent: Located, list: string): readonly Located[] {
  const items = allItemsOf(conversion, parent, list);
  for (const { tokens } of items.filter(isElsewhere))
    report(conversion, unsupportedOpenRpc.item({ list }), tokens, BUNDLE);
  return items.filter((item) => !isElsewhere(item));
}

/** The items of a list, with references within the document resolved. */
function allItemsOf(
  conversion: Conversion,
  { value, tokens }: Located,
  name: string,
): readonly Located[] {
  const list = isObject(value) ? member(value, name) : undefined;
  if (!isList(list)) return [];
  return list.map((item, index) => resolved(conversion, item, [...tokens, name, String(index)]));
}

function resolvedMember(
  conversion: Conversion,
  { value, tokens }: Located,
  name: string,
): Located | undefined {
  const found = isObject(value) ? member(value, name) : undefined;
  return found === undefined ? undefined : resolved(conversion, found, [...tokens, name]);
}

/** True for a reference that cannot be resolved in the document. */
function isElsewhere({ value }: Located): boolean {
  return isObject(value) && typeof member(value, '$ref') === 'string';
}

function report(
  { reporter, source }: Conversion,
  sentence: Sentence,
  tokens: readonly string[],
  hint?: string,
): void {
  reporter.report(
    sentence,
    childOrigin(rootOrigin(source), ...tokens),
    hint === undefined ? {} : { hint },
  );
}

/** Follows references within the document, up to a loop. A node that is no such reference is returned as it is. */
function resolved(conversion: Conversion, value: Json, tokens: readonly string[]): Located {
  const seen = new Set<string>();
  let node: Located = { value, tokens };
  for (;;) {
    const reference = isObject(node.value) ? member(node.value, '$ref') : undefined;
    if (typeof reference !== 'string' || !reference.startsWith('#') || seen.has(reference))
      return node;
    seen.add(reference);
    const target = parsePointer(decodeFragment(reference.slice(1)));
    const found = target && valueAt(conversion.root, target);
    if (target === undefined || found === undefined) return node;
    node = { value: found, tokens: target };
  }
}

function valueAt(root: Json, tokens: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const token of tokens)
    value = isList(value)
      ? value[Number(token)]
      : isObject(value)
        ? member(value, token)
        : undefined;
  return value;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
