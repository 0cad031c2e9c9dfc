import type { Json } from '../../model/schema.js';
import { upgradeHeader } from './parameters.js';
import { upgradeSchema } from './schemas.js';
import { isObject, member, without, type JsonObject, type Upgrading } from './upgrading.js';

const RESPONSE_WORDS: ReadonlySet<string> = new Set(['schema', 'examples', 'headers']);

/** A Response Object: its schema once for each media type that the operation produces. */
export function upgradeResponse(
  up: Upgrading,
  value: Json,
  tokens: readonly string[],
  produces: readonly string[],
): Json {
  if (!isObject(value)) return value;
  const reference = member(value, '$ref');
  if (typeof reference === 'string') {
    const shared = produces === up.produces ? undefined : sharedResponse(up, reference);
    if (shared !== undefined) return upgradeResponse(up, shared.value, shared.tokens, produces);
    return up.places.put({ ...value, $ref: up.reference(reference) }, tokens);
  }
  const schema = member(value, 'schema');
  const headers = member(value, 'headers');
  const upgraded: JsonObject = {
    ...without(value, RESPONSE_WORDS),
    ...(headers === undefined
      ? {}
      : { headers: upgradeHeaders(up, headers, [...tokens, 'headers']) }),
    ...(schema === undefined
      ? {}
      : { content: upgradeContent(up, value, schema, tokens, produces) }),
  };
  return up.places.put(upgraded, tokens);
}

function upgradeContent(
  up: Upgrading,
  response: JsonObject,
  schema: Json,
  tokens: readonly string[],
  produces: readonly string[],
): Json {
  const examples = member(response, 'examples');
  const content = produces.map((type): [string, Json] => {
    const example = isObject(examples) ? member(examples, type) : undefined;
    const media = {
      schema: upgradeSchema(up, schema, [...tokens, 'schema']),
      ...(example === undefined ? {} : { example }),
    };
    return [type, up.places.put(media, tokens, { example: [...tokens, 'examples', type] })];
  });
  return up.places.put(Object.fromEntries(content), tokens);
}

function upgradeHeaders(up: Upgrading, value: Json, tokens: readonly string[]): Json {
  if (!isObject(value)) return value;
  const headers = Object.entries(value).map(([name, header]): [string, Json] => [
    name,
    upgradeHeader(up, header, [...tokens, name]),
  ]);
  return up.places.put(Object.fromEntries(headers), tokens);
}

/** A response under `responses` of the document: its media types are those of whoever refers to it. */
function sharedResponse(
  up: Upgrading,
  reference: string,
): { readonly value: Json; readonly tokens: readonly string[] } | undefined {
  const name = /^#\/responses\/([^/]+)$/
    .exec(reference)?.[1]
    ?.replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const all = member(up.root, 'responses');
  const value = name !== undefined && isObject(all) ? member(all, name) : undefined;
  if (name === undefined || !isObject(value) || Object.hasOwn(value, '$ref')) return undefined;
  return { value, tokens: ['responses', name] };
}
