import { createReporter, type Diagnostic, type Reporter } from '../../core/diagnostic.js';
import { childOrigin, rootOrigin } from '../../core/origin.js';
import { decodeFragment, formatPointer, parsePointer } from '../../core/pointer.js';
import type { Json } from '../../model/schema.js';
import type { Source } from '../source.js';
import { upgradePaths } from './operations.js';
import { upgradeParameter } from './parameters.js';
import { createSourceMap, derivedSource, type SourceMap } from '../source-map.js';
import { upgradeResponse } from './responses.js';
import { upgradeNamed } from './schemas.js';
import { upgradeSecurity } from './security.js';
import { serversOf } from './servers.js';
import { isObject, member, stringsOf, omitMembers, type JsonObject } from '../json-object.js';
import type { UpgradeContext } from './upgrade-context.js';

/** Root members that 3.0 represents differently. */
const REPLACED_MEMBERS: ReadonlySet<string> = new Set([
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
/** Sections of components in 3.0, by section of the original. */
const COMPONENTS: Readonly<Record<string, string>> = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  securityDefinitions: 'securitySchemes',
};

/** True if a document declares Swagger 2.0. */
export function isSwagger(value: Json): value is JsonObject {
  return isObject(value) && member(value, 'swagger') === '2.0';
}

/** Upgrades a Swagger 2.0 document to an equivalent OpenAPI 3.0 document. Its nodes keep their positions in the original. */
export function upgradeSwagger(source: Source): {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
} {
  const root = isObject(source.value) ? source.value : {};
  const first = upgradeWith(source, root, new Map());
  // The new locations of paths and responses are known only afterwards. Few documents refer to them, so a second pass is rare.
  const { value, sourceMap, reporter } =
    first.otherReferences.length === 0
      ? first
      : upgradeWith(
          source,
          root,
          newReferencesOf(first.otherReferences, first.sourceMap.moves(first.value)),
        );
  return {
    source: derivedSource(source, value, sourceMap),
    diagnostics: reporter.diagnostics,
  };
}

interface Upgraded {
  readonly value: Json;
  readonly sourceMap: SourceMap;
  readonly reporter: Reporter;
  /** References to nodes of this document that are not components. */
  readonly otherReferences: readonly string[];
}

function upgradeWith(
  source: Source,
  root: JsonObject,
  newReferences: ReadonlyMap<string, string>,
): Upgraded {
  const reporter = createReporter();
  const sourceMap = createSourceMap();
  const origin = rootOrigin(source);
  const otherReferences: string[] = [];
  const context: UpgradeContext = {
    root,
    sourceMap,
    reporter,
    originOf: (...tokens) => childOrigin(origin, ...tokens),
    reference(text) {
      const tokens = text.startsWith('#/')
        ? parsePointer(decodeFragment(text.slice(1)))
        : undefined;
      const [kind = '', name = '', ...rest] = tokens ?? [];
      const component = Object.hasOwn(COMPONENTS, kind) ? COMPONENTS[kind] : undefined;
      const all = member(root, kind);
      const exists = isObject(all) && Object.hasOwn(all, name);
      if (component !== undefined)
        return exists ? `#/components/${component}${escaped([name, ...rest])}` : text;
      if (tokens !== undefined) otherReferences.push(text);
      return newReferences.get(text) ?? text;
    },
    consumes: stringsOf(member(root, 'consumes')) ?? JSON_ONLY,
    produces: stringsOf(member(root, 'produces')) ?? JSON_ONLY,
  };
  return { value: upgradeRoot(context), sourceMap, reporter, otherReferences };
}

function upgradeRoot(context: UpgradeContext): Json {
  const { root } = context;
  const paths = member(root, 'paths');
  const servers = serversOf(context, stringsOf(member(root, 'schemes')), ['schemes']);
  const components = upgradeComponents(context);
  const upgraded: JsonObject = {
    openapi: '3.0.4',
    ...omitMembers(root, REPLACED_MEMBERS),
    ...(servers.length === 0 ? {} : { servers }),
    ...(paths === undefined ? {} : { paths: upgradePaths(context, paths) }),
    ...(Object.keys(components).length === 0 ? {} : { components }),
  };
  const host = Object.hasOwn(root, 'host') ? ['host'] : ['basePath'];
  return context.sourceMap.put(upgraded, [], { openapi: ['swagger'], servers: host });
}

function upgradeComponents(context: UpgradeContext): JsonObject {
  const { root } = context;
  const kinds = Object.entries(COMPONENTS).flatMap(([kind, name]): [string, Json][] => {
    const section = member(root, kind);
    if (section === undefined) return [];
    if (kind === 'definitions') return [[name, upgradeNamed(context, section, [kind])]];
    if (kind === 'securityDefinitions') return [[name, upgradeSecurity(context, section)]];
    return [[name, upgradeShared(context, section, kind)]];
  });
  const locations = Object.entries(COMPONENTS).map(([kind, name]) => [name, [kind]] as const);
  return context.sourceMap.put(Object.fromEntries(kinds), [], Object.fromEntries(locations));
}

/** Upgrades `parameters` and `responses` of the document. Body and form parameters are omitted, because their uses include them. */
function upgradeShared(context: UpgradeContext, value: Json, kind: string): Json {
  if (!isObject(value)) return value;
  const upgraded = Object.entries(value).flatMap(([name, shared]): [string, Json][] => {
    const tokens = [kind, name];
    if (kind === 'responses')
      return [[name, upgradeResponse(context, shared, tokens, context.produces)]];
    if (!isObject(shared)) return [[name, shared]];
    const location = member(shared, 'in');
    if (location === 'body' || location === 'formData') return [];
    return [[name, upgradeParameter(context, { value: shared, tokens })]];
  });
  return context.sourceMap.put(Object.fromEntries(upgraded), [kind]);
}

function newReferencesOf(
  texts: readonly string[],
  moves: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, string> {
  return new Map(
    texts.flatMap((text): [string, string][] => {
      const tokens = parsePointer(decodeFragment(text.slice(1)));
      const target = tokens && moves.get(JSON.stringify(tokens));
      return target === undefined ? [] : [[text, `#${escaped(target)}`]];
    }),
  );
}

/** Formats a pointer for use in a fragment. */
function escaped(tokens: readonly string[]): string {
  return encodeURI(formatPointer(tokens));
}
