import { identifierName } from '../../plan/names.js';
import type { Identifier } from '../../plan/plan.js';
import type { ZodLiteral, ZodMember, ZodNode } from './node.js';
import { code, type Text, literal, propertyKey } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import { type Call, callCode, chainCode, followedBy, listCode, objectCode } from './lay-out.js';
import { arrayCalls, numberCalls, objectCalls, stringCalls } from './refinements.js';

/** Context for printing nodes. */
export interface ZodContext {
  readonly scope: FileScope;
  /** Name of Zod's namespace import, `z`. */
  readonly zod: Text;
  /**
   * Name of the helper that narrows a list of schemas to the type that a discriminated union
   * requires.
   */
  discriminable(): Text;
}

/** Prints a node as the call that creates its schema. `depth` is the indentation of its lines. */
export function nodeCode(node: ZodNode, depth: number, context: ZodContext): Text {
  const { zod, scope } = context;
  const inner = (each: ZodNode): Text => nodeCode(each, depth + 1, context);
  const list = (nodes: readonly ZodNode[]): Text =>
    listCode(
      nodes.map((each) => nodeCode(each, depth + 2, context)),
      depth + 1,
    );
  switch (node.kind) {
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
      return code`${zod}.${kindCode[node.kind]}()`;
    case 'literal':
      return literalCode(node.values, depth, context);
    case 'string':
      return chainCode(zod, code`string()`, stringCalls(node, scope), depth);
    case 'number':
      return chainCode(zod, code`number()`, numberCalls(node, scope), depth);
    case 'array':
      return arrayCode(node, depth, context);
    case 'object':
      return objectNodeCode(node, depth, context);
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
        [
          literal(node.property),
          callCode(context.discriminable(), [list(node.members)], depth + 1),
        ],
        depth,
      );
    case 'intersection':
      return intersectionCode(node.members, depth, context);
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

function literalCode(values: readonly ZodLiteral[], depth: number, { zod }: ZodContext): Text {
  const [single] = values;
  if (single !== undefined && values.length === 1) return code`${zod}.literal(${literal(single)})`;
  return callCode(code`${zod}.literal`, [listCode(values.map(literal), depth + 1)], depth);
}

function arrayCode(
  node: Extract<ZodNode, { readonly kind: 'array' }>,
  depth: number,
  context: ZodContext,
): Text {
  const { zod, scope } = context;
  const items = nodeCode(node.items, depth + 1, context);
  if (node.prefix.length === 0) {
    const start = callCode(code`array`, [items], depth);
    return chainCode(zod, start, arrayCalls(node, scope), depth);
  }
  const prefix = node.prefix.map((each, index) => {
    const item = nodeCode(each, depth + 2, context);
    return index < (node.minItems ?? 0) ? item : followedBy(item, code`.optional()`);
  });
  const prefixList = listCode(prefix, depth + 1);
  const rest = node.items.kind === 'never' ? [] : [items];
  const start = callCode(code`tuple`, [prefixList, ...rest], depth);
  return chainCode(zod, start, arrayCalls(node, scope), depth);
}

function objectNodeCode(
  node: Extract<ZodNode, { readonly kind: 'object' }>,
  depth: number,
  context: ZodContext,
): Text {
  const { zod, scope } = context;
  const factory =
    node.others === 'open'
      ? code`looseObject`
      : node.others === 'closed'
        ? code`strictObject`
        : code`object`;
  const start = callCode(
    factory,
    [objectCode(node.members.map((member) => memberCode(member, depth, context)))],
    depth,
  );
  const others: readonly Call[] =
    typeof node.others === 'string'
      ? []
      : [{ name: code`catchall`, arguments: [nodeCode(node.others, depth + 1, context)] }];
  return chainCode(zod, start, [...others, ...objectCalls(node, scope)], depth);
}

function memberCode({ name, node, optional }: ZodMember, depth: number, context: ZodContext): Text {
  const value = nodeCode(node, depth + 1, context);
  return code`${propertyKey(name)}: ${optional ? followedBy(value, code`.optional()`) : value}`;
}

function intersectionCode(members: readonly ZodNode[], depth: number, context: ZodContext): Text {
  const [first] = members;
  if (first === undefined) throw new Error('an intersection has members');
  if (members.length === 1) return nodeCode(first, depth, context);
  // Balanced nesting. A linear one would nest thousands of levels deep.
  const half = Math.floor(members.length / 2);
  const left = intersectionCode(members.slice(0, half), depth + 1, context);
  const right = intersectionCode(members.slice(half), depth + 1, context);
  return callCode(code`${context.zod}.intersection`, [left, right], depth);
}

/** Import of Zod. */
export const zodIdentifier: Identifier = {
  name: identifierName('z'),
  from: 'zod',
  typeOnly: false,
};
