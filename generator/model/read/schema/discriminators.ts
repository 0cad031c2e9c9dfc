import type { Reporter } from '../../../core/diagnostic.js';
import { childOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { escapeToken } from '../../../core/pointer.js';
import { didYouMean } from '../../../core/suggestion.js';
import { mayHave } from '../../may-have.js';
import type { Discriminator, Keywords, KeywordSchema, SchemaId } from '../../schema.js';
import { describeType, isObject, member } from '../json.js';

import { discriminatedBy, namedSchemas } from './extensions.js';
import type { PendingDiscriminator, SchemaReading } from './reading.js';
import { resolveSchema } from './references.js';
import { schemaSections } from './schema-sections.js';

/** Schemas that a description names, by name: what a discriminator's values may mean. */
export type ComponentNames = ReadonlyMap<string, SchemaId>;

/** A discriminator that is settled, and the schemas that its own mapping names. */
export interface ResolvedDiscriminator {
  readonly schema: SchemaId;
  readonly named: ReadonlySet<SchemaId>;
}

/**
 * Settles which value of each discriminator chooses which schema (OpenAPI 3.1.1 section 4.8.25): explicit entries
 * first, then the names of branches, or of schemas that extend this one, which no entry mentions and which the member can have.
 */
export function resolveDiscriminators(
  reading: SchemaReading,
  components: ComponentNames,
): readonly ResolvedDiscriminator[] {
  const resolved: ResolvedDiscriminator[] = [];
  const names = new Map([...components].map(([name, id]) => [id, name]));
  const waiting = reading.discriminators.splice(0);
  const children: Extensions = waiting.length === 0 ? new Map() : extensionsOf(reading, components);
  const settled = waiting.flatMap((pending): readonly ReadOne[] => {
    const id = discriminatedBy(reading, pending.from);
    const schema = reading.table.get(id);
    if (schema?.kind !== 'keywords') return [];
    const read = readDiscriminator(reading, pending, components);
    return read === undefined ? [] : [{ pending, id, schema, read }];
  });
  if (hasTooManyAbove(reading, settled, children)) return [];
  for (const { pending, id, schema, read } of settled) {
    const mapped = new Set(read.mapping.map(([, id]) => id));
    const taken = new Set(read.mapping.map(([value]) => value));
    const { oneOf = [], anyOf = [] } = schema.keywords;
    const branches = [...oneOf, ...anyOf].flatMap((id) => targetOf(reading, id) ?? []);
    const impossible: string[] = [];
    const implicit = (branches.length > 0 ? branches : descendants(id, children)).flatMap(
      (branch: SchemaId) => {
        const stated =
          statedValue(reading, branch) ?? constantOf(reading, pending, branch, read.propertyName);
        const name = stated ?? names.get(branch) ?? lastToken(branch);
        if (mapped.has(branch) || taken.has(name)) return [];
        // A name that the member can not have was never meant to choose anything.
        if (stated === undefined && !mayHave(reading.table, branch, read.propertyName, name)) {
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

/** A discriminator as it stands, and the schema that has it. */
interface ReadOne {
  readonly pending: PendingDiscriminator;
  readonly id: SchemaId;
  readonly schema: KeywordSchema;
  readonly read: Discriminator;
}

/**
 * Each base is a union of all that extends it, so that a schema is written once for every base above it: a chain of bases would be written
 * in code as long as its square.
 */
function hasTooManyAbove(
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
  const below: Extensions = {
    get: (id) => [...(children.get(id) ?? []), ...(mapped.get(id) ?? [])],
  };
  for (const { id, pending } of bases)
    for (const each of descendants(id, below)) {
      const count = (counts.get(each) ?? 0) + 1;
      counts.set(each, count);
      if (count <= mostAbove) continue;
      reporter.error(
        'nested-discriminators',
        childOrigin(pending.origin, 'discriminator'),
        `"${lastToken(each)}" extends more than ${mostAbove} schemas that have a discriminator, of which this is one`,
        { part: 'key', hint: 'let one schema above them all have it' },
      );
      return true;
    }
  return false;
}

/** Descriptions have up to six. */
const mostAbove = 16;

/** Branches of a union may list the values that choose them; for schemas that extend another, nothing else does. */
function warnOfImpossible(
  { reporter }: SchemaReading,
  { origin }: PendingDiscriminator,
  property: string,
  [first, ...others]: readonly string[],
): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, nor ${others.length} more`;
  reporter.warning(
    'unnamed-branch',
    childOrigin(origin, 'discriminator'),
    `no value of "${property}" chooses "${first}"${more}: it can not be that name`,
    { part: 'key', hint: 'say in a "mapping" which value chooses which schema' },
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
      reporter.error('missing-member', origin, 'a discriminator has no "propertyName"');
    } else {
      reporter.error(
        'invalid-type',
        childOrigin(origin, 'propertyName'),
        `"propertyName" is ${describeType(propertyName)} where a string belongs`,
      );
    }
    return undefined;
  }
  const given = member(pending.value, 'mapping');
  if (given !== undefined && !isObject(given)) {
    reporter.error(
      'invalid-type',
      childOrigin(origin, 'mapping'),
      `"mapping" is ${describeType(given)} where an object belongs`,
    );
  }
  const mapping: (readonly [string, SchemaId])[] = [];
  for (const [value, target] of Object.entries(isObject(given) ? given : {})) {
    const at = childOrigin(origin, 'mapping', value);
    if (typeof target !== 'string') {
      reporter.error(
        'invalid-type',
        at,
        `"${value}" is ${describeType(target)} where a schema's name belongs`,
      );
      continue;
    }
    const id = chosenBy(reading, pending, target, at, components);
    if (id !== undefined) mapping.push([value, id]);
  }
  const fallback = member(pending.value, 'defaultMapping');
  if (typeof fallback !== 'string') return { propertyName, mapping };
  const at = childOrigin(origin, 'defaultMapping');
  const defaultMapping = chosenBy(reading, pending, fallback, at, components);
  return defaultMapping === undefined
    ? { propertyName, mapping }
    : { propertyName, mapping, defaultMapping };
}

/**
 * A schema by the name of a component, of the entry document before the own one, or by reference. One that is missing costs a branch,
 * not the document; one that may not be read is refused like any other reference.
 */
function chosenBy(
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
    const whole = reading.resources.get(scope.document.uri)?.scope ?? scope;
    const token = encodeURIComponent(escapeToken(target));
    return resolveSchema(reading, `#${section.pointer}/${token}`, whole, origin);
  }
  const { reporter } = reading;
  if (/[#/.]/.test(target)) {
    const error: Reporter['error'] = (code, at, message, more) =>
      code === 'unresolved-reference'
        ? reporter.warning('unresolved-mapping', at, message, more)
        : reporter.error(code, at, message, more);
    return resolveSchema({ ...reading, reporter: { ...reporter, error } }, target, scope, origin);
  }
  const known = new Set([
    ...components.keys(),
    ...sections.flatMap(({ schemas }) => Object.keys(schemas)),
  ]);
  const message = `there is no schema "${target}" among the components`;
  reporter.warning('unresolved-mapping', origin, message, didYouMean(target, known));
  return undefined;
}

/** What a schema says of itself that it is chosen by, where the discriminator has no `mapping`, as in Swagger 2.0. */
function statedValue(reading: SchemaReading, id: SchemaId): string | undefined {
  const schema = reading.table.get(id);
  const extensions = schema?.kind === 'keywords' ? schema.annotations.extensions : {};
  const value = extensions['x-ms-discriminator-value'];
  return typeof value === 'string' ? value : undefined;
}

/**
 * In AsyncAPI a branch may fix the value that chooses it (3.0 section "Models with Polymorphism Support"): the `const` of the
 * member, its own or of a part.
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
    const found = member === undefined ? undefined : reading.table.get(member);
    const value = found?.kind === 'keywords' ? found.keywords.const?.value : undefined;
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

/** Named schemas that extend a schema, directly or through others. */
function descendants(base: SchemaId, children: Extensions): readonly SchemaId[] {
  const found = new Set(children.get(base));
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
  found.delete(base);
  return [...found];
}

/** Components, and schemas that other files name, by the schema that they extend through `allOf`. */
function extensionsOf(reading: SchemaReading, components: ComponentNames): Extensions {
  const children = new Map<SchemaId, SchemaId[]>();
  for (const id of new Set([...components.values(), ...namedSchemas(reading)])) {
    const schema = reading.table.get(id);
    if (schema?.kind !== 'keywords') continue;
    if (reading.nullableForms.has(id)) {
      leaveTypeOut(reading, schema);
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

/** Takes the `type` away from a nullable form of a schema that says no less itself, so that the form is nothing but that schema. */
function leaveTypeOut(reading: SchemaReading, { keywords: form }: KeywordSchema): void {
  const keywords: { -readonly [Name in keyof Keywords]: Keywords[Name] } = form;
  const [target] = (keywords.allOf ?? []).map((part) => targetOf(reading, part));
  const schema = target === undefined ? undefined : reading.table.get(target);
  const said = schema?.kind === 'keywords' ? schema.keywords.type : undefined;
  if (said?.every((type) => keywords.type?.includes(type)) === true) delete keywords.type;
}

function lastToken(id: SchemaId): string {
  const path = id.endsWith('#') ? id.slice(0, -1) : id;
  const token = path.slice(path.lastIndexOf('/') + 1);
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
