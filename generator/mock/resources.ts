import { Refusal } from '../../runtime/core/server/fault.js';
import { headerValue } from '../../runtime/core/headers.js';
import type { WireRequest } from '../../runtime/core/wire.js';
import type { Operation } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Reply, Responses } from './responses.js';
import { createResourceStore, type Collection, type Resource } from './resource-store.js';
import type { Values } from './response-bodies.js';

/** What an operation does to a collection of resources. */
type Role = 'create' | 'list' | 'read' | 'replace' | 'change' | 'remove';

/** An operation of plain REST: on a collection, such as `/pets`, or on one of its resources, such as `/pets/{id}`. */
export interface ResourceRole {
  readonly role: Role;
  /** Name of the parameter that identifies a resource. */
  readonly parameter: string;
}

const collectionRoles: ReadonlyMap<string, Role> = new Map([
  ['POST', 'create'],
  ['GET', 'list'],
]);
const resourceRoles: ReadonlyMap<string, Role> = new Map([
  ['GET', 'read'],
  ['PUT', 'replace'],
  ['PATCH', 'change'],
  ['DELETE', 'remove'],
]);

/**
 * Finds the operations of plain REST. A path that ends in a parameter is that of resources if they can be read there, and created there
 * (`PUT`) or at the path above (`POST`).
 */
export function findResourceRoles(
  operations: readonly Operation[],
): ReadonlyMap<Operation, ResourceRole> {
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const { binding, sentBy } = operation;
    if (binding.kind !== 'http' || !('parts' in binding.target) || sentBy !== 'client') continue;
    const path = binding.target.text.replace(/\/$/, '');
    const methods = byPath.get(path) ?? new Map<string, Operation>();
    byPath.set(path, methods.set(binding.method, operation));
  }
  const roles = new Map<Operation, ResourceRole>();
  for (const [path, methods] of byPath) {
    const [, above = '', parameter] = /^(.*)\/\{([^{}]+)\}$/.exec(path) ?? [];
    const collection = byPath.get(above);
    const isCreated = collection?.has('POST') === true || methods.has('PUT');
    if (parameter === undefined || !methods.has('GET') || !isCreated) continue;
    for (const [method, role] of resourceRoles) {
      const operation = methods.get(method);
      if (operation !== undefined) roles.set(operation, { role, parameter });
    }
    for (const [method, role] of collectionRoles) {
      const operation = collection?.get(method);
      if (operation !== undefined) roles.set(operation, { role, parameter });
    }
  }
  return roles;
}

/** Input of {@link Resources.reply}. */
export interface ResourceRequest {
  readonly role: ResourceRole;
  readonly wire: WireRequest;
  /** Base path of the server, which requests may leave out. */
  readonly base: string;
  readonly body: unknown;
  readonly responses: Responses;
  /** The response without state. */
  usual(): Reply;
}

/** Resources that requests have created. */
export interface Resources {
  /**
   * Performs an operation on resources.
   *
   * @throws {Refusal} if there is no such resource, and the operation describes no response for that.
   */
  reply(request: ResourceRequest): Reply;
}

/** Why a response has its body, for the log. */
const why = 'state';

/** Creates an empty set of resources. */
export function createResources(): Resources {
  const store = createResourceStore();
  return {
    reply(request) {
      const { role, wire, base } = request;
      const isWhole = role.role === 'create' || role.role === 'list';
      const { collection: path, id } = placeOf(wire.target, base, isWhole);
      const collection = store.collection(path);
      const stored = collection.get(id);
      switch (role.role) {
        case 'create':
          return create(request, collection);
        case 'list':
          return list(request, collection);
        case 'replace':
          return replace(request, collection, id, stored);
        case 'read':
          return stored === undefined ? notFound(request) : send(request, stored);
        case 'change':
          if (stored === undefined) return notFound(request);
          return change(request, collection, id, stored);
        case 'remove':
          if (stored === undefined) return notFound(request);
          collection.remove(id);
          return { ...request.usual(), why };
      }
    },
  };
}

