import type { Discriminator, Json, SchemaId, SchemaTable } from '../schema.js';
import { unionOf } from './algebra.js';
import { referenceOnly } from '../analysis/reference-only.js';
import type { ShapeContext } from './objects.js';
import type { MemberShape, ObjectShape, Shape } from './shape.js';

/** The shape of `oneOf` or `anyOf`, told apart by the discriminator that is stated or can be inferred. */
export function branchesShape(
  branches: readonly SchemaId[],
  discriminator: Discriminator | undefined,
  context: ShapeContext,
): Shape {
  const shapes = branches.map((id) => context.of(id));
  const property = discriminator?.propertyName ?? inferredDiscriminator(branches, context.schemas);
  if (property === undefined) return unionOf(shapes);
  const values = valuesByBranch(discriminator);
  const closed =
    discriminator === undefined
      ? shapes
      : branches.map((id, index) =>
          narrowed(shapes[index] ?? context.of(id), id, discriminator, values, context),
        );
  const union = unionOf(closed);
  return union.kind === 'union' ? { ...union, discriminator: property } : union;
}

/**
 * The member that tells the branches of a union apart although the document does not say so: in each branch
 * it is required and has one value, and no two branches share a value.
 */
export function inferredDiscriminator(
  branches: readonly SchemaId[],
  schemas: SchemaTable,
): string | undefined {
  const objects = branches.filter((id) => !isNull(id, schemas));
  const [first, ...rest] = objects.map((id) => constantsOf(id, schemas, knownOf(schemas)));
  if (first === undefined || rest.length === 0) return undefined;
  for (const [name, values] of first) {
    const taken = new Set(values);
    const apart = rest.every((constants) => {
      const others = constants.get(name);
      if (others === undefined) return false;
      return others.every((value) => !taken.has(value) && taken.add(value) !== undefined);
    });
    if (apart) return name;
  }
  return undefined;
}

type Constant = string | number | boolean;

type Constants = ReadonlyMap<string, readonly Constant[]>;

/** What was found of the schemas of a table: a schema may be a branch of many unions. */
function knownOf(schemas: SchemaTable): Map<SchemaId, Constants> {
  let known = knownConstants.get(schemas);
  if (known === undefined) knownConstants.set(schemas, (known = new Map()));
  return known;
}

const knownConstants = new WeakMap<SchemaTable, Map<SchemaId, Constants>>();

/** Required members with exactly one value; for a union of such objects, every value of a member. */
function constantsOf(
  id: SchemaId,
  schemas: SchemaTable,
  known: Map<SchemaId, Constants>,
): Constants {
  const before = known.get(id);
  if (before !== undefined) return before;
  const schema = schemas.get(id);
  const found = new Map<string, readonly Constant[]>();
  if (schema?.kind !== 'keywords') return found;
  // Looked at once, however many ways lead to it; what leads back to itself adds nothing by that.
  known.set(id, found);
  const { keywords } = schema;
  for (const part of [
    ...(keywords.$ref === undefined ? [] : [keywords.$ref]),
    ...(keywords.allOf ?? []),
  ]) {
    for (const [name, values] of constantsOf(part, schemas, known)) found.set(name, values);
  }
  const branches = keywords.oneOf ?? keywords.anyOf ?? [];
  const [first, ...rest] = branches.map((branch) => constantsOf(branch, schemas, known));
  for (const [name, values] of first ?? []) {
    const others = rest.map((constants) => constants.get(name));
    if (others.includes(undefined)) continue;
    found.set(name, [...new Set([...values, ...others.flatMap((other) => other ?? [])])]);
  }
  const required = new Set(keywords.required ?? []);
  for (const [name, property] of keywords.properties ?? []) {
    const value = constantOf(property, schemas);
    if (value !== undefined && required.has(name)) found.set(name, [value]);
  }
  return found;
}

function constantOf(id: SchemaId, schemas: SchemaTable): Constant | undefined {
  const values = valuesOf(id, schemas, new Set());
  const [value] = values ?? [];
  if (values?.length !== 1 || value === undefined || value === null) return undefined;
  return typeof value === 'object' || typeof value === 'bigint' ? undefined : value;
}

/** The values that `const` or `enum` leave, references followed. */
function valuesOf(
  id: SchemaId,
  schemas: SchemaTable,
  seen: Set<SchemaId>,
): readonly Json[] | undefined {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return undefined;
  seen.add(id);
  const { keywords } = schema;
  if (keywords.const !== undefined) return [keywords.const.value];
  if (keywords.enum !== undefined) return keywords.enum;
  const [only] = keywords.allOf ?? [];
  const next = keywords.$ref ?? (keywords.allOf?.length === 1 ? only : undefined);
  return next === undefined ? undefined : valuesOf(next, schemas, seen);
}

