import { unresolvedReference } from '../../../core/diagnostics/references.js';
import {
  defineError,
  defineWarning,
  type DiagnosticType,
  type Reporter,
} from '../../../core/diagnostic.js';
import { unnamedBranch } from '../../../core/diagnostics/discriminators.js';
import { invalidType, missingMember } from '../../../core/diagnostics/members.js';
import { childOrigin, type Origin } from '../../../core/origin.js';
import { escapeToken } from '../../../core/pointer.js';
import { didYouMean } from '../../../core/suggestion.js';
import { propertyAllows } from '../../analysis/allowed-values.js';
import type { Discriminator, Keywords, KeywordSchema, SchemaId } from '../../schema.js';
import { describeType, isObject, member } from '../json.js';

import { discriminatedBy, namedSchemas } from './extensions.js';
import type { PendingDiscriminator, SchemaReading } from './reading.js';
import { resolveSchema } from './references.js';
import { schemaSections } from './document.js';

/** Discriminators of schemas that extend one another, with too many branches. */
export const nestedDiscriminators: DiagnosticType<{
  bases: { name: string; limit: number };
  branches: { limit: number };
}> = defineError('nested-discriminators', {
  bases: ({ name, limit }) =>
    `"${name}" extends more than ${limit} schemas that have a discriminator, including this one`,
  branches: ({ limit }) =>
    `schemas with a discriminator extend one another, so their unions have more than ${limit} branches in total`,
});

/** An entry of a mapping that names no schema. It is ignored. */
export const unresolvedMapping: DiagnosticType<{
  reference: { target: string };
  name: { target: string };
}> = defineWarning('unresolved-mapping', {
  reference: ({ target }) => `"${target}" does not exist`,
  name: ({ target }) => `"${target}" is not among the schemas of the components`,
});

/** Named schemas of a description, which the values of a discriminator may refer to. */
export type ComponentNames = ReadonlyMap<string, SchemaId>;

/** A resolved discriminator, with the schemas in its explicit mapping. */
export interface ResolvedDiscriminator {
  readonly schema: SchemaId;
  readonly named: ReadonlySet<SchemaId>;
}

/**
 * Resolves the mapping of each discriminator from values to schemas (OpenAPI 3.1.1 section 4.8.25). Explicit entries come first. Then
 * follow the names of branches, or of schemas that extend this one, unless an entry maps them already or the property cannot have that
 * value.
 */
export function resolveDiscriminators(
  reading: SchemaReading,
  components: ComponentNames,
): readonly ResolvedDiscriminator[] {
  const resolved: ResolvedDiscriminator[] = [];
  const names = new Map([...components].map(([name, id]) => [id, name]));
  const waiting = reading.discriminators.splice(0);
  const children: Extensions = waiting.length === 0 ? new Map() : extensionsOf(reading, components);
  const discriminators = waiting.flatMap((pending): readonly ReadOne[] => {
    const id = discriminatedBy(reading, pending.from);
    const schema = reading.table.get(id);
    if (schema?.kind !== 'keywords') return [];
    const discriminator = readDiscriminator(reading, pending, components);
    return discriminator === undefined ? [] : [{ pending, id, schema, read: discriminator }];
  });
  if (hasTooManyBases(reading, discriminators, children)) return [];
  for (const { pending, id, schema, read } of discriminators) {
    const mapped = new Set(read.mapping.map(([, id]) => id));
    const taken = new Set(read.mapping.map(([value]) => value));
    const { oneOf = [], anyOf = [] } = schema.keywords;
    const branches = [...oneOf, ...anyOf].flatMap((id) => targetOf(reading, id) ?? []);
    const impossible: string[] = [];
    const implicit = (branches.length > 0 ? branches : descendants(id, children)).flatMap(
      (branch: SchemaId) => {
        const stated =
          extensionValue(reading, branch) ??
          constantOf(reading, pending, branch, read.propertyName);
        const name = stated ?? names.get(branch) ?? lastToken(branch);
        if (mapped.has(branch) || taken.has(name)) return [];
        // A name that the property cannot have does not select anything.
        if (
          stated === undefined &&
          !propertyAllows(reading.table, branch, read.propertyName, name)
        ) {
          impossible.push(name);
          return [];
        }
        taken.add(name);
        return [[name, branch] as const];
      },
    );
    const keywords: { -readonly [Name in keyof Keywords]: Keywords[Name] } = schema.keywords;
    const isListed = branches.length === 0 && read.mapping.length > 0;
    keywords.discriminator = {
      ...read,
      mapping: [...read.mapping, ...implicit],
      ...(isListed && { isListed }),
    };
    if (branches.length === 0) warnOfImpossible(reading, pending, read.propertyName, impossible);
    resolved.push({ schema: id, named: mapped });
  }
  return resolved;
}

/** A discriminator as written, and the schema that declares it. */
interface ReadOne {
  readonly pending: PendingDiscriminator;
  readonly id: SchemaId;
  readonly schema: KeywordSchema;
  readonly read: Discriminator;
}

