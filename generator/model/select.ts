import { createReporter, defineError } from '../core/diagnostic.js';
import type { Checked, DiagnosticType, Reporter } from '../core/diagnostic.js';
import { didYouMean } from '../core/suggestion.js';
import type { Api, NameKey, NamedSchema, Operation } from './api.js';
import type { SchemaId } from './schema.js';
import { subschemas } from './analysis/subschemas.js';

/** A selection that matches nothing in the description. */
export const unknownSelection: DiagnosticType<{ default: { pattern: string; kind: string } }> =
  defineError('unknown-selection', {
    default: ({ pattern, kind }) => `"${pattern}" matches no ${kind} of the description`,
  });

/** Selection of operations, by any of these, and of schemas. `*` matches any text. */
export interface Selection {
  readonly tags?: readonly string[];
  /** Paths as the description writes them, such as `/pets/{id}`. */
  readonly paths?: readonly string[];
  /** `operationId`s, or a method and a path such as `GET /pets`. */
  readonly operations?: readonly string[];
  /**
   * Names of schemas of the components or of any other file, or locations such as `pets.yaml#/components/schemas/Cat`. A name selects all
   * schemas of that name.
   */
  readonly schemas?: readonly string[];
}

/**
 * Reduces a description to the selected operations and schemas, with everything that they depend on. Channels are kept. A pattern that
 * selects nothing is reported.
 */
export function select(api: Api, selection: Selection): Checked<Api> {
  const reporter = createReporter();
  const selected = selectOperations(api, selection, reporter);
  const operations = withCallbacks(api.operations, selected);
  const { components, elsewhere: others = [], ...rest } = api;
  const known = [...namesOf(components), ...namesOf(others), ...others.map(({ place }) => place)];
  const names = matcherOf(api, reporter, 'schema', selection.schemas, known);
  const elsewhere = others.filter(({ name, place }) => names(name) || names(place));
  const reduced = { ...rest, components, operations };
  const reached = reachableSchemas(reduced, [
    ...components.filter(({ name }) => names(name)).map(({ id }) => id),
    ...elsewhere.flatMap(({ id }) => id ?? []),
  ]);
  const tags = new Set(
    operations.flatMap((operation) => operation.tags.flatMap(tagAncestors(api))),
  );
  const schemes = textsIn([
    api.security,
    operations.map(({ security }) => security),
    api.connections,
    api.flows,
  ]);
  const selectedKeys = new Set(operations.map(({ key }) => key));
  const buckets = new Set(operations.flatMap(({ rateLimits = [] }) => rateLimits));
  return {
    value: {
      ...reduced,
      tags: api.tags.filter(({ name }) => tags.has(name)),
      securitySchemes: api.securitySchemes.filter(({ key }) => schemes.has(key)),
      components: components.filter(({ id }) => reached.has(id)),
      ...(elsewhere.length > 0 && { elsewhere }),
      unselected: {
        operations: api.operations.filter(({ key }) => !selectedKeys.has(key)).flatMap(selectorsOf),
        schemas: components.filter(({ id }) => !reached.has(id)).map(({ name }) => name),
      },
      states: api.states.filter(({ schema }) => reached.has(schema)),
      rateLimits: api.rateLimits.filter((limit) => buckets.has(limit)),
    },
    diagnostics: reporter.diagnostics,
  };
}

function selectOperations(
  api: Api,
  selection: Selection,
  reporter: Reporter,
): ReadonlySet<NameKey> {
  const { operations } = api;
  const linesOf = tagAncestors(api);
  const tag = matcherOf(
    api,
    reporter,
    'tag',
    selection.tags,
    operations.flatMap(({ tags }) => tags.flatMap(linesOf)),
  );
  const path = matcherOf(api, reporter, 'path', selection.paths, operations.flatMap(pathOf));
  const name = matcherOf(
    api,
    reporter,
    'operation',
    selection.operations,
    operations.flatMap(selectorsOf),
  );
  return new Set(
    operations
      .filter(
        (each) =>
          each.tags.flatMap(linesOf).some(tag) ||
          pathOf(each).some(path) ||
          selectorsOf(each).some(name),
      )
      .map(({ key }) => key),
  );
}

