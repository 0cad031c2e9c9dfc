import type { SchemaId } from '../model/schema.js';
import type { MemberShape, ObjectShape, Shape, Use } from '../model/shape/shape.js';
import type { Plan } from '../plan/plan.js';
import { code, type Code, indented, join, literal, propertyName } from '../printer/code.js';
import type { FileScope } from '../printer/source-file.js';
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
    case 'binary':
      return code`Uint8Array | Blob`;
    case 'literal':
      return literal(shape.value);
    case 'open-enum':
      return join([...shape.values.map(literal), code`(${anyOf[shape.of]} & {})`], ' | ');
    case 'array':
      return code`readonly ${arrayOperand(shape.items, inner(shape.items))}[]`;
    case 'tuple':
      return tupleType(shape, inner);
    case 'object':
      return objectType(plan, scope, shape, use);
    case 'union':
      return join(unique(shape.members.map((each) => unionMember(each, inner(each)))), ' | ');
    case 'intersection':
      return join(
        unique(shape.members.map((each) => intersectionOperand(each, inner(each)))),
        ' & ',
      );
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

function tupleType(shape: Extract<Shape, { kind: 'tuple' }>, inner: (shape: Shape) => Code): Code {
  const items = shape.items.map((item, index) =>
    index < shape.required ? inner(item) : code`${optionalOperand(item, inner(item))}?`,
  );
  const rest =
    shape.rest === undefined ? [] : [code`...${arrayOperand(shape.rest, inner(shape.rest))}[]`];
  return code`readonly [${join([...items, ...rest], ', ')}]`;
}

function objectType(plan: Plan, scope: FileScope, shape: ObjectShape, use: Use): Code {
  const bases = shape.extends.map((id) => typeExpression(plan, scope, id, use));
  const index = indexSignature(plan, scope, shape, use);
  const members = [
    ...shape.members.map((member) => inlineMember(plan, scope, member, use)),
    ...(index === undefined ? [] : [code`readonly [name: string]: ${index}`]),
  ];
  const body = members.some((member) => member.includes('\n'))
    ? code`{\n${indented(
        join(
          members.map((member) => code`${member};`),
          '\n',
        ),
      )}\n}`
    : code`{ ${join(members, '; ')} }`;
  if (bases.length === 0) return members.length === 0 ? code`{}` : body;
  return join(members.length === 0 ? bases : [...bases, body], ' & ');
}

function inlineMember(plan: Plan, scope: FileScope, member: MemberShape, use: Use): Code {
  const type = shapeType(plan, scope, member.shape, use);
  const text = code`readonly ${propertyName(member.name)}${member.optional ? code`?` : code``}: ${type}`;
  const [docs] = memberDocs(plan, member);
  return docs === undefined ? text : code`${docLines(docs)}\n${text}`;
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
  return mayBeAbsent ? code`${type} | undefined` : type;
}

/** Type before `[]`, parenthesised if necessary. */
function arrayOperand(shape: Shape, text: Code): Code {
  return /^(?:[\w$.]+|\{[^]*\})$/u.test(text) &&
    shape.kind !== 'union' &&
    shape.kind !== 'intersection'
    ? text
    : parenthesised(text);
}

/** Type before `?`, parenthesised if necessary. */
function optionalOperand(shape: Shape, text: Code): Code {
  const isLiteral = shape.kind === 'object' && shape.extends.length === 0;
  return / [|&] |^readonly /u.test(text) && !isLiteral ? parenthesised(text) : text;
}

/** Type beside `&`, parenthesised if necessary. */
function intersectionOperand(shape: Shape, text: Code): Code {
  const hasLowerPrecedence =
    shape.kind === 'union' || shape.kind === 'open-enum' || shape.kind === 'binary';
  return hasLowerPrecedence ? parenthesised(text) : text;
}

function parenthesised(text: Code): Code {
  return /^[\w$.]+$|^'[^']*'$/u.test(text) ? text : code`(${text})`;
}

/** Member of a union. Intersections are parenthesised, as the formatter does. */
function unionMember(shape: Shape, text: Code): Code {
  const isIntersection =
    shape.kind === 'intersection' || (shape.kind === 'object' && shape.extends.length > 0);
  return isIntersection && text.includes(' & ') ? code`(${text})` : text;
}

function unique(types: readonly Code[]): readonly Code[] {
  return [...new Set(types)];
}
