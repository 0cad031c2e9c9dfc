import type { StructureKind, VariableDeclarationKind } from 'ts-morph';
import type { Content, Outcome, Parameter } from '../../model/api.js';
import { isStream, streamForms } from '../../model/stream-forms.js';
import type { SchemaId } from '../../model/schema.js';
import type { Use } from '../../model/shape.js';
import type { CheckPlan, Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { identifierName } from '../../plan/names.js';
import { code, propertyKey, type Code } from '../code.js';
import { datesOf } from '../dates.js';
import type { Declaration, FileScope } from '../source-file.js';
import type { CheckReference, CheckRoot } from './compile-checks.js';
import { layOutLiteral, type LiteralTree } from './literal-tree.js';
import { createTableChecks, type CheckOf, type TableChecks } from './table-checks.js';

const runtime = '@tallystick/runtime/validate';

/** Tables of one file, and the checks that only they name. */
interface ServiceTables {
  readonly file: string;
  readonly roots: readonly CheckRoot[];
  tables(references: ReadonlyMap<CheckRoot, CheckReference>): readonly Declaration[];
}

/** A table that waits for the names of functions. */
interface WaitingTable {
  readonly name: Identifier;
  readonly type: 'RequestChecks' | 'ResponseChecks';
  readonly table: Table;
}

/** The tables of all operations in one file, or those of each service in a file of its own; and those of deliveries. */
export function tablesOf(
  plan: Plan,
  scopeOf: (path: string) => FileScope,
): readonly ServiceTables[] {
  if (!plan.api.speaks.includes('http')) return [];
  const files = new Map<
    string,
    { readonly checks: TableChecks; readonly tables: WaitingTable[] }
  >();
  const fileOf = (path: string) => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const file = { checks: createTableChecks(plan, scopeOf(path), path), tables: [] };
    files.set(path, file);
    return file;
  };
  const requestsOf = (name: Identifier, operations: readonly OperationPlan[], use: Use): void => {
    const { checks, tables } = fileOf(name.from);
    const table = requestTable(plan, checks.of(use), operations);
    tables.push({ name, type: 'RequestChecks', table });
  };
  const responsesOf = (name: Identifier, operations: readonly OperationPlan[]): void => {
    const { checks, tables } = fileOf(name.from);
    const table = responseTable(plan, checks.of(received), operations);
    tables.push({ name, type: 'ResponseChecks', table });
  };
  const parts = plan.services.flatMap(({ checks, operations }) =>
    checks === undefined ? [] : [{ ...checks, operations }],
  );
  const { requestChecks, responseChecks } = plan.server;
  const whole = { requests: requestChecks, responses: responseChecks, operations: plan.operations };
  for (const { requests, responses, operations } of parts.length === 0 ? [whole] : parts) {
    const sentByClients = operations.filter(({ operation }) => operation.sentBy === 'client');
    requestsOf(requests, sentByClients, sent);
    responsesOf(responses, sentByClients);
  }
  const { webhooks } = plan;
  if (webhooks !== undefined) {
    const delivered = webhooks.webhooks.map(({ operation }) => operation);
    requestsOf(webhooks.checks, delivered, received);
  }
  return [...files].map(([file, { checks, tables }]) => ({
    file,
    roots: checks.roots(),
    tables: (references) =>
      tables.map(({ name, type, table }) => {
        const members = literalOf(table, (list) => checks.listed(list, references));
        return variable(name, type, scopeOf(file), layOutLiteral(members));
      }),
  }));
}

/** `export const requestChecks = joinedChecks(policiesRequestChecks, …);`, where there is one for each service. */
export function joinedTables({ services, server }: Plan, scope: FileScope): readonly Declaration[] {
  const parts = services.flatMap(({ checks }) => checks ?? []);
  if (parts.length === 0) return [];
  const join = { name: identifierName('joinedChecks'), from: runtime, typeOnly: false };
  return (['RequestChecks', 'ResponseChecks'] as const).map((type) => {
    const isRequest = type === 'RequestChecks';
    const tables = parts.map(({ requests, responses }) =>
      scope.name(isRequest ? requests : responses),
    );
    const call = code`/* @__PURE__ */ ${scope.name(join)}`;
    const lines = tables.map((each) => code`  ${each},`);
    return variable(
      isRequest ? server.requestChecks : server.responseChecks,
      type,
      scope,
      code`${call}([\n${lines}\n])`,
    );
  });
}

function variable(
  name: Identifier,
  type: 'RequestChecks' | 'ResponseChecks',
  scope: FileScope,
  initializer: Code,
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
    declarations: [{ name: scope.name(name), type: scope.name(typeName), initializer }],
    docs: [],
  };
}

const sent: Use = { direction: 'send', representation: 'wire' };
const received: Use = { direction: 'receive', representation: 'wire' };

/** Operations of which nothing is checked are left out. */
function requestTable(plan: Plan, check: CheckOf, operations: readonly OperationPlan[]): Table {
  return operations.flatMap(({ id, operation }) => {
    const { parameters, request, binding } = operation;
    const params = binding.kind === 'json-rpc' ? binding.params.members : [];
    const members = [
      ...list(
        'parameters',
        parameters.map((parameter) => check(schemaOf(parameter))),
      ),
      ...list('body', contentsOf(plan, request?.contents ?? [], check)),
      ...items(plan, request?.contents ?? [], check),
      ...headersOfParts(request?.contents ?? [], check),
      ...list(
        'params',
        params.map(({ schema }) => check(schema)),
      ),
    ];
    return members.length === 0 ? [] : [[propertyKey(id), members] as const];
  });
}