/** Returns a function from a tag's name to the names of the tag and its ancestors. */
function tagAncestors({ tags }: Api): (name: string) => readonly string[] {
  const parents = new Map(tags.map(({ name, parent }) => [name, parent]));
  return (name) => {
    const names = new Set<string>();
    for (let current: string | undefined = name; current !== undefined && !names.has(current);) {
      names.add(current);
      current = parents.get(current);
    }
    return [...names];
  };
}

/** Returns the selected operations with their callbacks. */
function withCallbacks(
  operations: readonly Operation[],
  selected: ReadonlySet<NameKey>,
): readonly Operation[] {
  return operations.filter(
    ({ key, parent }) => selected.has(key) || (parent !== undefined && selected.has(parent)),
  );
}

function pathOf({ binding }: Operation): readonly string[] {
  const http = binding.kind === 'http' ? binding : binding.endpoint;
  return 'text' in http.target ? [http.target.text] : [];
}

/** Returns the names that may select an operation. */
function selectorsOf(operation: Operation): readonly string[] {
  const { id, binding } = operation;
  const http = binding.kind === 'http' ? binding : binding.endpoint;
  return [
    ...(id === undefined ? [] : [id]),
    ...pathOf(operation).map((path) => `${http.method} ${path}`),
  ];
}

function namesOf(components: readonly Pick<NamedSchema, 'name'>[]): readonly string[] {
  return components.map(({ name }) => name);
}

/** Returns the filter of a selection for schemas, by name or location; `undefined` if it selects no schemas. */
export function schemaFilter({
  schemas,
}: Selection): ((name: string, place: string) => boolean) | undefined {
  if (schemas === undefined || schemas.length === 0) return undefined;
  const tests = schemas.map(patternOf);
  return (name, place) => tests.some((test) => test.test(name) || test.test(place));
}

function matcherOf(
  api: Api,
  reporter: Reporter,
  what: string,
  patterns: readonly string[] = [],
  known: readonly string[],
): (name: string) => boolean {
  const tests = patterns.map((pattern) => {
    const test = patternOf(pattern);
    if (!known.some((name) => test.test(name))) {
      reporter.report(
        unknownSelection.default({ pattern, kind: what }),
        api.origin,
        didYouMean(pattern, known),
      );
    }
    return test;
  });
  return (name) => tests.some((test) => test.test(name));
}

function patternOf(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su');
}

/** Returns all schemas reachable from operations, channels and the given schemas. */
function reachableSchemas(api: Api, roots: readonly SchemaId[]): ReadonlySet<SchemaId> {
  const reached = new Set<SchemaId>();
  const pending: SchemaId[] = [];
  const use = (id: SchemaId): void => {
    if (reached.has(id)) return;
    reached.add(id);
    pending.push(id);
  };
  const extensions = extensionsOf(api);
  const used = textsIn([api.operations, api.messages, api.channels, api.flows, api.connections]);
  for (const id of api.schemas.keys()) if (used.has(id)) use(id);
  for (const id of roots) use(id);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const schema = api.schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    subschemas(schema.keywords).forEach(use);
    if (schema.keywords.discriminator !== undefined) extensions.get(id)?.forEach(use);
  }
  return reached;
}

/** Maps each base to the named schemas that extend it through `allOf`. A discriminator may select these although nothing refers to them. */
function extensionsOf(api: Api): ReadonlyMap<SchemaId, readonly SchemaId[]> {
  const extensions = new Map<SchemaId, SchemaId[]>();
  for (const { id } of api.components) {
    const schema = api.schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    for (const part of schema.keywords.allOf ?? []) {
      const target = api.schemas.get(part);
      const base = target?.kind === 'keywords' ? target.keywords.$ref : undefined;
      if (base !== undefined) extensions.set(base, [...(extensions.get(base) ?? []), id]);
    }
  }
  return extensions;
}

/** Collects all strings in nodes of the model, except data and origins of the document. */
function textsIn(nodes: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [name, member] of Object.entries(value)) {
      if (!DATA.has(name)) visit(member);
    }
  };
  visit(nodes);
  return texts;
}

const DATA: ReadonlySet<string> = new Set(['origin', 'extensions', 'examples']);
