import { createReporter, defineError } from '../core/diagnostic.js';
import type { Checked, DiagnosticType, Reporter, Sentence } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Api, NamedSchema, SchemaElsewhere } from './api.js';
import type { Change } from './changelog.js';
import type { Connection } from './message.js';
import { createSchemaEquality, equalKeywords } from './analysis/schema-equality.js';
import type { Schema, SchemaId } from './schema.js';

/** Documents of one package that contradict each other. */
export const documentsConflict: DiagnosticType<{
  extension: { name: string };
  dialect: void;
  schema: { name: string };
  scheme: { name: string };
  duplicate: { kind: string; name: string };
  different: { kind: string; name: string };
}> = defineError('documents-conflict', {
  extension: ({ name }) => `another document has a different "${name}"`,
  dialect: () => 'the documents that refer to this schema read it in different dialects',
  schema: ({ name }) => `the documents describe two different schemas with the name "${name}"`,
  scheme: ({ name }) =>
    `the documents describe two different security schemes with the name "${name}"`,
  duplicate: ({ kind, name }) => `two documents contain the ${kind} "${name}"`,
  different: ({ kind, name }) => `two documents describe the ${kind} "${name}" differently`,
});

/**
 * Merges several descriptions of one service, such as its REST API and its feed. Title and version are those of the first. Shared
 * definitions are included once; conflicting names are reported.
 */
export function mergeApis(apis: readonly [Api, ...Api[]]): Checked<Api> {
  const reporter = createReporter();
  const [first, ...rest] = apis;
  const value = rest.reduce((merged, api) => join(merged, api, reporter), first);
  return { value, diagnostics: reporter.diagnostics };
}

function join(left: Api, right: Api, reporter: Reporter): Api {
  const schemas = joinTables(left, right, reporter);
  const components = joinComponents(left, right, schemas, reporter);
  const int64 = left.int64 ?? right.int64;
  if (right.int64 !== undefined && right.int64 !== int64) {
    conflict(reporter, right.origin, documentsConflict.extension({ name: 'x-int64' }), left.origin);
  }
  const dates = left.dates ?? right.dates;
  if (right.dates !== undefined && right.dates !== dates) {
    conflict(reporter, right.origin, documentsConflict.extension({ name: 'x-dates' }), left.origin);
  }
  const unique = <Node extends { readonly origin: Origin }>(
    what: string,
    one: readonly Node[],
    other: readonly Node[],
    nameOf: (node: Node) => string,
  ): readonly Node[] => joinUnique(reporter, what, one, other, nameOf);
  const elsewhere = joinElsewhere(left.elsewhere ?? [], right.elsewhere ?? []);
  const events = unique('event', left.events ?? [], right.events ?? [], ({ name }) => name);
  const { origin, operations, channels, flows, messages } = left;
  return {
    ...left,
    origin,
    speaks: [...new Set([...left.speaks, ...right.speaks])],
    servers: left.speaks.includes('http') ? left.servers : right.servers,
    security: left.speaks.includes('http') ? left.security : right.security,
    variables: joinByName(left.variables, right.variables),
    tags: joinByName(left.tags, right.tags),
    securitySchemes: joinSchemes(left, right, reporter),
    operations: unique('operation', operations, right.operations, ({ key }) => key),
    messageServers: unique('server', left.messageServers, right.messageServers, ({ name }) => name),
    connections: joinConnections(left.connections, right.connections),
    channels: unique('channel', channels, right.channels, ({ key }) => key),
    flows: unique('operation', flows, right.flows, ({ key }) => key),
    messages: unique('message', messages, right.messages, ({ key }) => key),
    ...(events.length > 0 && { events }),
    schemas,
    examples: [...left.examples, ...right.examples],
    components,
    ...(elsewhere.length > 0 && { elsewhere }),
    states: [...left.states, ...right.states.filter((table) => !hasState(left, table.schema))],
    rateLimits: joinEqual(reporter, left.rateLimits, right.rateLimits, {
      what: 'bucket',
      nameOf: ({ bucket }) => bucket,
      contentOf: ({ rate, burst, per }) => [rate, burst, per],
    }),
    limits: joinEqual(reporter, left.limits, right.limits, {
      what: 'limit',
      nameOf: ({ name }) => name,
      contentOf: ({ value, unit }) => [value, unit],
    }),
    changes: joinChanges(left.changes, right.changes),
    ...((left.notes ?? right.notes) !== undefined && {
      notes: [...(left.notes ?? []), ...(right.notes ?? [])],
    }),
    entries: [...left.entries, ...right.entries],
    documents: [...new Set([...left.documents, ...right.documents])],
    ...(int64 === undefined ? {} : { int64 }),
    ...(dates === undefined ? {} : { dates }),
    extensions: { ...right.extensions, ...left.extensions },
  };
}

