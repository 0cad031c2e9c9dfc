import type { Content, Outcome, Parameter } from '../../model/api.js';
import { isStream, streamForms } from '../../model/analysis/stream-forms.js';
import type { SchemaId } from '../../model/schema.js';
import type { Use } from '../../model/shape/shape.js';
import type { CheckPlan, Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { identifierName } from '../../plan/names/names.js';
import { code, propertyKey, type Code, type Text } from '../../printer/code.js';
import {
  list as listCode,
  listLines,
  objectLines,
  objectLiteral,
  pureCall,
} from '../../printer/values.js';
import { dateLocations } from '../conversions/plan.js';
import { webhooksKey } from '../webhooks/plan.js';
import { validatorsOf } from './plan.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import type { CheckReference, CheckRoot } from '../../checks/compile-checks.js';
import { createTableChecks, type CheckOf, type TableChecks } from './table-checks.js';
import { declaredConstant, exportedConstant, inferredConstant } from '../../printer/declare.js';

const runtime = '@tallystick/runtime/validate';

/** Tables of one file, and the checks that only they use. */
interface ServiceTables {
  readonly file: string;
  readonly roots: readonly CheckRoot[];
  tables(references: ReadonlyMap<CheckRoot, CheckReference>): readonly Declaration[];
}

/** A table that is printed when the names of functions are known. */
interface PendingTable {
  readonly name: Identifier;
  readonly type: TableType;
  readonly table: Table;
}

/**
 * Plans the tables of all operations in one file, or of each service in a separate file, and those
 * of deliveries.
 */
export function tablesOf(
  plan: Plan,
  scopeOf: (path: string) => FileScope,
): readonly ServiceTables[] {
  if (!plan.api.speaks.includes('http')) return [];
  const files = new Map<
    string,
    { readonly checks: TableChecks; readonly tables: PendingTable[] }
  >();
  const fileOf = (path: string) => {
    const existing = files.get(path);
    if (existing !== undefined) return existing;
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
  const { requestChecks, responseChecks } = validatorsOf(plan);
  const allOperations = {
    requests: requestChecks,
    responses: responseChecks,
    operations: plan.operations,
  };
  for (const { requests, responses, operations } of parts.length === 0 ? [allOperations] : parts) {
    const sentByClients = operations.filter(({ operation }) => operation.sentBy === 'client');
    requestsOf(requests, sentByClients, sent);
    responsesOf(responses, sentByClients);
  }
  const webhooks = plan.partOf(webhooksKey);
  if (webhooks !== undefined) requestsOf(webhooks.checks, plan.deliveries, received);
  return [...files].map(([file, { checks, tables }]) => ({
    file,
    roots: checks.roots(),
    tables: (references) =>
      tables.map(({ name, type, table }) => {
        const members = tableCode(table, (each) => checks.listed(each, references), objectLines);
        const scope = scopeOf(file);
        return variable(name, type, scope, completed(type, scope, members));
      }),
  }));
}

/**
 * Declares the combined tables if each service has its own:
 * `export const requestChecks = joinedChecks(policiesRequestChecks, …);`.
 */
export function joinedTables(
  plan: Plan,
  scopeOf: (path: string) => FileScope,
): readonly { readonly file: string; readonly declaration: Declaration }[] {
  const { requestChecks, responseChecks } = validatorsOf(plan);
  const parts = plan.services.flatMap(({ checks }) => checks ?? []);
  if (parts.length === 0) return [];
  const join = { name: identifierName('joinedChecks'), from: runtime, typeOnly: false };
  return (['RequestChecks', 'ResponseChecks'] as const).map((type) => {
    const isRequest = type === 'RequestChecks';
    const name = isRequest ? requestChecks : responseChecks;
    const scope = scopeOf(name.from);
    const tables = parts.map(({ requests, responses }) =>
      scope.name(isRequest ? requests : responses),
    );
    const joined = pureCall(scope.name(join), [listLines(tables)]);
    return {
      file: name.from,
      declaration: variable(name, type, scope, completed(type, scope, joined)),
    };
  });
}

/** Table of responses with the function of the runtime that validates them; any other table as it is. */
function completed(type: 'RequestChecks' | 'ResponseChecks', scope: FileScope, table: Code): Code {
  if (type === 'RequestChecks') return table;
  const complete = { name: identifierName('responseChecks'), from: runtime, typeOnly: false };
  return pureCall(scope.name(complete), [table]);
}

function variable(
  name: Identifier,
  type: TableType,
  scope: FileScope,
  initializer: Code,
): Declaration {
  const own = scope.name(name);
  return name.from.endsWith('.ts')
    ? exportedConstant(own, scope.name(typeOfTable(type)), initializer)
    : inferredConstant(own, initializer);
}

type TableType = 'RequestChecks' | 'ResponseChecks';

function typeOfTable(type: TableType): Identifier {
  return { name: identifierName(type), from: runtime, typeOnly: true };
}

/** Types of all tables, for the declarations beside JavaScript files. */
export function tableTypes(
  plan: Plan,
  scopeOf: (path: string) => FileScope,
): readonly { readonly file: string; readonly declaration: Declaration }[] {
  if (!plan.api.speaks.includes('http')) return [];
  const { requestChecks, responseChecks } = validatorsOf(plan);
  const webhooks = plan.partOf(webhooksKey);
  const tables: readonly (readonly [Identifier, TableType])[] = [
    [requestChecks, 'RequestChecks'],
    [responseChecks, 'ResponseChecks'],
    ...plan.services.flatMap(({ checks }): readonly (readonly [Identifier, TableType])[] =>
      checks === undefined
        ? []
        : [
            [checks.requests, 'RequestChecks'],
            [checks.responses, 'ResponseChecks'],
          ],
    ),
    ...(webhooks === undefined ? [] : [[webhooks.checks, 'RequestChecks'] as const]),
  ];
  return tables.map(([name, type]) => {
    const scope = scopeOf(name.from);
    const [own, typeName] = [scope.name(name), scope.name(typeOfTable(type))];
    return { file: name.from, declaration: declaredConstant(own, typeName) };
  });
}

const sent: Use = { direction: 'send', representation: 'wire' };
const received: Use = { direction: 'receive', representation: 'wire' };

/** Table of requests. Operations without checks are omitted. */
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
      ...itemChecks(plan, request?.contents ?? [], check),
      ...headersOfParts(request?.contents ?? [], check),
      ...list(
        'params',
        params.map(({ schema }) => check(schema)),
      ),
    ];
    return members.length === 0 ? [] : [[propertyKey(id), members] as const];
  });
}

