import { createReporter } from '../core/diagnostic.js';
import type { Checked, Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Api, NamedSchema, SchemaElsewhere } from './api.js';
import type { Change } from './changelog.js';
import type { Connection } from './message.js';
import { createSameness, sameKeywords } from './same-schema.js';
import type { Schema, SchemaId } from './schema.js';

/**
 * One service of several descriptions, such as its REST half and its feed, the first of which gives it name and version. What they share
 * is there once; where they use one name for two things it is reported.
 */
export function combine(apis: readonly [Api, ...Api[]]): Checked<Api> {
  const reporter = createReporter();
  const [first, ...rest] = apis;
  const value = rest.reduce((whole, api) => join(whole, api, reporter), first);
  return { value, diagnostics: reporter.diagnostics };
}

function join(left: Api, right: Api, reporter: Reporter): Api {
  const schemas = joinTables(left, right, reporter);
  const components = joinComponents(left, right, schemas, reporter);
  const int64 = left.int64 ?? right.int64;
  if (right.int64 !== undefined && right.int64 !== int64) {
    conflict(reporter, right.origin, '"x-int64" says something else', left.origin);
  }
  const dates = left.dates ?? right.dates;
  if (right.dates !== undefined && right.dates !== dates) {
    conflict(reporter, right.origin, '"x-dates" says something else', left.origin);
  }
  const unique = <Node extends { readonly origin: Origin }>(
    what: string,
    one: readonly Node[],
    other: readonly Node[],
    nameOf: (node: Node) => string,
  ): readonly Node[] => joinUnique(reporter, what, one, other, nameOf);
  const elsewhere = joinElsewhere(left.elsewhere ?? [], right.elsewhere ?? []);
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
    operations: unique('the operation', operations, right.operations, ({ key }) => key),
    messageServers: unique(
      'the server',
      left.messageServers,
      right.messageServers,
      ({ name }) => name,
    ),
    connections: joinConnections(left.connections, right.connections),
    channels: unique('the channel', channels, right.channels, ({ key }) => key),
    flows: unique('the operation', flows, right.flows, ({ key }) => key),
    messages: unique('the message', messages, right.messages, ({ key }) => key),
    schemas,
    examples: [...left.examples, ...right.examples],
    components,
    ...(elsewhere.length > 0 && { elsewhere }),
    states: [...left.states, ...right.states.filter((table) => !hasState(left, table.schema))],
    rateLimits: joinEqual(reporter, left.rateLimits, right.rateLimits, {
      what: 'the bucket',
      nameOf: ({ bucket }) => bucket,
      said: ({ rate, burst, per }) => [rate, burst, per],
    }),
    limits: joinEqual(reporter, left.limits, right.limits, {
      what: 'the limit',
      nameOf: ({ name }) => name,
      said: ({ value, unit }) => [value, unit],
    }),
    changes: joinChanges(left.changes, right.changes),
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

/** Every schema of both. A file that both refer to is read by each in its own dialect, which must come to the same. */
function joinTables(left: Api, right: Api, reporter: Reporter): Map<SchemaId, Schema> {
  const schemas = new Map(left.schemas);
  for (const [id, schema] of right.schemas) {
    const known = schemas.get(id);
    if (known === undefined) schemas.set(id, schema);
    else if (!sameKeywords(known, schema)) {
      conflict(
        reporter,
        schema.origin,
        'this schema means something else in each of the documents that refer to it',
        undefined,
        'name its dialect with "$schema"',
      );
    }
  }
  return schemas;
}

/** What one description has read and another one has not is the same schema. */
function joinElsewhere(
  left: readonly SchemaElsewhere[],
  right: readonly SchemaElsewhere[],
): readonly SchemaElsewhere[] {
  const known = new Map([...left, ...right].map((schema) => [schema.place, schema]));
  for (const schema of left) if (schema.id !== undefined) known.set(schema.place, schema);
  return [...known.values()];
}

/** Named schemas of both. One that both describe is one; of equal ones that each writes for itself the first is kept. */
function joinComponents(
  left: Api,
  right: Api,
  schemas: Map<SchemaId, Schema>,
  reporter: Reporter,
): readonly NamedSchema[] {
  const known = new Map(left.components.map((component) => [component.name, component]));
  const isSame = createSameness(schemas);
  const fresh = right.components.filter((component) => {
    const other = known.get(component.name);
    if (other === undefined) return true;
    const [mine, theirs] = [schemas.get(component.id), schemas.get(other.id)];
    if (other.id === component.id || mine === undefined || theirs === undefined) return false;
    if (!isSame(other.id, component.id)) {
      conflict(
        reporter,
        mine.origin,
        `the documents describe two different schemas as "${component.name}"`,
        theirs.origin,
        'give one of them another name, or refer to one schema from both',
      );
    } else if (mine.kind === 'keywords') {
      schemas.set(component.id, { ...mine, keywords: { $ref: other.id } });
    }
    return false;
  });
  return [...left.components, ...fresh];
}

function joinSchemes(left: Api, right: Api, reporter: Reporter): Api['securitySchemes'] {
  const known = new Map(left.securitySchemes.map((scheme) => [scheme.key, scheme]));
  const fresh = right.securitySchemes.filter((scheme) => {
    const other = known.get(scheme.key);
    if (other === undefined) return true;
    const said = ({ scheme: form, jwt, hmac }: typeof scheme): string =>
      JSON.stringify([form, jwt, hmac], withoutOrigins);
    if (said(other) !== said(scheme)) {
      conflict(
        reporter,
        scheme.origin,
        `the documents describe two different security schemes as "${scheme.key}"`,
        other.origin,
      );
    }
    return false;
  });
  const carried = new Set(
    right.securitySchemes.flatMap(({ key, messagesOnly }) => (messagesOnly === true ? [] : [key])),
  );
  return [...left.securitySchemes, ...fresh].map((scheme) => {
    if (scheme.messagesOnly !== true || !carried.has(scheme.key)) return scheme;
    const { messagesOnly: _, ...both } = scheme;
    return both;
  });
}

/** Places say where something was written, which is no part of what it says. */
function withoutOrigins(name: string, value: unknown): unknown {
  return name === 'origin' || name === 'origins' ? undefined : value;
}

/** Feeds of two documents may have one address on servers of their own; each is told by its servers then. */
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
    conflict(reporter, node.origin, `${what} "${name}" is in two documents`, other.origin);
  }
  return [...left, ...right.filter((node) => !known.has(nameOf(node)))];
}

