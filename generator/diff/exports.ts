import type { Api, Operation } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import { packageNames, type PackageNames } from '../plan/names/name-lock.js';
import { createNameTargets, type NameTargets } from '../plan/names/name-targets.js';
import type { OperationPlan, Plan } from '../plan/plan.js';
import type { ChangedNodes } from './change.js';
import { fixExports, fixNamesOf, type FixNames } from './fix-exports.js';
import {
  messageExports,
  messageNamesOf,
  payloadsOf,
  type MessageNames,
} from './message-exports.js';

/** An exported name of the generated package, or a member of it, that a change concerns. */
export interface ChangedExport {
  readonly name: string;
  readonly kind: 'function' | 'type' | 'constant' | 'method';
  /** Property of the type, such as `owner.name`. */
  readonly member?: string;
  readonly change: 'added' | 'removed' | 'changed' | 'renamed';
  /** The former name, if it is renamed. */
  readonly before?: string;
}

/** Finds the exported names of a change. */
export type ExportsOf = (nodes: ChangedNodes) => readonly ChangedExport[];

/** The names of one description's package. */
interface NamesOf {
  readonly targets: NameTargets;
  readonly names: PackageNames;
  readonly types: ReadonlyMap<SchemaId, string>;
  readonly operations: ReadonlyMap<Operation['key'], OperationPlan>;
  /** Properties of the client by operation. */
  readonly services: ReadonlyMap<Operation['key'], string>;
  readonly fix: FixNames;
  readonly messages: MessageNames;
}

/** Creates a function that looks up names in the plans of both packages. */
export function createExports(
  old: { readonly api: Api; readonly plan: Plan },
  next: { readonly api: Api; readonly plan: Plan },
): ExportsOf {
  const [before, after] = [namesOf(old.api, old.plan), namesOf(next.api, next.plan)];
  return (nodes) => {
    if (nodes.oldFix !== undefined || nodes.nextFix !== undefined)
      return fixExports(before.fix, after.fix, nodes);
    const { oldSchema, nextSchema, oldOperation, nextOperation, parameter } = nodes;
    const ofSchema =
      oldSchema === undefined || nextSchema === undefined
        ? []
        : typeExports(memberAt(before, oldSchema), memberAt(after, nextSchema));
    if (ofSchema.length > 0) return ofSchema;
    if (nodes.oldMessaging !== undefined || nodes.nextMessaging !== undefined) {
      const payloads = payloadsOf(old.api, next.api, nodes);
      return [
        ...messageTypes(before, payloads.old, after, payloads.next),
        ...messageExports(before.messages, after.messages, nodes),
      ];
    }
    if (parameter !== undefined && oldOperation !== undefined && nextOperation !== undefined)
      return parameterExports(before, after, nodes);
    return operationExports(before, after, nodes);
  };
}

function namesOf(api: Api, plan: Plan): NamesOf {
  const targets = createNameTargets(api);
  const types = new Map<SchemaId, string>();
  // Types of values that are received come first, and those that are sent may have a name of their own.
  for (const { id, identifier } of plan.types) if (!types.has(id)) types.set(id, identifier.name);
  const operations = [...plan.operations, ...plan.deliveries];
  return {
    targets,
    types,
    fix: fixNamesOf(plan),
    messages: messageNamesOf(plan),
    names: packageNames(plan, targets),
    operations: new Map(operations.map((each) => [each.operation.key, each])),
    services: new Map(
      plan.services.flatMap(({ property, operations: ofService }) =>
        ofService.map(({ operation }) => [operation.key, property] as const),
      ),
    ),
  };
}

/** Types of the payloads of messages. */
function messageTypes(
  before: NamesOf,
  old: SchemaId | undefined,
  after: NamesOf,
  next: SchemaId | undefined,
): readonly ChangedExport[] {
  const [left, right] = [old && memberAt(before, old)?.type, next && memberAt(after, next)?.type];
  const has = ({ types }: NamesOf, name: string): boolean => [...types.values()].includes(name);
  if (left === right)
    return left === undefined ? [] : [{ name: left, kind: 'type', change: 'changed' }];
  if (left === undefined)
    return right === undefined || has(before, right)
      ? []
      : [{ name: right, kind: 'type', change: 'added' }];
  if (right === undefined)
    return has(after, left) ? [] : [{ name: left, kind: 'type', change: 'removed' }];
  return [{ name: right, kind: 'type', change: 'renamed', before: left }];
}

/** A type, and the path of a property in it. */
interface TypeMember {
  readonly type: string;
  readonly path: readonly string[];
}

