import type { SchemaId } from '../model/schema.js';
import type { PlaceKind, Places } from './places.js';
import type { CheckPlan, OperationPlan, Plan } from './plan.js';
import { lowerFirst, upperFirst } from './words.js';

/** The public names of one thing: its own, and those of its parts that are not called after it as usual. */
export interface LockedNames {
  readonly name: string;
  readonly parts: ReadonlyMap<string, string>;
}

/** Public names by the places of what has them. */
export type NameLock = Readonly<Record<PlaceKind, ReadonlyMap<string, LockedNames>>>;

/** A public name that belongs to an operation or a schema. */
export interface PartName {
  /** `query`, `guard`, `method`. */
  readonly part: string;
  readonly name: string;
  /** What it is called where nothing is in the way. */
  readonly usual: string;
}

/** The same with all parts. */
export type PackageNames = Readonly<
  Record<PlaceKind, ReadonlyMap<string, LockedNames & { readonly all: readonly PartName[] }>>
>;

/** What a package calls its operations and schemas. */
export function packageNames(plan: Plan, places: Places): PackageNames {
  const named = (name: string, all: readonly PartName[]): LockedNames & { all: typeof all } => {
    const unusual = all.filter((part) => part.name !== part.usual);
    return { name, all, parts: new Map(unusual.map((each) => [each.part, each.name])) };
  };
  const delivered = plan.webhooks?.webhooks.map(({ operation }) => operation) ?? [];
  const operations = [...plan.operations, ...delivered].map(
    (each) =>
      [places.operation(each.operation), named(each.function.name, operationParts(each))] as const,
  );
  const own = new Map<SchemaId, string>();
  const inputs = new Map<SchemaId, string>();
  for (const { id, identifier } of plan.types)
    (own.has(id) ? inputs : own).set(id, identifier.name);
  const checks = new Map(plan.checks.map((check) => [String(check.type?.name), check]));
  const schemas = [...own].map(([id, name]) => {
    const parts = schemaParts(name, inputs.get(id), checks.get(name));
    return [places.schema(id), named(name, parts)] as const;
  });
  return { operations: new Map(operations), schemas: new Map(schemas) };
}

function operationParts(operation: OperationPlan): readonly PartName[] {
  const own = operation.function.name;
  const type = upperFirst(own);
  const { arguments: given, server } = operation;
  const isOwnOptions = given.options.from.endsWith('.ts');
  return [
    ...part('descriptor', operation.descriptor.name, `${own}Descriptor`),
    ...part('arguments', operation.argumentsType.name, `${type}Arguments`),
    ...part('outcome', operation.outcomeType.name, `${type}Outcome`),
    ...part('outcomes', operation.accepts?.outcomesType.name, `${type}Outcomes`),
    ...part('request', server.requestType.name, `${type}HandlerRequest`),
    ...part('respond', server.respondType.name, `${type}Respond`),
    ...part('answer', server.answerType.name, `${type}Answer`),
    ...part('query', given.queryType?.name, `${type}Query`),
    ...part('headers', given.headersType?.name, `${type}Headers`),
    ...part('cookies', given.cookiesType?.name, `${type}Cookies`),
    ...part(
      'input',
      given.input.kind === 'parts' ? given.input.type?.name : undefined,
      `${type}Input`,
    ),
    ...part('options', isOwnOptions ? given.options.name : undefined, `${type}Options`),
    ...part('method', operation.method, own),
  ];
}

function schemaParts(
  name: string,
  input: string | undefined,
  check: CheckPlan | undefined,
): readonly PartName[] {
  const type = upperFirst(name);
  const isExported = check?.exported === true;
  return [
    ...part('input', input, `${name}Input`),
    ...part('guard', isExported ? check.guard.name : undefined, `is${type}`),
    ...part('report', isExported ? check.report.name : undefined, `check${type}`),
    ...part('assert', check?.assert?.name, `assert${type}`),
    ...part('standard', check?.standard?.name, `${lowerFirst(type)}Schema`),
  ];
}

function part(key: string, name: string | undefined, usual: string): readonly PartName[] {
  return name === undefined ? [] : [{ part: key, name, usual }];
}

/** A lock as it is written: an object for each kind, a line for each place, sorted, so that branches rarely touch the same line. */
export function formatLock(lock: NameLock): string {
  const kinds = (['operations', 'schemas'] as const).flatMap((kind) => {
    const lines = [...lock[kind]]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([place, { name, parts }]) => {
        const value = parts.size === 0 ? JSON.stringify(name) : inline([['name', name], ...parts]);
        return `    ${JSON.stringify(place)}: ${value}`;
      });
    return lines.length === 0 ? [] : [`  "${kind}": {\n${lines.join(',\n')}\n  }`];
  });
  return `{\n${kinds.join(',\n')}\n}\n`;
}

function inline(members: readonly (readonly [string, string])[]): string {
  return `{ ${members.map(([key, name]) => `"${key}": ${JSON.stringify(name)}`).join(', ')} }`;
}
