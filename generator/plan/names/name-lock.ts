import type { SchemaId } from '../../model/schema.js';
import type { NameTargetKind, NameTargets } from './name-targets.js';
import type { CheckPlan, OperationPlan, Plan } from '../plan.js';
import { lowerFirst, upperFirst } from './words.js';

/** Exported names of a target: its name, and those of its parts that differ from their defaults. */
export interface LockedNames {
  readonly name: string;
  readonly parts: ReadonlyMap<string, string>;
}

/** Exported names by target. */
export type NameLock = Readonly<Record<NameTargetKind, ReadonlyMap<string, LockedNames>>>;

/** An exported name that belongs to an operation or a schema. */
export interface PartName {
  /** Kind of part, such as `query`, `guard` or `method`. */
  readonly part: string;
  readonly name: string;
  /** Name of the part if there is no conflict. */
  readonly defaultName: string;
}

/** Exported names with all parts. */
export type PackageNames = Readonly<
  Record<NameTargetKind, ReadonlyMap<string, LockedNames & { readonly all: readonly PartName[] }>>
>;

/** Collects the exported names of a package's operations and schemas. */
export function packageNames(plan: Plan, targets: NameTargets): PackageNames {
  const withParts = (name: string, all: readonly PartName[]): LockedNames & { all: typeof all } => {
    const renamed = all.filter((part) => part.name !== part.defaultName);
    return { name, all, parts: new Map(renamed.map((each) => [each.part, each.name])) };
  };
  const operations = [...plan.operations, ...plan.deliveries].map(
    (each) =>
      [
        targets.operation(each.operation),
        withParts(each.function.name, operationParts(each)),
      ] as const,
  );
  const names = new Map<SchemaId, string>();
  const inputs = new Map<SchemaId, string>();
  for (const { id, identifier } of plan.types)
    (names.has(id) ? inputs : names).set(id, identifier.name);
  const checks = new Map(plan.checks.map((check) => [String(check.type?.name), check]));
  const schemas = [...names].map(([id, name]) => {
    const parts = schemaParts(name, inputs.get(id), checks.get(name));
    return [targets.schema(id), withParts(name, parts)] as const;
  });
  return { operations: new Map(operations), schemas: new Map(schemas) };
}

function operationParts(operation: OperationPlan): readonly PartName[] {
  const names = operation.function.name;
  const type = upperFirst(names);
  const { arguments: plannedArguments, server } = operation;
  const hasOptionsType = plannedArguments.options.from.endsWith('.ts');
  return [
    ...part('descriptor', operation.descriptor.name, `${names}Descriptor`),
    ...(operation.operation.sentBy === 'client'
      ? part('call', operation.callType.name, `${type}Call`)
      : part('arguments', operation.callType.name, `${type}Arguments`)),
    ...part('responses', operation.responsesType.name, `${type}Responses`),
    ...part('outcomes', operation.accepts?.outcomesType.name, `${type}Outcomes`),
    ...part('request', server.requestType.name, `${type}HandlerRequest`),
    ...part('replies', server.repliesType?.name, `${type}Replies`),
    ...part('query', plannedArguments.queryType?.name, `${type}Query`),
    ...part('headers', plannedArguments.headersType?.name, `${type}Headers`),
    ...part('cookies', plannedArguments.cookiesType?.name, `${type}Cookies`),
    ...part(
      'input',
      plannedArguments.input.kind === 'parts' ? plannedArguments.input.type?.name : undefined,
      `${type}Input`,
    ),
    ...part(
      'options',
      hasOptionsType ? plannedArguments.options.name : undefined,
      `${type}Options`,
    ),
    ...part('method', operation.method, names),
  ];
}

function schemaParts(
  name: string,
  input: string | undefined,
  check: CheckPlan | undefined,
): readonly PartName[] {
  const type = upperFirst(name);
  return [
    ...part('input', input, `${name}Input`),
    ...part('guard', check?.exported === true ? check.guard.name : undefined, `is${type}`),
    ...part('standard', check?.schema?.name, `${lowerFirst(type)}Schema`),
  ];
}

function part(key: string, name: string | undefined, defaultName: string): readonly PartName[] {
  return name === undefined ? [] : [{ part: key, name, defaultName }];
}

/**
 * Formats a lock: an object for each kind and a sorted line for each target, so that branches
 * seldom conflict.
 */
export function formatLock(lock: NameLock): string {
  const kinds = (['operations', 'schemas'] as const).flatMap((kind) => {
    const lines = [...lock[kind]]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([target, { name, parts }]) => {
        const value = parts.size === 0 ? JSON.stringify(name) : inline([['name', name], ...parts]);
        return `    ${JSON.stringify(target)}: ${value}`;
      });
    return lines.length === 0 ? [] : [`  "${kind}": {\n${lines.join(',\n')}\n  }`];
  });
  return `{\n${kinds.join(',\n')}\n}\n`;
}

function inline(members: readonly (readonly [string, string])[]): string {
  return `{ ${members.map(([key, name]) => `"${key}": ${JSON.stringify(name)}`).join(', ')} }`;
}
