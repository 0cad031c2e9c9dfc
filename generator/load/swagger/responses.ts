import type { Json } from '../../model/schema.js';
import { upgradeHeader } from './parameters.js';
import { upgradeSchema } from './schemas.js';
import { isObject, member, omitMembers, type JsonObject } from '../json-object.js';
import type { UpgradeContext } from './upgrade-context.js';

const REPLACED_MEMBERS: ReadonlySet<string> = new Set(['schema', 'examples', 'headers']);

/** Upgrades a Response Object, with an entry for each media type that the operation produces. */
export function upgradeResponse(
  context: UpgradeContext,
  value: Json,
  tokens: readonly string[],
  produces: readonly string[],
): Json {
  if (!isObject(value)) return value;
  const reference = member(value, '$ref');
  if (typeof reference === 'string') {
    const shared = produces === context.produces ? undefined : sharedResponse(context, reference);
    if (shared !== undefined)
      return upgradeResponse(context, shared.value, shared.tokens, produces);
    return context.sourceMap.put({ ...value, $ref: context.reference(reference) }, tokens);
  }
  const schema = member(value, 'schema');
  const headers = member(value, 'headers');
  const upgraded: JsonObject = {
    ...omitMembers(value, REPLACED_MEMBERS),
    ...(headers === undefined
      ? {}
      : { headers: upgradeHeaders(context, headers, [...tokens, 'headers']) }),
    ...(schema === undefined
      ? {}
      : { content: upgradeContent(context, value, schema, tokens, produces) }),
  };
  return context.sourceMap.put(upgraded, tokens);
}

function upgradeContent(
  context: UpgradeContext,
  response: JsonObject,
  schema: Json,
  tokens: readonly string[],
  produces: readonly string[],
): Json {
  const examples = member(response, 'examples');
  const content = produces.map((type): [string, Json] => {
    const example = isObject(examples) ? member(examples, type) : undefined;
    const media = {
      schema: upgradeSchema(context, schema, [...tokens, 'schema']),
      ...(example === undefined ? {} : { example }),
    };
    return [type, context.sourceMap.put(media, tokens, { example: [...tokens, 'examples', type] })];
  });
  return context.sourceMap.put(Object.fromEntries(content), tokens);
}

function upgradeHeaders(context: UpgradeContext, value: Json, tokens: readonly string[]): Json {
  if (!isObject(value)) return value;
  const headers = Object.entries(value).map(([name, header]): [string, Json] => [
    name,
    upgradeHeader(context, header, [...tokens, name]),
  ]);
  return context.sourceMap.put(Object.fromEntries(headers), tokens);
}

/** Resolves a response in `responses` of the document. Its media types are those of the referring operation. */
function sharedResponse(
  context: UpgradeContext,
  reference: string,
): { readonly value: Json; readonly tokens: readonly string[] } | undefined {
  const name = /^#\/responses\/([^/]+)$/
    .exec(reference)?.[1]
    ?.replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const all = member(context.root, 'responses');
  const value = name !== undefined && isObject(all) ? member(all, name) : undefined;
  if (name === undefined || !isObject(value) || Object.hasOwn(value, '$ref')) return undefined;
  return { value, tokens: ['responses', name] };
}
