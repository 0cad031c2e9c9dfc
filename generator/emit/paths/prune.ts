import { demandingThemselves } from './demanded.js';
import { spelledOut } from './spelled-out.js';
import { narrowedMembers } from '../../model/narrowed-extension.js';
import type { Plan } from '../../plan/plan.js';
import type { Json } from '../../model/schema.js';

/** A description as plain content, in one document, every reference to a component. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** The operations that a package has, and of the components what they need or what it has besides. */
export function pruned(document: JsonObject, { api }: Plan): JsonObject {
  const kept = new Set(
    api.operations.flatMap(({ binding, sentBy }) => {
      const { method, target } = binding.kind === 'http' ? binding : binding.endpoint;
      return sentBy === 'client' && 'text' in target ? [`${method} ${target.text}`] : [];
    }),
  );
  const hooks = new Set(
    api.operations.flatMap(({ binding }) =>
      binding.kind === 'http' && 'webhook' in binding.target
        ? [`${binding.method} ${binding.target.webhook}`]
        : [],
    ),
  );
  const paths = pathsOf(document, 'paths', kept);
  const webhooks = pathsOf(document, 'webhooks', hooks);
  const roots = [paths, webhooks, ...api.components.map(({ name }) => refTo('schemas', name))];
  return {
    openapi: document['openapi'] ?? '3.1.0',
    paths,
    webhooks,
    components: demanding(narrowed(reachable(objectAt(document, 'components'), roots), api)),
  };
}

/** Says of schemas which members they demand, and what else the library would not see. */
function demanding(components: JsonObject): JsonObject {
  const own = demandingThemselves(objectAt(components, 'schemas'));
  if (!Object.hasOwn(components, 'schemas') || !isObject(own)) return components;
  const schemas = Object.entries(own).map(([name, schema]) => [name, spelledOut(schema, own)]);
  return { ...components, schemas: Object.fromEntries(schemas) };
}

/** Says in extensions of a base what its discriminator means for them, as our own types do. */
function narrowed(components: JsonObject, { components: named, schemas }: Plan['api']): JsonObject {
  const ids = new Map(named.map(({ name, id }) => [name, id]));
  const all = Object.entries(objectAt(components, 'schemas')).map(
    ([name, schema]): [string, Json] => {
      const id = ids.get(name);
      if (id === undefined || !isObject(schema)) return [name, schema];
      const members = narrowedMembers(schemas, id).map((member) => ({
        type: 'object',
        properties: { [member.name]: { enum: member.values } },
      }));
      const { allOf } = schema;
      return [
        name,
        members.length === 0 || !Array.isArray(allOf)
          ? schema
          : { ...schema, allOf: [...(allOf as readonly Json[]), ...members] },
      ];
    },
  );
  return all.length === 0 ? components : { ...components, schemas: Object.fromEntries(all) };
}

const METHODS = new Set('get put post delete options head patch trace query'.split(' '));

function pathsOf(
  document: JsonObject,
  member: 'paths' | 'webhooks',
  kept: ReadonlySet<string>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(objectAt(document, member)).flatMap(([path, item]): [string, Json][] => {
      if (!isObject(item)) return [];
      const members = Object.entries(item).filter(
        ([name]) => !METHODS.has(name) || kept.has(`${name.toUpperCase()} ${path}`),
      );
      const isKept = members.some(([name]) => METHODS.has(name));
      return isKept ? [[path, Object.fromEntries(members)]] : [];
    }),
  );
}

/** The components that these values lead to, over any number of references. */
function reachable(components: JsonObject, roots: readonly Json[]): JsonObject {
  const reached = new Set<string>();
  const open: Json[] = [...roots];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...(value as readonly Json[]));
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name !== '$ref' || typeof member !== 'string') {
        open.push(member);
        continue;
      }
      if (reached.has(member)) continue;
      reached.add(member);
      const [, , section = '', own = ''] = member.split('/');
      open.push(objectAt(components, section)[unescaped(own)] ?? null);
    }
  }
  return Object.fromEntries(
    Object.entries(components).map(([section, members]) => [
      section,
      section === 'securitySchemes' || !isObject(members)
        ? members
        : Object.fromEntries(
            Object.entries(members).filter(([name]) => reached.has(refTo(section, name).$ref)),
          ),
    ]),
  );
}

function refTo(section: string, name: string): { readonly $ref: string } {
  return {
    $ref: `#/components/${section}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  };
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
