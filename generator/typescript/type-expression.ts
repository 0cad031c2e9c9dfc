import type { SchemaId } from '../model/schema.js';
import type { MemberShape, ObjectShape, Shape, Use } from '../model/shape/shape.js';
import type { Plan } from '../plan/plan.js';
import { code, isLeaf, literal, propertyName, textOf, type Code } from '../printer/code.js';
import type { FileScope } from '../printer/source-file.js';
import type { TypeMember } from '../printer/syntax.js';
import {
  arrayType,
  intersection,
  isCombined,
  objectType,
  parenthesised,
  prefixed,
  readonlyArray,
  readonlyTuple,
  union,
} from '../printer/types.js';
import { docLines, memberDocs } from './schema-docs.js';

/** Type of a schema's values for a use: its name if it has one, otherwise its structure. */
export function typeExpression(plan: Plan, scope: FileScope, id: SchemaId, use: Use): Code {
  const named = plan.typeOf(id, use);
  return named === undefined
    ? shapeType(plan, scope, plan.shapes.of(id, use), use)
    : scope.name(named);
}

/** Converts a shape to a type expression, on one line unless members have comments. */
export function shapeType(plan: Plan, scope: FileScope, shape: Shape, use: Use): Code {
  const named = nameOf(plan, scope, shape, use);
  return named ?? structure(plan, scope, shape, use);
}

/**
 * Converts a shape to a type expression and ignores the name of the outermost schema, for the
 * declaration of that name.
 */
export function structure(plan: Plan, scope: FileScope, shape: Shape, use: Use): Code {
  const inner = (each: Shape): Code => shapeType(plan, scope, each, use);
  switch (shape.kind) {
    case 'unknown':
      return code`unknown`;
    case 'never':
      return code`never`;
    case 'null':
      return code`null`;
    case 'boolean':
      return code`boolean`;
    case 'number':
      return code`number`;
    case 'string':
      return code`string`;
    case 'bigint':
      return code`bigint`;
    case 'converted': {
      const type = plan.conversions.get(shape.format)?.type;
      return type === undefined ? code`Date` : scope.name(type);
    }
    case 'branded':
      // Its name is written wherever it has one; the wire form has no brand.
      return anyOf[shape.of];
    case 'binary':
      return shape.isArray === true ? code`Uint8Array` : bytes;
    case 'literal':
      return literal(shape.value);
    case 'open-enum':
      return union([...shape.values.map(literal), code`(${anyOf[shape.of]} & {})`]);
    case 'array':
      return readonlyArray(arrayOperand(shape.items, inner(shape.items)));
    case 'tuple':
      return tuple(shape, inner);
    case 'object':
      return objectStructure(plan, scope, shape, use);
    case 'union':
      return union(shape.members.map((each) => unionMember(each, inner(each))));
    case 'intersection':
      return intersection(shape.members.map((each) => intersectionOperand(each, inner(each))));
    case 'reference':
      return typeExpression(plan, scope, shape.target, use);
  }
}

const anyOf = { string: code`string`, number: code`number`, bigint: code`bigint` } as const;

function nameOf(plan: Plan, scope: FileScope, shape: Shape, use: Use): Code | undefined {
  if (!('schema' in shape) || shape.schema === undefined) return undefined;
  const named = plan.typeOf(shape.schema, use);
  return named === undefined ? undefined : scope.name(named);
}

const bytes = union([code`Uint8Array`, code`Blob`]);

function tuple(shape: Extract<Shape, { kind: 'tuple' }>, inner: (shape: Shape) => Code): Code {
  const items = shape.items.map((item, index) =>
    index < shape.required ? inner(item) : code`${optionalOperand(item, inner(item))}?`,
  );
  const rest =
    shape.rest === undefined
      ? []
      : [prefixed(code`...`, arrayType(arrayOperand(shape.rest, inner(shape.rest))))];
  return readonlyTuple([...items, ...rest]);
}

function objectStructure(plan: Plan, scope: FileScope, shape: ObjectShape, use: Use): Code {
  const bases = shape.extends.map((id) => typeExpression(plan, scope, id, use));
  const index = indexSignature(plan, scope, shape, use);
  const members = shape.members.map((member) => inlineMember(plan, scope, member, use));
  if (index !== undefined) members.push({ label: code`readonly [name: string]`, type: index });
  if (bases.length > 0 && members.length === 0) return intersection(bases);
  return intersection([...bases, objectType(members)]);
}

function inlineMember(plan: Plan, scope: FileScope, member: MemberShape, use: Use): TypeMember {
  const [docs] = memberDocs(plan, member);
  return {
    label: code`readonly ${propertyName(member.name)}${member.optional ? code`?` : code``}`,
    type: shapeType(plan, scope, member.shape, use),
    docs: docs === undefined ? undefined : docLines(docs),
  };
}

/**
 * Type of undeclared properties. TypeScript requires declared properties to be assignable to it,
 * including `undefined` for optional ones.
 */
export function indexSignature(
  plan: Plan,
  scope: FileScope,
  shape: ObjectShape,
  use: Use,
): Code | undefined {
  if (shape.additional === undefined) return undefined;
  const type = shapeType(plan, scope, shape.additional, use);
  const mayBeAbsent =
    shape.additional.kind !== 'unknown' && shape.members.some((member) => member.optional);
  return mayBeAbsent ? union([type, code`undefined`]) : type;
}

/** Type before `[]`, parenthesised if necessary. */
function arrayOperand(shape: Shape, type: Code): Code {
  const isObject = typeof type === 'object' && type.kind === 'object-type';
  return isObject && shape.kind !== 'union' && shape.kind !== 'intersection'
    ? type
    : inParentheses(type);
}

/** Type before `?`, parenthesised if necessary. */
function optionalOperand(shape: Shape, type: Code): Code {
  const isLiteral = shape.kind === 'object' && shape.extends.length === 0;
  return isCombined(type) && !isLiteral ? inParentheses(type) : type;
}

/** Type beside `&`, parenthesised if necessary. */
function intersectionOperand(shape: Shape, type: Code): Code {
  const hasLowerPrecedence =
    shape.kind === 'union' ||
    shape.kind === 'open-enum' ||
    (shape.kind === 'binary' && shape.isArray !== true);
  return hasLowerPrecedence ? inParentheses(type) : type;
}

/** Adds parentheses, except to names and literals. */
function inParentheses(type: Code): Code {
  return isLeaf(type) && /^[\w$.]+$|^'[^']*'$/u.test(textOf(type)) ? type : parenthesised(type);
}

/** Member of a union. Intersections are parenthesised, as the formatter does. */
function unionMember(shape: Shape, type: Code): Code {
  const isIntersection =
    shape.kind === 'intersection' || (shape.kind === 'object' && shape.extends.length > 0);
  return isIntersection && typeof type === 'object' && type.kind === 'intersection'
    ? parenthesised(type)
    : type;
}
