import { defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidValue } from '../../../core/diagnostics/values.js';
import { childOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { member } from '../json.js';
import type { JsonObject } from '../json.js';
import type { Dialect } from './dialects.js';
import type { Scope } from './document.js';
import type { SchemaReading } from './reading.js';
import { wrongType } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';
import { resolveUri, splitFragment } from './uri.js';

/** An identifier or anchor that another schema has. */
export const duplicateId: DiagnosticType<{
  id: { uri: string };
  anchor: { name: string; resource: string };
}> = defineWarning('duplicate-id', {
  id: ({ uri }) => `"${uri}" is the identifier of another schema`,
  anchor: ({ name, resource }) => `the anchor "${name}" is already used in "${resource}"`,
});

/** Returns the scope inside a schema. It changes at an `$id` and, at the root of a resource, at a `$schema`. */
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
  const identifier = typeof name === 'string' && !ignored ? name : undefined;
  const uri =
    identifier === undefined ? undefined : nameResource(reading, identifier, origin, scope);
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
    reading.reporter.report(
      duplicateId.id({ uri }),
      childOrigin(origin, dialect.idKeyword ?? '$id'),
      {
        hint: 'references lead to the first schema',
      },
    );
    return scope;
  }
  reading.resources.set(uri, { scope: inner, pointer, isSchema: true });
  return inner;
}

/** True if a schema is the root of a resource: of a document, or by an identifier. */
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
    reading.reporter.report(
      invalidValue.fragment({ name: '$id', value: name }),
      childOrigin(origin, '$id'),
      {
        hint: 'use "$anchor" for a name within the document',
      },
    );
  }
  if (uri === '') return undefined;
  const resolved = resolveUri(uri, scope.resource);
  if (resolved === undefined) {
    reading.reporter.report(
      invalidValue.kind({ value: name, kind: 'a URI reference' }),
      childOrigin(origin, scope.dialect.idKeyword ?? '$id'),
    );
  }
  return resolved;
}

function reportDuplicate(reading: SchemaReading, name: string, builder: SchemaBuilder): void {
  const { anchors, idKeyword = '$id' } = builder.scope.dialect;
  const keywords = anchors === 'in-id' ? [idKeyword] : ['$anchor', '$dynamicAnchor'];
  const keyword = keywords.find((each) => member(builder.value, each) !== undefined) ?? '$anchor';
  const origin = childOrigin(builder.origin, keyword);
  reading.reporter.report(duplicateId.anchor({ name, resource: builder.scope.resource }), origin, {
    hint: 'references lead to the first schema',
  });
}

/** Registers the anchors that a schema declares, plain and dynamic. */
export function declareAnchors(
  reading: SchemaReading,
  value: JsonObject,
  builder: SchemaBuilder,
): void {
  const { resource, dialect } = builder.scope;
  const declare = (name: string): void => {
    const key = `${resource}#${name}`;
    const known = reading.anchors.get(key);
    if (known === undefined) reading.anchors.set(key, builder.id);
    else if (known !== builder.id) reportDuplicate(reading, name, builder);
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
      wrongType(builder, keyword, 'a string', name);
      continue;
    }
    declare(name);
    if (keyword === '$dynamicAnchor') builder.keywords.$dynamicAnchor = name;
  }
  // Draft 2019-09 has one unnamed dynamic anchor, represented by a name that no document can declare.
  const recursive = dialect.keywords.has('$recursiveAnchor') && member(value, '$recursiveAnchor');
  if (recursive === true) builder.keywords.$dynamicAnchor = '$recursiveAnchor';
}