function hasState({ states }: Api, id: SchemaId): boolean {
  return states.some(({ schema }) => schema === id);
}

/** Merges the schema tables. If both descriptions refer to a file, each reads it in its own dialect, and the results must be equal. */
function joinTables(left: Api, right: Api, reporter: Reporter): Map<SchemaId, Schema> {
  const schemas = new Map(left.schemas);
  for (const [id, schema] of right.schemas) {
    const known = schemas.get(id);
    if (known === undefined) schemas.set(id, schema);
    else if (!equalKeywords(known, schema)) {
      conflict(
        reporter,
        schema.origin,
        documentsConflict.dialect(),
        undefined,
        'declare its dialect with "$schema"',
      );
    }
  }
  return schemas;
}

/** Merges named schemas of other files. A schema that one description has read takes precedence. */
function joinElsewhere(
  left: readonly SchemaElsewhere[],
  right: readonly SchemaElsewhere[],
): readonly SchemaElsewhere[] {
  const known = new Map([...left, ...right].map((schema) => [schema.place, schema]));
  for (const schema of left) if (schema.id !== undefined) known.set(schema.place, schema);
  return [...known.values()];
}

/** Merges the named schemas. A schema that both refer to is included once; of equal schemas, the first is kept. */
function joinComponents(
  left: Api,
  right: Api,
  schemas: Map<SchemaId, Schema>,
  reporter: Reporter,
): readonly NamedSchema[] {
  const known = new Map(left.components.map((component) => [component.name, component]));
  const isSame = createSchemaEquality(schemas);
  const additions = right.components.filter((component) => {
    const other = known.get(component.name);
    if (other === undefined) return true;
    const [mine, theirs] = [schemas.get(component.id), schemas.get(other.id)];
    if (other.id === component.id || mine === undefined || theirs === undefined) return false;
    if (!isSame(other.id, component.id)) {
      conflict(
        reporter,
        mine.origin,
        documentsConflict.schema({ name: component.name }),
        theirs.origin,
        'rename one of them, or refer to one schema from both documents',
      );
    } else if (mine.kind === 'keywords') {
      schemas.set(component.id, { ...mine, keywords: { $ref: other.id } });
    }
    return false;
  });
  return [...left.components, ...additions];
}

function joinSchemes(left: Api, right: Api, reporter: Reporter): Api['securitySchemes'] {
  const known = new Map(left.securitySchemes.map((scheme) => [scheme.key, scheme]));
  const additions = right.securitySchemes.filter((scheme) => {
    const other = known.get(scheme.key);
    if (other === undefined) return true;
    const contentOf = ({ scheme: form, jwt, hmac }: typeof scheme): string =>
      JSON.stringify([form, jwt, hmac], withoutOrigins);
    if (contentOf(other) !== contentOf(scheme)) {
      conflict(
        reporter,
        scheme.origin,
        documentsConflict.scheme({ name: scheme.key }),
        other.origin,
      );
    }
    return false;
  });
  const usedByRequests = new Set(
    right.securitySchemes.flatMap(({ key, messagesOnly }) => (messagesOnly === true ? [] : [key])),
  );
  return [...left.securitySchemes, ...additions].map((scheme) => {
    if (scheme.messagesOnly !== true || !usedByRequests.has(scheme.key)) return scheme;
    const { messagesOnly: _, ...both } = scheme;
    return both;
  });
}