/** Things that both documents may name, as long as they say the same of them. */
function joinEqual<Node extends { readonly origin: Origin }>(
  reporter: Reporter,
  left: readonly Node[],
  right: readonly Node[],
  {
    what,
    nameOf,
    said,
  }: {
    readonly what: string;
    readonly nameOf: (node: Node) => string;
    readonly said: (node: Node) => readonly unknown[];
  },
): readonly Node[] {
  const known = new Map(left.map((node) => [nameOf(node), node]));
  const fresh = right.filter((node) => {
    const other = known.get(nameOf(node));
    if (other === undefined) return true;
    if (JSON.stringify(said(other)) !== JSON.stringify(said(node))) {
      const message = `${what} "${nameOf(node)}" is another one in each of two documents`;
      conflict(reporter, node.origin, message, other.origin);
    }
    return false;
  });
  return [...left, ...fresh];
}

/** What both documents tell of one day in the same words is one change, which touches things of both. */
function joinChanges(left: readonly Change[], right: readonly Change[]): readonly Change[] {
  const same = (one: Change, other: Change): boolean =>
    one.date === other.date && one.text.trim() === other.text.trim();
  return [
    ...left.map((change) => {
      const targets = right
        .filter((other) => same(change, other))
        .flatMap((other) => other.targets);
      return targets.length === 0
        ? change
        : { ...change, targets: [...change.targets, ...targets] };
    }),
    ...right.filter((change) => !left.some((other) => same(change, other))),
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
  message: string,
  other: Origin | undefined,
  hint?: string,
): void {
  reporter.error('documents-conflict', origin, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(other === undefined ? {} : { related: [{ message: 'the other one', origin: other }] }),
  });
}
