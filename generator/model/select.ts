import { createReporter, defineError } from '../core/diagnostic.js';
import type { Checked, DiagnosticType, Reporter } from '../core/diagnostic.js';
import { didYouMean } from '../core/suggestion.js';
import type { Api, NamedSchema, Operation } from './api.js';
import type { SchemaId } from './schema.js';
import { subschemas } from './analysis/subschemas.js';

/** A selection that matches nothing in the description. */
export const unknownSelection: DiagnosticType<{ default: { pattern: string; kind: string } }> =
  defineError('unknown-selection', {
    default: ({ pattern, kind }) => `"${pattern}" matches no ${kind} of the description`,
  });

/** Selection of operations, by any of these, and of schemas. `*` matches any text. Without any of these, everything is selected. */
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
  /** Tags whose operations are left out, even if they are selected. */
  readonly excludeTags?: readonly string[];
  /** Paths whose operations are left out. */
  readonly excludePaths?: readonly string[];
  /** Operations that are left out, in the same forms as `operations`. */
  readonly excludeOperations?: readonly string[];
  /** If false, deprecated operations are left out. */
  readonly deprecated?: boolean;
}

/**
 * Reduces a description to the selected operations and schemas, with everything that they depend on. Channels are kept. A pattern that
 * selects nothing is reported. A selection that only excludes also leaves out the schemas that only excluded operations use.
 */
export function select(api: Api, selection: Selection): Checked<Api> {
  const reporter = createReporter();
  const operations = selectOperations(api, selection, reporter);
  const { components, elsewhere: others = [], ...rest } = api;
  const known = [...namesOf(components), ...namesOf(others), ...others.map(({ place }) => place)];
  const names = matcherOf(api, reporter, 'schema', selection.schemas, known);
  const elsewhere = selectsAll(selection)
    ? others
    : others.filter(({ name, place }) => names(name) || names(place));
  const reduced = { ...rest, components, operations };
  const unused = selectsAll(selection) ? unusedSchemas(api, selection) : [];
  const reached = reachableSchemas(reduced, [
    ...components.filter(({ name }) => names(name)).map(({ id }) => id),
    ...elsewhere.flatMap(({ id }) => id ?? []),
    ...unused,
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

/** True if a selection names nothing, so that everything is selected that it does not exclude. */
function selectsAll({ tags, paths, operations, schemas }: Selection): boolean {
  return [tags, paths, operations, schemas].every((patterns) => patterns === undefined);
}

/** Named schemas that nothing in the description uses, without deprecated ones if these are left out. */
function unusedSchemas(api: Api, { deprecated = true }: Selection): readonly SchemaId[] {
  const used = reachableSchemas(api, []);
  return api.components
    .map(({ id }) => id)
    .filter((id) => {
      const schema = api.schemas.get(id);
      const isDeprecated = schema?.kind === 'keywords' && schema.annotations.deprecated === true;
      return !used.has(id) && (deprecated || !isDeprecated);
    });
}

/** Returns the operations of a selection. A callback is selected, and left out, together with its operation. */
function selectOperations(
  api: Api,
  selection: Selection,
  reporter: Reporter,
): readonly Operation[] {
  const { tags, paths, operations, deprecated = true } = selection;
  const isSelected = operationMatcher(api, reporter, { tags, paths, operations });
  const isExcluded = operationMatcher(api, reporter, {
    tags: selection.excludeTags,
    paths: selection.excludePaths,
    operations: selection.excludeOperations,
  });
  const takesAll = selectsAll(selection);
  const selected = new Set(
    api.operations.filter((each) => takesAll || isSelected(each)).map(({ key }) => key),
  );
  const left = new Set(
    api.operations
      .filter((each) => isExcluded(each) || (!deprecated && each.deprecated))
      .map(({ key }) => key),
  );
  return api.operations.filter(({ key, parent = key }) => {
    const isChosen = selected.has(key) || selected.has(parent);
    return isChosen && !left.has(key) && !left.has(parent);
  });
}

/** Patterns of tags, paths and operations. */
type OperationPatterns = {
  readonly [kind in 'tags' | 'paths' | 'operations']: readonly string[] | undefined;
};

/** Returns a test for the operations that any of the patterns matches. */
function operationMatcher(
  api: Api,
  reporter: Reporter,
  patterns: OperationPatterns,
): (operation: Operation) => boolean {
  const { operations } = api;
  const linesOf = tagAncestors(api);
  const tagsOf = ({ tags }: Operation): readonly string[] => tags.flatMap(linesOf);
  const tag = matcherOf(api, reporter, 'tag', patterns.tags, operations.flatMap(tagsOf));
  const path = matcherOf(api, reporter, 'path', patterns.paths, operations.flatMap(pathOf));
  const name = matcherOf(
    api,
    reporter,
    'operation',
    patterns.operations,
    operations.flatMap(selectorsOf),
  );
  return (each) =>
    tagsOf(each).some(tag) || pathOf(each).some(path) || selectorsOf(each).some(name);
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

/** Returns the filter of some patterns for names, in which `*` matches any text. A pattern that matches no known name is reported. */
export function matcherOf(
  api: Pick<Api, 'origin'>,
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
export function reachableSchemas(api: Api, roots: readonly SchemaId[]): ReadonlySet<SchemaId> {
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