/** The collection of a request, and the id of the resource: the last segment of the path. */
function placeOf(
  target: string,
  base: string,
  isCollection: boolean,
): { readonly collection: string; readonly id: string } {
  const [raw = ''] = target.split('?', 1);
  const below = base !== '' && raw.startsWith(`${base}/`) ? raw.slice(base.length) : raw;
  const path = `${base}${below.replace(/\/$/, '')}`;
  if (isCollection) return { collection: path, id: '' };
  const cut = path.lastIndexOf('/');
  return { collection: path.slice(0, cut), id: decoded(path.slice(cut + 1)) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function create(request: ResourceRequest, collection: Collection): Reply {
  const { responses, role } = request;
  const given = isResource(request.body) ? request.body : {};
  const { success, values } = responses;
  if (success === undefined) {
    const name = idNameIn(given, role.parameter) ?? 'id';
    const id = own(given, name) ?? collection.nextNumber();
    collection.set(String(id), { ...given, [name]: id });
    return { ...request.usual(), why };
  }
  const usual = success.usual();
  const base = isResource(usual) ? usual : {};
  const name = idNameIn({ ...base, ...given }, role.parameter);
  if (name === undefined) return request.usual();
  const id = own(given, name) ?? freshId(collection, name, own(base, name), responses);
  const resource = withMembers(values, success.schema, base, { ...given, [name]: id });
  collection.set(String(own(resource, name)), resource);
  return responses.with(success.status, resource, why) ?? request.usual();
}

/** Maximum number of fakes that are tried for an id that no other resource has. */
const maxAttempts = 50;

/** An id of the same kind as an example of one: the next number, or the text of another fake. */
function freshId(
  collection: Collection,
  name: string,
  example: unknown,
  { success, values }: Responses,
): unknown {
  if (typeof example === 'number' || success === undefined) return collection.nextNumber();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const other = values.fake(success.schema, collection.nextNumber());
    const id = isResource(other) ? own(other, name) : undefined;
    if (typeof id === 'string' && collection.get(id) === undefined) return id;
  }
  return String(collection.nextNumber());
}

function list(request: ResourceRequest, collection: Collection): Reply {
  const { responses } = request;
  const { success, values } = responses;
  if (success === undefined) return request.usual();
  const usual = success.usual();
  const items = collection.all();
  const page = Array.isArray(usual) ? items : isResource(usual) ? pageOf(usual, items) : undefined;
  if (page === undefined || !values.isValid(success.schema, page)) return request.usual();
  return responses.with(success.status, page, why) ?? request.usual();
}

/** Names of members that usually contain the items of a page. */
const itemNames = ['data', 'items', 'results', 'records', 'entries', 'values', 'content'];
/** Names of members that usually contain the number of items. */
const totalNames = new Set(['total', 'count', 'totalcount', 'totalitems', 'size', 'totalelements']);

/** A page with other items: those of its usual member, or of its only list. */
function pageOf(usual: Resource, items: readonly Resource[]): Resource | undefined {
  const lists = Object.keys(usual).filter((name) => Array.isArray(usual[name]));
  const member = itemNames.find((name) => lists.includes(name)) ?? lists[0];
  if (member === undefined) return undefined;
  const entries = Object.entries(usual).map(([name, value]) => {
    if (name === member) return [name, items] as const;
    const isTotal = totalNames.has(name.replaceAll('_', '').toLowerCase());
    return [name, isTotal && typeof value === 'number' ? items.length : value] as const;
  });
  return Object.fromEntries(entries);
}

function replace(
  request: ResourceRequest,
  collection: Collection,
  id: string,
  stored: Resource | undefined,
): Reply {
  const { responses, role } = request;
  const { success, values } = responses;
  if (!isResource(request.body)) return request.usual();
  if (stored === undefined && !responses.describes(201)) return notFound(request);
  const usual = success?.usual();
  const base = stored ?? (isResource(usual) ? usual : {});
  const name = idNameIn(base, role.parameter);
  const known =
    name === undefined ? {} : { [name]: own(stored ?? {}, name) ?? idLike(base, name, id) };
  const given = { ...request.body, ...known };
  const resource = success === undefined ? given : withMembers(values, success.schema, base, given);
  collection.set(id, resource);
  const created = stored === undefined ? responses.with(201, resource, why) : undefined;
  return created ?? send(request, resource);
}

/** The id of a path in the type of an example. */
function idLike(example: Resource, name: string, id: string): unknown {
  return typeof own(example, name) === 'number' ? Number(id) : id;
}

function change(
  request: ResourceRequest,
  collection: Collection,
  id: string,
  stored: Resource,
): Reply {
  const { responses, role, wire } = request;
  if (!isResource(request.body)) return request.usual();
  const name = idNameIn(stored, role.parameter);
  const kept = name === undefined ? {} : { [name]: own(stored, name) };
  const isPatch = headerValue(wire.headers, 'content-type')?.includes('merge-patch') === true;
  const merged = isPatch ? mergePatch(stored, request.body) : { ...stored, ...request.body };
  const { success, values } = responses;
  const given = { ...merged, ...kept };
  const resource =
    success === undefined ? given : withMembers(values, success.schema, stored, given);
  collection.set(id, resource);
  return send(request, resource);
}

/** Applies a merge patch (RFC 7396). */
function mergePatch(target: unknown, patch: Resource): Resource {
  const merged = new Map(isResource(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isResource(value) ? mergePatch(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}

/** Sends a resource as the operation describes it. */
function send(request: ResourceRequest, resource: Resource): Reply {
  const { responses } = request;
  const { success, values } = responses;
  if (success === undefined) return { ...request.usual(), why };
  const usual = success.usual();
  const base = isResource(usual) ? usual : {};
  const body = withMembers(values, success.schema, base, resource);
  return responses.with(success.status, body, why) ?? request.usual();
}

function notFound({ responses }: ResourceRequest): Reply {
  const described = responses.with(404, undefined, 'state: no such resource');
  if (described !== undefined) return described;
  throw new Refusal('not-found', 'no-resource', { message: 'There is no such resource.' });
}

/**
 * A resource with the given members, without those that are only written. If it is invalid, as many of them as possible replace members of
 * the example.
 */
function withMembers(
  { isValid, isOnlyWritten }: Values,
  schema: SchemaId,
  example: Resource,
  given: Resource,
): Resource {
  const entries = Object.entries(given).filter(([name]) => !isOnlyWritten(schema, name));
  const sent: Resource = Object.fromEntries(entries);
  for (const whole of [sent, { ...example, ...sent }]) if (isValid(schema, whole)) return whole;
  let resource = example;
  for (const [name, value] of entries) {
    const next = { ...resource, [name]: value };
    if (isValid(schema, next)) resource = next;
  }
  return resource;
}

/** Name of the member that identifies a resource: that of the parameter, its last word, or a usual one. */
function idNameIn(resource: Resource, parameter: string): string | undefined {
  const words = parameter.split(/[-_]|(?<=[a-z\d])(?=[A-Z])/);
  const last = (words.at(-1) ?? '').toLowerCase();
  return [parameter, last, 'id', 'uuid', 'key'].find((name) => {
    const value = own(resource, name);
    return typeof value === 'string' || typeof value === 'number';
  });
}

function own(resource: Resource, name: string): unknown {
  return Object.hasOwn(resource, name) ? resource[name] : undefined;
}

function isResource(value: unknown): value is Resource {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array) &&
    !(Symbol.asyncIterator in value)
  );
}