/** Leaves out origins, which do not affect equality. */
function withoutOrigins(name: string, value: unknown): unknown {
  return name === 'origin' || name === 'origins' ? undefined : value;
}

/** Merges the connections. Connections with the same address on different servers get keys with their servers. */
function joinConnections(
  left: readonly Connection[],
  right: readonly Connection[],
): readonly Connection[] {
  const keys = new Set<string>(left.map(({ key }) => key));
  return [
    ...left,
    ...right.map((connection) => {
      const { key, servers, address } = connection;
      if (!keys.has(key)) return connection;
      return {
        ...connection,
        key: `connection:${servers.join(',')} ${address?.text ?? ''}` as const,
      };
    }),
  ];
}

function joinUnique<Node extends { readonly origin: Origin }>(
  reporter: Reporter,
  what: string,
  left: readonly Node[],
  right: readonly Node[],
  nameOf: (node: Node) => string,
): readonly Node[] {
  const known = new Map(left.map((node) => [nameOf(node), node]));
  for (const node of right) {
    const other = known.get(nameOf(node));
    if (other === undefined) continue;
    const name = nameOf(node).replace(/^[a-z]+:/, '');
    conflict(
      reporter,
      node.origin,
      documentsConflict.duplicate({ kind: what, name }),
      other.origin,
    );
  }
  return [...left, ...right.filter((node) => !known.has(nameOf(node)))];
}

/** Merges definitions that both documents may contain if they are equal. */
function joinEqual<Node extends { readonly origin: Origin }>(
  reporter: Reporter,
  left: readonly Node[],
  right: readonly Node[],
  {
    what,
    nameOf,
    contentOf,
  }: {
    readonly what: string;
    readonly nameOf: (node: Node) => string;
    readonly contentOf: (node: Node) => readonly unknown[];
  },
): readonly Node[] {
  const known = new Map(left.map((node) => [nameOf(node), node]));
  const additions = right.filter((node) => {
    const other = known.get(nameOf(node));
    if (other === undefined) return true;
    if (JSON.stringify(contentOf(other)) !== JSON.stringify(contentOf(node))) {
      conflict(
        reporter,
        node.origin,
        documentsConflict.different({ kind: what, name: nameOf(node) }),
        other.origin,
      );
    }
    return false;
  });
  return [...left, ...additions];
}

/** Merges the changes. Entries with the same date and text become one, with the targets of both. */
function joinChanges(left: readonly Change[], right: readonly Change[]): readonly Change[] {
  const isSame = (one: Change, other: Change): boolean =>
    one.date === other.date && one.text.trim() === other.text.trim();
  return [
    ...left.map((change) => {
      const targets = right
        .filter((other) => isSame(change, other))
        .flatMap((other) => other.targets);
      return targets.length === 0
        ? change
        : { ...change, targets: [...change.targets, ...targets] };
    }),
    ...right.filter((change) => !left.some((other) => isSame(change, other))),
  ];
}

function joinByName<Node extends { readonly name: string }>(
  left: readonly Node[],
  right: readonly Node[],
): readonly Node[] {
  return [...left, ...right.filter(({ name }) => !left.some((each) => each.name === name))];
}

function conflict(
  reporter: Reporter,
  origin: Origin,
  sentence: Sentence,
  other: Origin | undefined,
  hint?: string,
): void {
  reporter.report(sentence, origin, {
    ...(hint === undefined ? {} : { hint }),
    ...(other === undefined ? {} : { related: [{ message: 'the other one', origin: other }] }),
  });
}
