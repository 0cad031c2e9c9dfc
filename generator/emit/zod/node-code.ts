import { identifierName } from '../../plan/names.js';
import type { Identifier } from '../../plan/plan.js';
import type { ZodLiteral, ZodMember, ZodNode } from '../../plan/zod/node.js';
import { code, type Code, literal, propertyKey } from '../code.js';
import type { FileScope } from '../source-file.js';
import { type Call, callCode, chainCode, followedBy, listCode, objectCode } from './lay-out.js';
import { arrayCalls, numberCalls, objectCalls, stringCalls } from './refinements.js';

/** What printing a node asks of its file. */
export interface ZodPrinting {
  readonly scope: FileScope;
  /** `z`. */
  readonly zod: Code;
  /** Narrows a list of schemas to those that a member tells apart. */
  told(): Code;
}

/** A node as the call that makes it; `depth` is how far its lines are indented. */
export function nodeCode(node: ZodNode, depth: number, printing: ZodPrinting): Code {
  const { zod, scope } = printing;
  const inner = (each: ZodNode): Code => nodeCode(each, depth + 1, printing);
  const list = (nodes: readonly ZodNode[]): Code =>
    listCode(
      nodes.map((each) => nodeCode(each, depth + 2, printing)),
      depth + 1,
    );
  switch (node.kind) {
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
      return code`${zod}.${kindCode[node.kind]}()`;
    case 'literal':
      return literalCode(node.values, depth, printing);
    case 'string':
      return chainCode(zod, code`string()`, stringCalls(node, scope), depth);
    case 'number':
      return chainCode(zod, code`number()`, numberCalls(node, scope), depth);
    case 'array':
      return arrayCode(node, depth, printing);
    case 'object':
      return objectNodeCode(node, depth, printing);
    case 'record':
      return callCode(code`${zod}.record`, [code`${zod}.string()`, inner(node.values)], depth);
    case 'union':
      return callCode(
        code`${zod}.${node.how === 'one' ? code`xor` : code`union`}`,
        [list(node.members)],
        depth,
      );
    case 'discriminated':
      return callCode(
        code`${zod}.discriminatedUnion`,
        [literal(node.property), callCode(printing.told(), [list(node.members)], depth + 1)],
        depth,
      );
    case 'intersection':
      return intersectionCode(node.members, depth, printing);
    case 'reference':
      return scope.name(node.target);
  }
}

const kindCode = {
  unknown: code`unknown`,
  never: code`never`,
  null: code`null`,
  boolean: code`boolean`,
} as const;

function literalCode(values: readonly ZodLiteral[], depth: number, { zod }: ZodPrinting): Code {
  const [only] = values;
  if (only !== undefined && values.length === 1) return code`${zod}.literal(${literal(only)})`;
  return callCode(code`${zod}.literal`, [listCode(values.map(literal), depth + 1)], depth);
}

function arrayCode(
  node: Extract<ZodNode, { readonly kind: 'array' }>,
  depth: number,
  printing: ZodPrinting,
): Code {
  const { zod, scope } = printing;
  const items = nodeCode(node.items, depth + 1, printing);
  if (node.prefix.length === 0) {
    const start = callCode(code`array`, [items], depth);
    return chainCode(zod, start, arrayCalls(node, scope), depth);
  }
  const prefix = node.prefix.map((each, index) => {
    const item = nodeCode(each, depth + 2, printing);
    return index < (node.minItems ?? 0) ? item : followedBy(item, code`.optional()`);
  });
  const places = listCode(prefix, depth + 1);
  const rest = node.items.kind === 'never' ? [] : [items];
  const start = callCode(code`tuple`, [places, ...rest], depth);
  return chainCode(zod, start, arrayCalls(node, scope), depth);
}

function objectNodeCode(
  node: Extract<ZodNode, { readonly kind: 'object' }>,
  depth: number,
  printing: ZodPrinting,
): Code {
  const { zod, scope } = printing;
  const make =
    node.others === 'open'
      ? code`looseObject`
      : node.others === 'closed'
        ? code`strictObject`
        : code`object`;
  const start = callCode(
    make,
    [objectCode(node.members.map((member) => memberCode(member, depth, printing)))],
    depth,
  );
  const others: readonly Call[] =
    typeof node.others === 'string'
      ? []
      : [{ name: code`catchall`, arguments: [nodeCode(node.others, depth + 1, printing)] }];
  return chainCode(zod, start, [...others, ...objectCalls(node, scope)], depth);
}

function memberCode(
  { name, node, optional }: ZodMember,
  depth: number,
  printing: ZodPrinting,
): Code {
  const value = nodeCode(node, depth + 1, printing);
  return code`${propertyKey(name)}: ${optional ? followedBy(value, code`.optional()`) : value}`;
}

function intersectionCode(members: readonly ZodNode[], depth: number, printing: ZodPrinting): Code {
  const [first] = members;
  if (first === undefined) throw new Error('an intersection has members');
  if (members.length === 1) return nodeCode(first, depth, printing);
  // In halves: one inside the next, thousands would be too deep for a program and for who reads them.
  const half = Math.floor(members.length / 2);
  const left = intersectionCode(members.slice(0, half), depth + 1, printing);
  const right = intersectionCode(members.slice(half), depth + 1, printing);
  return callCode(code`${printing.zod}.intersection`, [left, right], depth);
}

/** The import of Zod itself. */
export const zodIdentifier: Identifier = {
  name: identifierName('z'),
  from: 'zod',
  typeOnly: false,
};
