import type { SchemaId } from '../model/schema.js';
import type { MemberShape, ObjectShape, Shape, Use } from '../model/shape.js';
import type { Plan } from '../plan/plan.js';
import { code, type Code, indented, join, literal, propertyName } from './code.js';
import type { FileScope } from './source-file.js';
import { docLines, memberDocs } from './schema-docs.js';

/** The type of a schema's values for a use: its name where it has one, its structure otherwise. */
export function typeOf(plan: Plan, scope: FileScope, id: SchemaId, use: Use): Code {
  const named = plan.typeOf(id, use);
  return named === undefined
    ? shapeType(plan, scope, plan.shapes.of(id, use), use)
    : scope.name(named);
}

/** A shape as a type expression, on one line unless members inside it have comments. */
export function shapeType(plan: Plan, scope: FileScope, shape: Shape, use: Use): Code {
  const named = nameOf(plan, scope, shape, use);
  return named ?? structure(plan, scope, shape, use);
}

/** The same without asking for the name of the outermost schema: for the declaration of that name. */
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
      return code`readonly ${operand(shape.items, inner(shape.items))}[]`;
    case 'tuple':
      return tupleType(shape, inner);
    case 'object':
      return objectType(plan, scope, shape, use);
    case 'union':
      return join(unique(shape.members.map((each) => alternative(each, inner(each)))), ' | ');
    case 'intersection':
      return join(unique(shape.members.map((each) => operandOfAnd(each, inner(each)))), ' & ');
    case 'reference':
      return typeOf(plan, scope, shape.target, use);
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
    index < shape.required ? inner(item) : code`${grouped(item, inner(item))}?`,
  );
  const rest =
    shape.rest === undefined ? [] : [code`...${operand(shape.rest, inner(shape.rest))}[]`];
  return code`readonly [${join([...items, ...rest], ', ')}]`;
}

function objectType(plan: Plan, scope: FileScope, shape: ObjectShape, use: Use): Code {
  const bases = shape.extends.map((id) => typeOf(plan, scope, id, use));
  const index = indexSignature(plan, scope, shape, use);
  const members = [
    ...shape.members.map((member) => inlineMember(plan, scope, member, use)),
    ...(index === undefined ? [] : [code`readonly [name: string]: ${index}`]),
  ];
  const own = members.some((member) => member.includes('\n'))
    ? code`{\n${indented(
        join(
          members.map((member) => code`${member};`),
          '\n',
        ),
      )}\n}`
    : code`{ ${join(members, '; ')} }`;
  if (bases.length === 0) return members.length === 0 ? code`{}` : own;
  return join(members.length === 0 ? bases : [...bases, own], ' & ');
}

function inlineMember(plan: Plan, scope: FileScope, member: MemberShape, use: Use): Code {
  const type = shapeType(plan, scope, member.shape, use);
  const text = code`readonly ${propertyName(member.name)}${member.optional ? code`?` : code``}: ${type}`;
  const [docs] = memberDocs(plan, member);
  return docs === undefined ? text : code`${docLines(docs)}\n${text}`;
}

/** What members beyond the named ones hold. TypeScript wants the named ones to fit, absent ones included. */
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

/** A type that stands before `[]`. */
function operand(shape: Shape, text: Code): Code {
  return /^(?:[\w$.]+|\{[^]*\})$/u.test(text) &&
    shape.kind !== 'union' &&
    shape.kind !== 'intersection'
    ? text
    : bracketed(text);
}

/** A type that stands before `?`. */
function grouped(shape: Shape, text: Code): Code {
  const isLiteral = shape.kind === 'object' && shape.extends.length === 0;
  return / [|&] |^readonly /u.test(text) && !isLiteral ? bracketed(text) : text;
}

/** A type that stands beside `&`. */
function operandOfAnd(shape: Shape, text: Code): Code {
  const bindsLess = shape.kind === 'union' || shape.kind === 'open-enum' || shape.kind === 'binary';
  return bindsLess ? bracketed(text) : text;
}

function bracketed(text: Code): Code {
  return /^[\w$.]+$|^'[^']*'$/u.test(text) ? text : code`(${text})`;
}

/** One of several types: an intersection is put into brackets there, as the formatter does it. */
function alternative(shape: Shape, text: Code): Code {
  const isIntersection =
    shape.kind === 'intersection' || (shape.kind === 'object' && shape.extends.length > 0);
  return isIntersection && text.includes(' & ') ? code`(${text})` : text;
}

function unique(types: readonly Code[]): readonly Code[] {
  return [...new Set(types)];
}