/** The nearest named type that contains a schema. */
function memberAt({ types }: NamesOf, id: SchemaId): TypeMember | undefined {
  const hash = id.indexOf('#');
  const base = id.slice(0, hash + 1);
  const tokens = id.slice(hash + 1).split('/');
  for (let length = tokens.length; length > 0; length--) {
    const type = types.get((base + tokens.slice(0, length).join('/')) as SchemaId);
    if (type !== undefined) return { type, path: propertiesIn(tokens.slice(length)) };
  }
  return undefined;
}

/** Names of properties in the rest of a pointer. */
function propertiesIn(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token, index) =>
    token === 'properties' && tokens[index + 1] !== undefined
      ? [decodeURIComponent((tokens[index + 1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~'))]
      : [],
  );
}

function typeExports(
  old: TypeMember | undefined,
  next: TypeMember | undefined,
): readonly ChangedExport[] {
  const found = [old, next].filter((each) => each !== undefined);
  const longest = found.toSorted((left, right) => right.path.length - left.path.length)[0];
  if (longest === undefined) return [];
  const change =
    old === undefined || (next !== undefined && next.path.length > old.path.length)
      ? 'added'
      : next === undefined || old.path.length > next.path.length
        ? 'removed'
        : 'changed';
  const member = longest.path.join('.');
  return [
    {
      name: longest.type,
      kind: 'type',
      ...(member !== '' && { member }),
      change: member === '' ? 'changed' : change,
    },
  ];
}

/** Types with the members for query parameters, headers and cookies, or the function for path parameters. */
function parameterExports(
  before: NamesOf,
  after: NamesOf,
  { oldOperation, nextOperation, parameter }: ChangedNodes,
): readonly ChangedExport[] {
  if (parameter === undefined) return [];
  const find = (names: NamesOf, operation: Operation | undefined): string | undefined => {
    const planned = operation && names.operations.get(operation.key)?.arguments;
    if (planned === undefined) return undefined;
    const lists = [
      [planned.query, planned.queryType],
      [planned.headers, planned.headersType],
      [planned.cookies, planned.cookiesType],
    ] as const;
    const list = lists.find(([parameters]) =>
      parameters.some((each) => each.in === parameter.in && each.name === parameter.name),
    );
    return (list?.[1] ?? planned.input.type)?.name;
  };
  const [old, next] = [find(before, oldOperation), find(after, nextOperation)];
  const name = next ?? old;
  if (name === undefined || parameter.in === 'path')
    return operationExports(before, after, { oldOperation, nextOperation });
  const isOld = oldOperation?.parameters.some((each) => each.name === parameter.name) === true;
  const isNew = nextOperation?.parameters.some((each) => each.name === parameter.name) === true;
  return [
    {
      name,
      kind: 'type',
      member: parameter.name,
      change: isOld ? (isNew ? 'changed' : 'removed') : 'added',
    },
  ];
}

/** Names of an operation: all of them if it is new or gone, and otherwise those that differ, or its function. */
function operationExports(
  before: NamesOf,
  after: NamesOf,
  { oldOperation, nextOperation }: ChangedNodes,
): readonly ChangedExport[] {
  const old = allNames(before, oldOperation);
  const next = allNames(after, nextOperation);
  const changes = [...new Set([...old.keys(), ...next.keys()])].flatMap(
    (part): readonly ChangedExport[] => {
      const [left, right] = [old.get(part), next.get(part)];
      const name = right ?? left;
      if (name === undefined || left === right) return [];
      const kind = kindOf(part);
      if (left === undefined) return [{ name, kind, change: 'added' }];
      if (right === undefined) return [{ name, kind, change: 'removed' }];
      return [{ name, kind, change: 'renamed', before: left }];
    },
  );
  const name = next.get('function');
  if (changes.length > 0 || name === undefined || old.size === 0) return changes;
  return [{ name, kind: 'function', change: 'changed' }];
}

function allNames(names: NamesOf, operation: Operation | undefined): ReadonlyMap<string, string> {
  const found = operation && names.names.operations.get(names.targets.operation(operation));
  if (found === undefined || operation === undefined) return new Map();
  const service = names.services.get(operation.key);
  return new Map([
    ['function', found.name],
    ...found.all.map(
      ({ part, name }) =>
        [part, part === 'method' && service !== undefined ? `${service}.${name}` : name] as const,
    ),
  ]);
}

function kindOf(part: string): ChangedExport['kind'] {
  if (part === 'function' || part === 'method') return part;
  return part === 'descriptor' ? 'constant' : 'type';
}
