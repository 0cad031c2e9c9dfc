import { xmlContents } from '../../model/analysis/xml-values.js';
import type { JsonRpcBinding } from '../../model/api.js';
import { requiresHeaders } from '../../plan/part-headers.js';
import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { code, type Text, identifier, join } from '../../printer/code.js';
import { printInTemplate } from '../../printer/print.js';
import { type Data, dataLiteral } from '../data-literal.js';
import { importsOf } from './literal.js';
import { exampleBody, exampleParameter, exampleSchema } from './value.js';

/** Operation for examples: preferably one that sends JSON and declares a success. */
export function exampleOperation({ operations }: Plan): OperationPlan | undefined {
  const succeeding = operations.filter(({ outcomes }) => outcomes.some(({ success }) => success));
  const notBinary = succeeding.filter(
    ({ arguments: { body } }) => body?.contents[0]?.codec !== 'binary',
  );
  const sendingJson = notBinary.find(
    ({ arguments: { body, input } }) =>
      input.kind === 'body' && body?.contents[0]?.codec === 'json',
  );
  return sendingJson ?? notBinary[0] ?? succeeding[0] ?? operations[0];
}

/** True if a body of the operations is a value in XML, so that programs need the runtime's `xml`. */
export function usesXml(operations: readonly OperationPlan[]): boolean {
  return xmlContents({ operations: operations.map(({ operation }) => operation) }).length > 0;
}

/** Method of an operation below the client, such as `policies.create`. */
export function methodPath({ services }: Plan, operation: OperationPlan): Text {
  const service = services.find(({ operations }) => operations.includes(operation));
  const method = identifier(operation.method);
  return service === undefined ? method : code`${identifier(service.property)}.${method}`;
}

/** Arguments of a call, and the exports that they refer to. */
export interface ExampleArguments {
  /** The arguments, separated by commas. Empty if nothing is required. */
  readonly text: Text;
  readonly imports: readonly Identifier[];
}

/** Arguments of a call, with the required members only. */
export function exampleArguments(plan: Plan, operation: OperationPlan): ExampleArguments {
  const list = argumentsOf(plan, operation);
  return {
    text: join(
      list.map((data) => printInTemplate(dataLiteral(data ?? null), { column: 40 })),
      ', ',
    ),
    imports: list.flatMap(importsOf),
  };
}

function argumentsOf(plan: Plan, operation: OperationPlan): readonly Data[] {
  const { path, input, body } = operation.arguments;
  const positional = path.map(({ parameter }) => exampleParameter(plan, parameter));
  const [content] = body?.contents ?? [];
  const { binding } = operation.operation;
  if (input.kind === 'none') return positional;
  if (binding.kind === 'json-rpc') return [exampleParams(plan, operation, binding)];
  if (input.kind === 'body' && content !== undefined)
    return [...positional, exampleBody(plan, content, 'readOnly')];
  if (!input.required) return positional;
  const required = (parameters: OperationPlan['arguments']['query']): Members | undefined =>
    members(
      parameters
        .filter((each) => each.required)
        .map((each) => [each.name, exampleParameter(plan, each)] as const),
    );
  const { query, headers, cookies, partHeaders } = operation.arguments;
  if (input.kind === 'query') return [...positional, required(query) ?? {}];
  const parts: Data = {
    body: content === undefined ? undefined : exampleBody(plan, content, 'readOnly'),
    query: required(query),
    headers: required(headers),
    cookies: required(cookies),
    partHeaders: members(
      partHeaders.filter(requiresHeaders).map(({ name, list, headers: all }) => {
        const needed = required(all) ?? {};
        return [name, list ? [needed] : needed] as const;
      }),
    ),
  };
  return [...positional, parts];
}

interface Members {
  readonly [name: string]: Data;
}

function members(entries: readonly (readonly [name: string, value: Data])[]): Members | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Argument of a JSON-RPC call: the single param, or an object of the required ones. */
function exampleParams(plan: Plan, operation: OperationPlan, { params }: JsonRpcBinding): Data {
  const [only] = params.members;
  if (operation.arguments.rpcParams === 'single' && only !== undefined)
    return exampleSchema(plan, only.schema);
  const requiredParams = params.members.filter(({ required }) => required);
  return Object.fromEntries(
    requiredParams.map(({ name, schema }) => [name, exampleSchema(plan, schema)]),
  );
}