/**
 * Reports bases that extend one another in too many levels. Each base is a union of all schemas that extend it, so a schema is a branch of
 * every base above it. The code for a chain of bases would grow with the square of its length.
 */
function hasTooManyBases(
  { reporter }: SchemaReading,
  discriminators: readonly ReadOne[],
  children: Extensions,
): boolean {
  const counts = new Map<SchemaId, number>();
  const bases = discriminators.filter(
    ({ schema: { keywords } }) => keywords.oneOf === undefined && keywords.anyOf === undefined,
  );
  const mapped = new Map(
    bases.map(({ id, read }) => [id, read.mapping.map(([, target]) => target)]),
  );
  const extensions: Extensions = {
    get: (id) => [...(children.get(id) ?? []), ...(mapped.get(id) ?? [])],
  };
  let branches = 0;
  for (const { id, pending } of bases)
    for (const each of descendants(id, extensions)) {
      const count = (counts.get(each) ?? 0) + 1;
      counts.set(each, count);
      branches += 1;
      if (count <= maxBasesAbove && (count === 1 || branches <= maxBranches)) continue;
      reporter.report(
        count > maxBasesAbove
          ? nestedDiscriminators.bases({ name: lastToken(each), limit: maxBasesAbove })
          : nestedDiscriminators.branches({ limit: maxBranches }),
        childOrigin(pending.origin, 'discriminator'),
        { part: 'key', hint: 'keep the discriminator of one common base only' },
      );
      return true;
    }
  return false;
}

/** Maximum number of bases above one schema. Known descriptions have up to six. */
const maxBasesAbove = 16;

/** Maximum number of branches of all bases, if any schema has several bases. Known descriptions have some hundreds. */
const maxBranches = 16_000;

/**
 * Warns of schemas whose name the property cannot have. Only extending schemas are concerned: branches of a union may list their values.
 */
function warnOfImpossible(
  { reporter }: SchemaReading,
  { origin }: PendingDiscriminator,
  property: string,
  [first, ...others]: readonly string[],
): void {
  if (first === undefined) return;

  reporter.report(
    unnamedBranch.name({ property, name: first, others: others.length }),
    childOrigin(origin, 'discriminator'),
    { part: 'key', hint: 'list the values of the schemas in a "mapping"' },
  );
}

function readDiscriminator(
  reading: SchemaReading,
  pending: PendingDiscriminator,
  components: ComponentNames,
): Discriminator | undefined {
  const { reporter } = reading;
  const origin = childOrigin(pending.origin, 'discriminator');
  const propertyName = member(pending.value, 'propertyName');
  if (typeof propertyName !== 'string') {
    if (propertyName === undefined) {
      reporter.report(
        missingMember.default({ what: 'a discriminator', name: 'propertyName' }),
        origin,
      );
    } else {
      reporter.report(
        invalidType.default({
          what: '"propertyName"',
          expected: 'a string',
          actual: describeType(propertyName),
        }),
        childOrigin(origin, 'propertyName'),
      );
    }
    return undefined;
  }
  const declaredMapping = member(pending.value, 'mapping');
  if (declaredMapping !== undefined && !isObject(declaredMapping)) {
    reporter.report(
      invalidType.default({
        what: '"mapping"',
        expected: 'an object',
        actual: describeType(declaredMapping),
      }),
      childOrigin(origin, 'mapping'),
    );
  }
  const mapping: (readonly [string, SchemaId])[] = [];
  for (const [value, target] of Object.entries(isObject(declaredMapping) ? declaredMapping : {})) {
    const at = childOrigin(origin, 'mapping', value);
    if (typeof target !== 'string') {
      reporter.report(
        invalidType.default({
          what: `"${value}"`,
          expected: 'the name of a schema',
          actual: describeType(target),
        }),
        at,
      );
      continue;
    }
    const id = mappedSchema(reading, pending, target, at, components);
    if (id !== undefined) mapping.push([value, id]);
  }
  const fallback = member(pending.value, 'defaultMapping');
  if (typeof fallback !== 'string') return { propertyName, mapping };
  const at = childOrigin(origin, 'defaultMapping');
  const defaultMapping = mappedSchema(reading, pending, fallback, at, components);
  return defaultMapping === undefined
    ? { propertyName, mapping }
    : { propertyName, mapping, defaultMapping };
}

/**
 * Resolves a target of a mapping: the name of a component, first of the entry document, then of its own document, or a reference. A missing
 * target is a warning, because only one branch is lost. A forbidden reference remains an error.
 */