function isNull(id: SchemaId, schemas: SchemaTable): boolean {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords') return false;
  const { type } = schema.keywords;
  return type?.length === 1 && type[0] === 'null';
}

/** The values that choose each of the schemas that a discriminator names. */
function valuesByBranch(
  discriminator: Discriminator | undefined,
): ReadonlyMap<SchemaId, readonly string[]> {
  const values = new Map<SchemaId, string[]>();
  for (const [value, id] of discriminator?.mapping ?? []) {
    const known = values.get(id);
    if (known === undefined) values.set(id, [value]);
    else known.push(value);
  }
  return values;
}

/**
 * A branch with the discriminator's values in place of a plain string, so that a `switch` narrows. One that takes whatever chooses no
 * other (OpenAPI 3.2 section 4.25.1, `defaultMapping`) may have any value, or none.
 */
function narrowed(
  shape: Shape,
  branch: SchemaId,
  discriminator: Discriminator,
  choices: ReadonlyMap<SchemaId, readonly string[]>,
  context: ShapeContext,
): Shape {
  const target = referenceOnly(context.schemas, branch) ?? branch;
  if (discriminator.defaultMapping === target) return shape;
  const listed = [branch, target].flatMap((id) => choices.get(id) ?? []);
  const values = [...new Set(listed)];
  const name = discriminator.propertyName;
  const member = memberOf(shape, name, context, new Set());
  if (values.length === 0 || withoutMembers.has(context.resolve(shape).kind)) return shape;
  if (member !== undefined && !member.optional && isClosedText(member.shape, values, context))
    return shape;
  if (member !== undefined && !takesText(member.shape, values, context)) return shape;
  const literals = unionOf(values.map((value): Shape => ({ kind: 'literal', value })));
  const [only] = values;
  const constant: MemberShape = {
    name,
    optional: false,
    shape: literals,
    ...(member?.schema === undefined ? {} : { schema: member.schema }),
    ...(values.length === 1 && only !== undefined ? { constant: only } : {}),
  };
  return withMember(shape, constant);
}

/** Kinds of values that cannot have the property of a discriminator. */
const withoutMembers: ReadonlySet<Shape['kind']> = new Set([
  'null',
  'boolean',
  'number',
  'bigint',
  'string',
  'literal',
  'array',
  'tuple',
  'binary',
]);

function withMember(shape: Shape, member: MemberShape): Shape {
  if (shape.kind === 'object') {
    const others = shape.members.filter((other) => other.name !== member.name);
    const { schema: _, ...rest } = shape;
    return { ...rest, members: [member, ...others] };
  }
  const tag: ObjectShape = { kind: 'object', members: [member], extends: [] };
  return shape.kind === 'intersection'
    ? { kind: 'intersection', members: [...shape.members, tag] }
    : { kind: 'intersection', members: [shape, tag] };
}

function memberOf(
  shape: Shape,
  name: string,
  context: ShapeContext,
  seen: Set<SchemaId>,
): MemberShape | undefined {
  if (shape.kind === 'reference') {
    if (seen.has(shape.target)) return undefined;
    seen.add(shape.target);
    const target = context.of(shape.target);
    return memberOf(target, name, context, seen);
  }
  if (shape.kind === 'intersection') {
    return shape.members
      .map((part) => memberOf(part, name, context, seen))
      .findLast((part) => part !== undefined);
  }
  if (shape.kind !== 'object') return undefined;
  const own = shape.members.find((member) => member.name === name);
  if (own !== undefined) return own;
  return shape.extends
    .map((target) => memberOf({ kind: 'reference', target }, name, context, seen))
    .find((member) => member !== undefined);
}

/** Whether a member has one value, or none but these. */
function isClosedText(shape: Shape, values: readonly string[], context: ShapeContext): boolean {
  const resolved = context.resolve(shape);
  if (resolved.kind !== 'union') return resolved.kind === 'literal';
  return resolved.members.every(
    (member) =>
      member.kind === 'literal' &&
      typeof member.value === 'string' &&
      values.includes(member.value),
  );
}

function takesText(shape: Shape, values: readonly string[], context: ShapeContext): boolean {
  const resolved = context.resolve(shape);
  if (resolved.kind === 'string' || resolved.kind === 'unknown') return true;
  if (resolved.kind === 'open-enum') return resolved.of === 'string';
  if (resolved.kind !== 'union') return false;
  return values.every((value) =>
    resolved.members.some(
      (member) => (member.kind === 'literal' && member.value === value) || member.kind === 'string',
    ),
  );
}
