import { createReporter, type Diagnostic, type Reporter } from '../../core/diagnostic.js';
import { childOrigin, rootOrigin } from '../../core/origin.js';
import { formatPointer, parsePointer } from '../../core/pointer.js';
import type { Json } from '../../model/schema.js';
import type { Source } from '../source.js';
import { upgradePaths } from './operations.js';
import { upgradeParameter } from './parameters.js';
import { createPlaces, derivedSource, type Places } from '../places.js';
import { upgradeResponse } from './responses.js';
import { upgradeNamed } from './schemas.js';
import { upgradeSecurity } from './security.js';
import { serversOf } from './servers.js';
import {
  isObject,
  member,
  stringsOf,
  without,
  type JsonObject,
  type Upgrading,
} from './upgrading.js';

/** Members of the root that 3.0 has other words for. */
const ROOT_WORDS: ReadonlySet<string> = new Set([
  'swagger',
  'host',
  'basePath',
  'schemes',
  'consumes',
  'produces',
  'paths',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
]);
const JSON_ONLY: readonly string[] = ['application/json'];
/** Where components of each kind live in 3.0. */
const COMPONENTS: Readonly<Record<string, string>> = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  securityDefinitions: 'securitySchemes',
};

/** Whether a document says that it is Swagger 2.0. */
export function isSwagger(value: Json): value is JsonObject {
  return isObject(value) && member(value, 'swagger') === '2.0';
}

/**
 * A Swagger 2.0 document as an OpenAPI 3.0 document of the same meaning. Whoever asks where something is written is
 * answered with its place in the original.
 */
export function upgradeSwagger(source: Source): {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
} {
  const root = isObject(source.value) ? source.value : {};
  const first = upgradeWith(source, root, new Map());
  // Where a path or a response ends up is known afterwards; few documents refer into one.
  const { value, places, reporter } =
    first.elsewhere.length === 0
      ? first
      : upgradeWith(source, root, movesOf(first.elsewhere, first.places.moves(first.value)));
  return {
    source: derivedSource(source, value, places),
    diagnostics: reporter.diagnostics,
  };
}

interface Upgraded {
  readonly value: Json;
  readonly places: Places;
  readonly reporter: Reporter;
  /** References that lead neither to another document nor to a component. */
  readonly elsewhere: readonly string[];
}

function upgradeWith(
  source: Source,
  root: JsonObject,
  moved: ReadonlyMap<string, string>,
): Upgraded {
  const reporter = createReporter();
  const places = createPlaces();
  const origin = rootOrigin(source);
  const elsewhere: string[] = [];
  const up: Upgrading = {
    root,
    places,
    reporter,
    originOf: (...tokens) => childOrigin(origin, ...tokens),
    reference(text) {
      const tokens = text.startsWith('#/') ? parsePointer(decoded(text.slice(1))) : undefined;
      const [kind = '', name = '', ...rest] = tokens ?? [];
      const component = Object.hasOwn(COMPONENTS, kind) ? COMPONENTS[kind] : undefined;
      const all = member(root, kind);
      const exists = isObject(all) && Object.hasOwn(all, name);
      if (component !== undefined)
        return exists ? `#/components/${component}${escaped([name, ...rest])}` : text;
      if (tokens !== undefined) elsewhere.push(text);
      return moved.get(text) ?? text;
    },
    consumes: stringsOf(member(root, 'consumes')) ?? JSON_ONLY,
    produces: stringsOf(member(root, 'produces')) ?? JSON_ONLY,
  };
  return { value: upgradeRoot(up), places, reporter, elsewhere };
}

function upgradeRoot(up: Upgrading): Json {
  const { root } = up;
  const paths = member(root, 'paths');
  const servers = serversOf(up, stringsOf(member(root, 'schemes')), ['schemes']);
  const components = upgradeComponents(up);
  const upgraded: JsonObject = {
    openapi: '3.0.4',
    ...without(root, ROOT_WORDS),
    ...(servers.length === 0 ? {} : { servers }),
    ...(paths === undefined ? {} : { paths: upgradePaths(up, paths) }),
    ...(Object.keys(components).length === 0 ? {} : { components }),
  };
  const host = Object.hasOwn(root, 'host') ? ['host'] : ['basePath'];
  return up.places.put(upgraded, [], { openapi: ['swagger'], servers: host });
}

function upgradeComponents(up: Upgrading): JsonObject {
  const { root } = up;
  const kinds = Object.entries(COMPONENTS).flatMap(([kind, name]): [string, Json][] => {
    const found = member(root, kind);
    if (found === undefined) return [];
    if (kind === 'definitions') return [[name, upgradeNamed(up, found, [kind])]];
    if (kind === 'securityDefinitions') return [[name, upgradeSecurity(up, found)]];
    return [[name, upgradeShared(up, found, kind)]];
  });
  const ways = Object.entries(COMPONENTS).map(([kind, name]) => [name, [kind]] as const);
  return up.places.put(Object.fromEntries(kinds), [], Object.fromEntries(ways));
}

/** `parameters` and `responses` of the document; bodies and fields of forms live on where they are referred to. */
function upgradeShared(up: Upgrading, value: Json, kind: string): Json {
  if (!isObject(value)) return value;
  const upgraded = Object.entries(value).flatMap(([name, found]): [string, Json][] => {
    const tokens = [kind, name];
    if (kind === 'responses') return [[name, upgradeResponse(up, found, tokens, up.produces)]];
    if (!isObject(found)) return [[name, found]];
    const place = member(found, 'in');
    if (place === 'body' || place === 'formData') return [];
    return [[name, upgradeParameter(up, { value: found, tokens })]];
  });
  return up.places.put(Object.fromEntries(upgraded), [kind]);
}

function movesOf(
  texts: readonly string[],
  moves: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, string> {
  return new Map(
    texts.flatMap((text): [string, string][] => {
      const tokens = parsePointer(decoded(text.slice(1)));
      const now = tokens && moves.get(JSON.stringify(tokens));
      return now === undefined ? [] : [[text, `#${escaped(now)}`]];
    }),
  );
}

/** A pointer as it stands in a fragment. */
function escaped(tokens: readonly string[]): string {
  return encodeURI(formatPointer(tokens));
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