function mappedSchema(
  reading: SchemaReading,
  pending: PendingDiscriminator,
  target: string,
  origin: Origin,
  components: ComponentNames,
): SchemaId | undefined {
  const named = components.get(target);
  if (named !== undefined) return named;
  const { scope } = pending;
  const sections = schemaSections(scope.document.value);
  const section = sections.find(({ schemas }) => Object.hasOwn(schemas, target));
  if (section !== undefined) {
    const documentScope = reading.resources.get(scope.document.uri)?.scope ?? scope;
    const token = encodeURIComponent(escapeToken(target));
    return resolveSchema(reading, `#${section.pointer}/${token}`, documentScope, origin);
  }
  const { reporter } = reading;
  if (/[#/.]/.test(target)) {
    const isUnresolved = ({ code }: { readonly code: string }): boolean =>
      code === unresolvedReference.code;
    const lenient: Reporter = {
      ...reporter,
      report: (sentence, at, details) =>
        reporter.report(
          isUnresolved(sentence.type) ? unresolvedMapping.reference({ target }) : sentence,
          at,
          details,
        ),
      add: (diagnostic) =>
        isUnresolved(diagnostic)
          ? reporter.report(
              unresolvedMapping.reference({ target }),
              diagnostic.origin,
              diagnostic.hint === undefined ? {} : { hint: diagnostic.hint },
            )
          : reporter.add(diagnostic),
    };
    return resolveSchema({ ...reading, reporter: lenient }, target, scope, origin);
  }
  const known = new Set([
    ...components.keys(),
    ...sections.flatMap(({ schemas }) => Object.keys(schemas)),
  ]);

  reporter.report(unresolvedMapping.name({ target }), origin, didYouMean(target, known));
  return undefined;
}

/**
 * Returns the value in the extension of a schema that selects it. Descriptions without `mapping` use it, such as those from Swagger 2.0.
 */
function extensionValue(reading: SchemaReading, id: SchemaId): string | undefined {
  const schema = reading.table.get(id);
  const extensions = schema?.kind === 'keywords' ? schema.annotations.extensions : {};
  const value = extensions['x-ms-discriminator-value'];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Returns the value that selects a branch in AsyncAPI (3.0 section "Models with Polymorphism Support"): the `const` of the property, in the
 * branch or in a part of it.
 */
function constantOf(
  reading: SchemaReading,
  pending: PendingDiscriminator,
  branch: SchemaId,
  name: string,
): string | undefined {
  if (pending.scope.dialect.discriminatorIsName !== true) return undefined;
  const seen = new Set<SchemaId>([branch]);
  for (const id of seen) {
    const schema = reading.table.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { properties = [], allOf = [], $ref } = schema.keywords;
    const member = properties.find(([property]) => property === name)?.[1];
    const propertySchema = member === undefined ? undefined : reading.table.get(member);
    const value =
      propertySchema?.kind === 'keywords' ? propertySchema.keywords.const?.value : undefined;
    if (typeof value === 'string') return value;
    for (const next of $ref === undefined ? allOf : [$ref]) seen.add(next);
  }
  return undefined;
}

function targetOf(reading: SchemaReading, branch: SchemaId): SchemaId | undefined {
  const schema = reading.table.get(branch);
  return schema?.kind === 'keywords' ? schema.keywords.$ref : undefined;
}

type Extensions = Pick<ReadonlyMap<SchemaId, readonly SchemaId[]>, 'get'>;

/** Returns the named schemas that extend a schema, directly or indirectly. */
function descendants(base: SchemaId, children: Extensions): readonly SchemaId[] {
  const descendants = new Set(children.get(base));
  for (const id of descendants) for (const child of children.get(id) ?? []) descendants.add(child);
  descendants.delete(base);
  return [...descendants];
}

/** Maps each schema to the named schemas that extend it through `allOf`: components, and named schemas of other files. */
function extensionsOf(reading: SchemaReading, components: ComponentNames): Extensions {
  const children = new Map<SchemaId, SchemaId[]>();
  for (const id of new Set([...components.values(), ...namedSchemas(reading)])) {
    const schema = reading.table.get(id);
    if (schema?.kind !== 'keywords') continue;
    if (reading.nullableForms.has(id)) {
      removeImpliedType(reading, schema);
      continue;
    }
    for (const part of schema.keywords.allOf ?? []) {
      const parent = targetOf(reading, part);
      if (parent === undefined) continue;
      const known = children.get(parent);
      if (known === undefined) children.set(parent, [id]);
      else known.push(id);
    }
  }
  return children;
}

/**
 * Removes the `type` of a nullable form if the schema that it refers to declares the same types. The form then only consists of that
 * schema.
 */
function removeImpliedType(reading: SchemaReading, { keywords: form }: KeywordSchema): void {
  const keywords: { -readonly [Name in keyof Keywords]: Keywords[Name] } = form;
  const [target] = (keywords.allOf ?? []).map((part) => targetOf(reading, part));
  const schema = target === undefined ? undefined : reading.table.get(target);
  const declared = schema?.kind === 'keywords' ? schema.keywords.type : undefined;
  if (declared?.every((type) => keywords.type?.includes(type)) === true) delete keywords.type;
}

function lastToken(id: SchemaId): string {
  const path = id.endsWith('#') ? id.slice(0, -1) : id;
  const token = path.slice(path.lastIndexOf('/') + 1);
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