/** By index, up to the last outcome of which anything is checked. */
function responseTable(plan: Plan, check: CheckOf, operations: readonly OperationPlan[]): Table {
  return operations.flatMap(({ id, operation, outcomes }) => {
    const result = operation.binding.kind === 'json-rpc' ? operation.binding.result : undefined;
    const checks = outcomes.map(({ outcome }) => outcomeChecks(plan, outcome, result, check));
    const last = checks.findLastIndex((each) => each !== nothing);
    return last < 0 ? [] : [[propertyKey(id), { items: checks.slice(0, last + 1) }] as const];
  });
}

/** A check stands for an outcome of which nothing but its one content is checked. */
function outcomeChecks(
  plan: Plan,
  outcome: Outcome,
  result: SchemaId | undefined,
  check: CheckOf,
): Table {
  const contents =
    'result' in outcome.when && outcome.contents.length === 0
      ? [check(result)]
      : contentsOf(plan, outcome.contents, check);
  const headers = list(
    'headers',
    outcome.headers.map((header) => check(schemaOf(header))),
  );
  const forms = items(plan, outcome.contents, check);
  const [only, ...others] = contents;
  if (only !== undefined && others.length + headers.length + forms.length === 0) return { only };
  const members = [...headers, ...list('contents', contents), ...forms];
  return members.length === 0 ? nothing : members;
}

/** A table before the names of functions are known. */
type Table =
  | readonly (readonly [key: Code, value: Table])[]
  | { readonly items: readonly Table[] }
  | { readonly checks: readonly (CheckPlan | undefined)[] | undefined }
  | { readonly only: CheckPlan };

const nothing: Table = { checks: undefined };

function literalOf(
  table: Table,
  say: (checks: readonly (CheckPlan | undefined)[]) => LiteralTree,
): LiteralTree {
  if ('items' in table) return { items: table.items.map((each) => literalOf(each, say)) };
  if ('checks' in table) return table.checks === undefined ? code`undefined` : say(table.checks);
  if ('only' in table) return onlyOf(say([table.only]));
  return table.map(([key, value]) => [key, literalOf(value, say)] as const);
}

/** What a list of one holds; as long as it is one. */
function onlyOf(list: LiteralTree): LiteralTree {
  const [only, ...others] = typeof list !== 'string' && 'items' in list ? list.items : [];
  return only === undefined || others.length > 0 ? [[propertyKey('contents'), list]] : only;
}

/** A stream is checked item by item. */
function contentsOf(
  plan: Plan,
  contents: readonly Content[],
  check: CheckOf,
): readonly (CheckPlan | undefined)[] {
  return contents.map((content) =>
    isStream(content) || content.codec === 'xml-text' || isDateAsText(plan, content)
      ? undefined
      : check(content.schema, content.codec),
  );
}

/** Bodies of text stay text, whatever a program holds of the same schema elsewhere. */
function isDateAsText(plan: Plan, { codec, schema }: Content): boolean {
  return codec === 'text' && schema !== undefined && datesOf(plan).spot(schema) !== undefined;
}

/** Checks of the items of streams, by their forms. */
function items(
  plan: Plan,
  contents: readonly Content[],
  check: CheckOf,
): readonly (readonly [Code, Table])[] {
  const forms = contents.map((content) =>
    isStream(content)
      ? streamForms(plan.api.schemas, content).map(({ schema }) => check(schema))
      : [],
  );
  if (forms.flat().every((each) => each === undefined)) return [];
  const lists = forms.map((checks) => ({ checks: checks.length === 0 ? undefined : checks }));
  return [[propertyKey('items'), { items: lists }]];
}

/** Checks of the header lines of parts, by content and by the names of members. */
function headersOfParts(
  contents: readonly Content[],
  check: CheckOf,
): readonly (readonly [Code, Table])[] {
  const tables = contents.map(({ codec, parts = [] }) =>
    parts.flatMap(({ name, headers }) => {
      const checks = headers.map((header) => check(schemaOf(header)));
      const isChecked = codec === 'multipart' && checks.some((each) => each !== undefined);
      return isChecked ? [[propertyKey(name), { checks }] as const] : [];
    }),
  );
  if (tables.every(({ length }) => length === 0)) return [];
  const lists = tables.map((table) => (table.length === 0 ? nothing : table));
  return [[propertyKey('partHeaders'), { items: lists }]];
}

function schemaOf({ wire, schema }: Parameter): SchemaId {
  return wire.kind === 'content' ? (wire.content.schema ?? schema) : schema;
}

function list(
  name: 'parameters' | 'body' | 'params' | 'headers' | 'contents',
  checks: readonly (CheckPlan | undefined)[],
): readonly (readonly [Code, Table])[] {
  if (checks.every((check) => check === undefined)) return [];
  return [[propertyKey(name), { checks }]];
}