/** Table of responses by index, up to the last outcome with a check. */
function responseTable(plan: Plan, check: CheckOf, operations: readonly OperationPlan[]): Table {
  return operations.flatMap(({ id, operation, outcomes }) => {
    const result = operation.binding.kind === 'json-rpc' ? operation.binding.result : undefined;
    const checks = outcomes.map(({ outcome }) => outcomeChecks(plan, outcome, result, check));
    const last = checks.findLastIndex((each) => each !== noChecks);
    return last < 0 ? [] : [[propertyKey(id), { items: checks.slice(0, last + 1) }] as const];
  });
}

/** Checks of an outcome. A single check stands for an outcome with only one checked content. */
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
  const forms = itemChecks(plan, outcome.contents, check);
  const [single, ...others] = contents;
  if (single !== undefined && others.length + headers.length + forms.length === 0)
    return { only: single };
  const members = [...headers, ...list('contents', contents), ...forms];
  return members.length === 0 ? noChecks : members;
}

/** A table before the names of functions are known. */
type Table =
  | readonly (readonly [key: Text, value: Table])[]
  | { readonly items: readonly Table[] }
  | { readonly checks: readonly (CheckPlan | undefined)[] | undefined }
  | { readonly only: CheckPlan };

const noChecks: Table = { checks: undefined };

/** Code of a table. `objectCode` creates its own object, as opposed to those inside it. */
function tableCode(
  table: Table,
  printList: (checks: readonly (CheckPlan | undefined)[]) => Code,
  objectCode: typeof objectLiteral = objectLiteral,
): Code {
  if ('items' in table) return listCode(table.items.map((each) => tableCode(each, printList)));
  if ('checks' in table)
    return table.checks === undefined ? code`undefined` : printList(table.checks);
  if ('only' in table) return unwrapSingle(printList([table.only]));
  return objectCode(table.map(([key, value]) => ({ key, value: tableCode(value, printList) })));
}

/** Unwraps a list with a single check. Other forms of lists are kept. */
function unwrapSingle(checks: Code): Code {
  const [single, ...others] =
    typeof checks === 'object' && checks.kind === 'list' ? checks.items : [];
  return single === undefined || others.length > 0
    ? objectLiteral([{ key: propertyKey('contents'), value: checks }])
    : single;
}

/** Checks of contents. Streams are checked by item instead, and bytes have no check: a schema describes their text. */
function contentsOf(
  plan: Plan,
  contents: readonly Content[],
  check: CheckOf,
): readonly (CheckPlan | undefined)[] {
  return contents.map((content) =>
    isStream(content) || isUnread(content) || isDateAsText(plan, content)
      ? undefined
      : check(content.schema, content.codec),
  );
}

/** True for bodies that programs receive as they are: bytes, and XML text. */
function isUnread({ codec }: Content): boolean {
  return codec === 'binary' || codec === 'opaque' || codec === 'xml-text';
}

/** True for text bodies, which are never converted. */
function isDateAsText(plan: Plan, { codec, schema }: Content): boolean {
  return (
    codec === 'text' &&
    schema !== undefined &&
    dateLocations(plan).conversionOf(schema) !== undefined
  );
}

/** Checks of stream items, by their forms. */
function itemChecks(
  plan: Plan,
  contents: readonly Content[],
  check: CheckOf,
): readonly (readonly [Text, Table])[] {
  const forms = contents.map((content) =>
    isStream(content)
      ? streamForms(plan.api.schemas, content).map(({ schema }) => check(schema))
      : [],
  );
  if (forms.flat().every((each) => each === undefined)) return [];
  const lists = forms.map((checks) => ({ checks: checks.length === 0 ? undefined : checks }));
  return [[propertyKey('items'), { items: lists }]];
}

/** Checks of part headers, by content and property name. */
function headersOfParts(
  contents: readonly Content[],
  check: CheckOf,
): readonly (readonly [Text, Table])[] {
  const tables = contents.map(({ codec, parts = [] }) =>
    parts.flatMap(({ name, headers }) => {
      const checks = headers.map((header) => check(schemaOf(header)));
      const isChecked = codec === 'multipart' && checks.some((each) => each !== undefined);
      return isChecked ? [[propertyKey(name), { checks }] as const] : [];
    }),
  );
  if (tables.every(({ length }) => length === 0)) return [];
  const lists = tables.map((table) => (table.length === 0 ? noChecks : table));
  return [[propertyKey('partHeaders'), { items: lists }]];
}

function schemaOf({ wire, schema }: Parameter): SchemaId {
  return wire.kind === 'content' ? (wire.content.schema ?? schema) : schema;
}

function list(
  name: 'parameters' | 'body' | 'params' | 'headers' | 'contents',
  checks: readonly (CheckPlan | undefined)[],
): readonly (readonly [Text, Table])[] {
  if (checks.every((check) => check === undefined)) return [];
  return [[propertyKey(name), { checks }]];
}
