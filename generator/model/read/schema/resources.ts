import { childOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { member } from '../json.js';
import type { JsonObject } from '../json.js';
import type { Dialect } from './dialects.js';
import type { Scope } from './document.js';
import type { SchemaReading } from './reading.js';
import { wrongType } from './site.js';
import type { SchemaSite } from './site.js';
import { resolveUri, splitFragment } from './uri.js';

/** The scope inside a schema: another one where it has an `$id` or, at the root of a resource, a `$schema`. */
export function enter(
  reading: SchemaReading,
  value: JsonObject,
  origin: Origin,
  pointer: string,
  outer: Scope,
): Scope {
  const declared = member(value, '$schema');
  const starts = startsResource(value, pointer, outer.dialect);
  let dialect = outer.dialect;
  if (starts && typeof declared === 'string' && outer.dialect.idKeyword !== undefined) {
    dialect = reading.dialect(declared, childOrigin(origin, '$schema'), outer.dialect);
  }
  const scope = dialect === outer.dialect ? outer : { ...outer, dialect };
  const name = dialect.idKeyword === undefined ? undefined : member(value, dialect.idKeyword);
  const ignored = typeof member(value, '$ref') === 'string' && !dialect.refSiblings;
  const own = typeof name === 'string' && !ignored ? name : undefined;
  const uri = own === undefined ? undefined : nameResource(reading, own, origin, scope);
  if (uri === undefined) {
    if (pointer === '') {
      reading.resources.set(outer.document.uri, { scope, pointer, isSchema: true });
    }
    return scope;
  }
  const inner: Scope = { document: outer.document, resource: uri, prefix: pointer.length, dialect };
  if (pointer === '') {
    reading.resources.set(outer.document.uri, { scope: inner, pointer, isSchema: true });
  }
  const known = reading.resources.get(uri);
  const elsewhere =
    known !== undefined &&
    known.isSchema &&
    (known.scope.document !== outer.document || known.pointer !== pointer);
  if (elsewhere) {
    reading.reporter.warning(
      'duplicate-id',
      childOrigin(origin, dialect.idKeyword ?? '$id'),
      `"${uri}" names another schema already`,
      {
        hint: 'references find the first one',
      },
    );
    return scope;
  }
  reading.resources.set(uri, { scope: inner, pointer, isSchema: true });
  return inner;
}

/** Whether a schema is the root of a resource: of its document, or by an id. */
export function startsResource(value: JsonObject, pointer: string, dialect: Dialect): boolean {
  const { idKeyword } = dialect;
  return (
    pointer === '' ||
    (idKeyword !== undefined && typeof member(value, idKeyword) === 'string') ||
    typeof member(value, '$id') === 'string'
  );
}

function nameResource(
  reading: SchemaReading,
  name: string,
  origin: Origin,
  scope: Scope,
): string | undefined {
  const { uri, fragment } = splitFragment(name);
  if (fragment !== undefined && fragment !== '' && scope.dialect.anchors === 'keyword') {
    reading.reporter.error(
      'invalid-value',
      childOrigin(origin, '$id'),
      `"$id" is "${name}", which has a fragment`,
      {
        hint: 'name the place with "$anchor"',
      },
    );
  }
  if (uri === '') return undefined;
  const resolved = resolveUri(uri, scope.resource);
  if (resolved === undefined) {
    reading.reporter.error(
      'invalid-value',
      childOrigin(origin, scope.dialect.idKeyword ?? '$id'),
      `"${name}" is not a URI reference`,
    );
  }
  return resolved;
}

function sayTwice(reading: SchemaReading, name: string, site: SchemaSite): void {
  const { anchors, idKeyword = '$id' } = site.scope.dialect;
  const keywords = anchors === 'in-id' ? [idKeyword] : ['$anchor', '$dynamicAnchor'];
  const keyword = keywords.find((each) => member(site.value, each) !== undefined) ?? '$anchor';
  const origin = childOrigin(site.origin, keyword);
  const message = `the anchor "${name}" names another schema of "${site.scope.resource}" already`;
  reading.reporter.warning('duplicate-id', origin, message, {
    hint: 'references find the first one',
  });
}

/** Makes the names known that a schema gives itself: anchors, plain and dynamic. */
export function declareAnchors(reading: SchemaReading, value: JsonObject, site: SchemaSite): void {
  const { resource, dialect } = site.scope;
  const declare = (name: string): void => {
    const key = `${resource}#${name}`;
    const known = reading.anchors.get(key);
    if (known === undefined) reading.anchors.set(key, site.id);
    else if (known !== site.id) sayTwice(reading, name, site);
  };
  if (dialect.anchors === 'in-id') {
    const name = dialect.idKeyword === undefined ? undefined : member(value, dialect.idKeyword);
    const ignored = typeof member(value, '$ref') === 'string';
    if (typeof name !== 'string' || ignored) return;
    const { fragment } = splitFragment(name);
    if (fragment !== undefined && fragment !== '') declare(fragment);
    return;
  }
  if (dialect.anchors === 'none') return;
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = dialect.keywords.has(keyword) ? member(value, keyword) : undefined;
    if (name === undefined) continue;
    if (typeof name !== 'string') {
      wrongType(site, keyword, 'a string', name);
      continue;
    }
    declare(name);
    if (keyword === '$dynamicAnchor') site.keywords.$dynamicAnchor = name;
  }
  // Draft 2019-09 has one unnamed dynamic anchor; a name that no document can write stands for it.
  const recursive = dialect.keywords.has('$recursiveAnchor') && member(value, '$recursiveAnchor');
  if (recursive === true) site.keywords.$dynamicAnchor = '$recursiveAnchor';
}
