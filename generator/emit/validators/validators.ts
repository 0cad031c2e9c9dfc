import type { StructureKind, VariableDeclarationKind } from 'ts-morph';
import type { Content, Outcome, Parameter } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { Use } from '../../model/shape.js';
import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { identifierName } from '../../plan/names.js';
import { lowerFirst } from '../../plan/words.js';
import { code, propertyKey, type Code } from '../code.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { compileChecks, type CheckRoot, type CompileOptions } from './compile-checks.js';
import { layOutLiteral, type LiteralTree } from './literal-tree.js';
import { withUsedImports } from './used-imports.js';

const path = 'validators.ts';
const runtime = '@tallystick/runtime/validate';

/** `validators.ts`: checks of every named schema, and which of them belong to which part of an operation. */
export function emitValidators(plan: Plan, options: CompileOptions = {}): readonly SourceFile[] {
  const scope = createFileScope(plan, path);
  const names = new Map(plan.api.components.map(({ id, name }) => [id, name]));
  const nameOf = (id: SchemaId): string | undefined => names.get(id);
  const operations = plan.operations.filter(({ operation }) => operation.sentBy === 'client');
  const all = plan.checks.map((check): CheckRoot => {
    const { id, use, guard, report, assert, standard, type, exported } = check;
    return {
      id,
      direction:
        use.direction === 'send' ? 'request' : use.direction === 'receive' ? 'response' : 'both',
      guard: scope.name(guard),
      report: scope.name(report),
      ...(assert === undefined ? {} : { assert: scope.name(assert) }),
      ...(standard === undefined ? {} : { standard: scope.name(standard) }),
      ...(type === undefined ? {} : { type: scope.name(type) }),
      exported,
      name: type?.name ?? names.get(id) ?? guard.name.replace(/^is/, ''),
    };
  });
  const constants = createConstants(plan, scope);
  const requests = requestTable(constants.of(sent), operations);
  const responses = responseTable(constants.of(received), operations);
  const { webhooks } = plan;
  const deliveries =
    webhooks &&
    requestTable(
      constants.of(received),
      webhooks.webhooks.map(({ operation }) => operation),
    );
  const roots = all.flatMap((root) => {
    if (root.exported) return [root];
    const constant = constants.nameOf(root.guard);
    return constant === undefined ? [] : [{ ...root, constant }];
  });
  const checks = compileChecks(plan.api.schemas, roots, scope, {
    nameOf,
    int64: plan.shapes.int64,
    ...options,
  });
  return [
    withUsedImports(
      scope.finish([
        ...checks,
        ...(plan.api.speaks.includes('http')
          ? [
              table(plan.server.requestChecks, 'RequestChecks', scope, requests),
              table(plan.server.responseChecks, 'ResponseChecks', scope, responses),
            ]
          : []),
        ...(webhooks === undefined || deliveries === undefined
          ? []
          : [table(webhooks.checks, 'RequestChecks', scope, deliveries)]),
      ]),
    ),
  ];
}

function table(
  name: Identifier,
  type: 'RequestChecks' | 'ResponseChecks',
  scope: FileScope,
  members: LiteralTree,
): Declaration {
  const typeName = {
    name: identifierName(type),
    from: runtime,
    typeOnly: true,
  };
  return {
    kind: 41 as StructureKind.VariableStatement,
    isExported: true,
    declarationKind: 'const' as VariableDeclarationKind.Const,
    declarations: [
      { name: scope.name(name), type: scope.name(typeName), initializer: layOutLiteral(members) },
    ],
    docs: [],
  };
}

const sent: Use = { direction: 'send', representation: 'wire' };
const received: Use = { direction: 'receive', representation: 'wire' };

/** Operations of which nothing is checked are left out. */
function requestTable(check: CheckOf, operations: readonly OperationPlan[]): LiteralTree {
  return operations.flatMap(({ id, operation }) => {
    const { parameters, request, binding } = operation;
    const params = binding.kind === 'json-rpc' ? binding.params.members : [];
    const members = [
      ...list(
        'parameters',
        parameters.map((parameter) => check(schemaOf(parameter))),
      ),
      ...list('body', contentsOf(request?.contents ?? [], check)),
      ...list(
        'params',
        params.map(({ schema }) => check(schema)),
      ),
    ];
    return members.length === 0 ? [] : [[propertyKey(id), members] as const];
  });
}

/** By index, up to the last outcome of which anything is checked. */
function responseTable(check: CheckOf, operations: readonly OperationPlan[]): LiteralTree {
  return operations.flatMap(({ id, operation, outcomes }) => {
    const result = operation.binding.kind === 'json-rpc' ? operation.binding.result : undefined;
    const checks = outcomes.map(({ outcome }) => outcomeChecks(outcome, result, check));
    const last = checks.findLastIndex((members) => members.length > 0);
    return last < 0 ? [] : [[propertyKey(id), { items: checks.slice(0, last + 1) }] as const];
  });
}

function outcomeChecks(
  outcome: Outcome,
  result: SchemaId | undefined,
  check: CheckOf,
): readonly (readonly [Code, LiteralTree])[] {
  const contents =
    'result' in outcome.when && outcome.contents.length === 0
      ? [check(result)]
      : contentsOf(outcome.contents, check);
  return [
    ...list(
      'headers',
      outcome.headers.map((header) => check(schemaOf(header))),
    ),
    ...list('contents', contents),
  ];
}

type CheckOf = (id: SchemaId | undefined) => Code | undefined;

/** What tables of checks name: the Standard Schema of a named schema, a constant for any other one. */
interface CheckConstants {
  of(use: Use): CheckOf;
  /** The constant of the unnamed check with this guard, if a table names it. */
  nameOf(guard: Code): Code | undefined;
}

function createConstants(plan: Plan, scope: FileScope): CheckConstants {
  const names = new Map<string, Code>();
  const of =
    (use: Use): CheckOf =>
    (id) => {
      const check = id === undefined ? undefined : plan.checkOf(id, use);
      if (check === undefined) return undefined;
      if (check.standard !== undefined) return scope.name(check.standard);
      const known = names.get(check.guard.name);
      if (known !== undefined) return known;
      const name = scope.local(`${lowerFirst(check.guard.name.replace(/^is/, ''))}Check`);
      names.set(check.guard.name, name);
      return name;
    };
  return { of, nameOf: (guard) => names.get(guard) };
}

/** A stream is checked item by item. */
function contentsOf(contents: readonly Content[], check: CheckOf): readonly (Code | undefined)[] {
  return contents.map(({ schema, item }) => check(item ?? schema));
}

function schemaOf({ wire, schema }: Parameter): SchemaId {
  return wire.kind === 'content' ? (wire.content.schema ?? schema) : schema;
}

function list(
  name: 'parameters' | 'body' | 'params' | 'headers' | 'contents',
  checks: readonly (Code | undefined)[],
): readonly (readonly [Code, LiteralTree])[] {
  if (checks.every((check) => check === undefined)) return [];
  return [[propertyKey(name), { items: checks.map((check) => check ?? code`undefined`) }]];
}
