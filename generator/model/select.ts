import { createReporter } from '../core/diagnostic.js';
import type { Checked, Reporter } from '../core/diagnostic.js';
import { didYouMean } from '../core/suggestion.js';
import type { Api, NameKey, NamedSchema, Operation } from './api.js';
import type { SchemaId } from './schema.js';
import { subschemas } from './subschemas.js';

/** What is wanted of a description: operations by any of these, and schemas by name. `*` stands for any text. */
export interface Selection {
  readonly tags?: readonly string[];
  /** Paths as the description writes them, such as `/pets/{id}`. */
  readonly paths?: readonly string[];
  /** `operationId`s, or a method and a path such as `GET /pets`. */
  readonly operations?: readonly string[];
  /**
   * Names of schemas, of the components of the description or in any file that is read, or their places in those, such as
   * `pets.yaml#/components/schemas/Cat`. A name that several have stands for all of them.
   */
  readonly schemas?: readonly string[];
}

/**
 * The operations and schemas that are wanted, and what they cannot do without; everything else is as if it were not described.
 * Channels stay. A word that selects nothing is reported.
 */
export function select(api: Api, selection: Selection): Checked<Api> {
  const reporter = createReporter();
  const wanted = wantedOf(api, selection, reporter);
  const operations = withCallbacks(api.operations, wanted);
  const { components, elsewhere: others = [], ...rest } = api;
  const known = [...namesOf(components), ...namesOf(others), ...others.map(({ place }) => place)];
  const names = matcherOf(api, reporter, 'schema', selection.schemas, known);
  const elsewhere = others.filter(({ name, place }) => names(name) || names(place));
  const kept = { ...rest, components, operations };
  const reached = reach(kept, [
    ...components.filter(({ name }) => names(name)).map(({ id }) => id),
    ...elsewhere.flatMap(({ id }) => id ?? []),
  ]);
  const tags = new Set(operations.flatMap((operation) => operation.tags.flatMap(tagLines(api))));
  const schemes = textsIn([
    api.security,
    operations.map(({ security }) => security),
    api.connections,
    api.flows,
  ]);
  const taken = new Set(operations.map(({ key }) => key));
  const buckets = new Set(operations.flatMap(({ rateLimits = [] }) => rateLimits));
  return {
    value: {
      ...kept,
      tags: api.tags.filter(({ name }) => tags.has(name)),
      securitySchemes: api.securitySchemes.filter(({ key }) => schemes.has(key)),
      components: components.filter(({ id }) => reached.has(id)),
      ...(elsewhere.length > 0 && { elsewhere }),
      unselected: {
        operations: api.operations.filter(({ key }) => !taken.has(key)).flatMap(callsOf),
        schemas: components.filter(({ id }) => !reached.has(id)).map(({ name }) => name),
      },
      states: api.states.filter(({ schema }) => reached.has(schema)),
      rateLimits: api.rateLimits.filter((limit) => buckets.has(limit)),
    },
    diagnostics: reporter.diagnostics,
  };
}

function wantedOf(api: Api, selection: Selection, reporter: Reporter): ReadonlySet<NameKey> {
  const { operations } = api;
  const linesOf = tagLines(api);
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
    operations.flatMap(callsOf),
  );
  return new Set(
    operations
      .filter(
        (each) =>
          each.tags.flatMap(linesOf).some(tag) ||
          pathOf(each).some(path) ||
          callsOf(each).some(name),
      )
      .map(({ key }) => key),
  );
}

/** A tag and those that it is nested in, by its name. */
function tagLines({ tags }: Api): (name: string) => readonly string[] {
  const parents = new Map(tags.map(({ name, parent }) => [name, parent]));
  return (name) => {
    const line = new Set<string>();
    for (let at: string | undefined = name; at !== undefined && !line.has(at);) {
      line.add(at);
      at = parents.get(at);
    }
    return [...line];
  };
}

/** What is wanted, and the callbacks of it. */
function withCallbacks(
  operations: readonly Operation[],
  wanted: ReadonlySet<NameKey>,
): readonly Operation[] {
  return operations.filter(
    ({ key, parent }) => wanted.has(key) || (parent !== undefined && wanted.has(parent)),
  );
}

function pathOf({ binding }: Operation): readonly string[] {
  const http = binding.kind === 'http' ? binding : binding.endpoint;
  return 'text' in http.target ? [http.target.text] : [];
}

/** The names under which an operation may be asked for. */
function callsOf(operation: Operation): readonly string[] {
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

/** Whether a selection asks for a schema by its name or by its place; `undefined` where it asks for none. */
export function schemaAsker({
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
      reporter.error(
        'unknown-selection',
        api.origin,
        `no ${what} of the description is "${pattern}", which is selected`,
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

/** Every schema that operations, channels and the given ones lead to. */
function reach(api: Api, wanted: readonly SchemaId[]): ReadonlySet<SchemaId> {
  const reached = new Set<SchemaId>();
  const waiting: SchemaId[] = [];
  const use = (id: SchemaId): void => {
    if (reached.has(id)) return;
    reached.add(id);
    waiting.push(id);
  };
  const heirs = heirsOf(api);
  const used = textsIn([api.operations, api.messages, api.channels, api.flows, api.connections]);
  for (const id of api.schemas.keys()) if (used.has(id)) use(id);
  for (const id of wanted) use(id);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const schema = api.schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    subschemas(schema.keywords).forEach(use);
    if (schema.keywords.discriminator !== undefined) heirs.get(id)?.forEach(use);
  }
  return reached;
}

/** Named schemas by what they take in with `allOf`: a discriminator there may lead to them though nothing refers to them. */
function heirsOf(api: Api): ReadonlyMap<SchemaId, readonly SchemaId[]> {
  const heirs = new Map<SchemaId, SchemaId[]>();
  for (const { id } of api.components) {
    const schema = api.schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    for (const part of schema.keywords.allOf ?? []) {
      const target = api.schemas.get(part);
      const base = target?.kind === 'keywords' ? target.keywords.$ref : undefined;
      if (base !== undefined) heirs.set(base, [...(heirs.get(base) ?? []), id]);
    }
  }
  return heirs;
}

/** All texts within nodes of the model, the document's own data and places left out. */
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
