import type { OperationPlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, literal, stringLiteral } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import { call } from '../../printer/values.js';
import { Reference, type Data } from '../../typescript/data-literal.js';
import { exampleLiteral } from '../../typescript/examples/literal.js';
import type { RequestPlan, ValuePlan } from './plan.js';

/** Where arguments are printed. */
export interface ArgumentsContext {
  readonly plan: Plan;
  readonly scope: FileScope;
  /** Index of the step in its sequence. */
  readonly step: number;
}

/** Arguments of a call after the client, in the order that its function has (`ArgumentsPlan`). */
export function argumentsData(
  { arguments: { input }, operation: { binding } }: OperationPlan,
  request: RequestPlan,
  context: ArgumentsContext,
): readonly Data[] {
  const value = (planned: ValuePlan): Data => valueData(planned, context);
  const group = (values: ReadonlyMap<string, ValuePlan>): Data =>
    values.size === 0
      ? undefined
      : Object.fromEntries([...values].map(([name, each]) => [name, value(each)]));
  const body = request.body && value(request.body);
  const isRpc = binding.kind === 'json-rpc';
  const path = isRpc ? [] : [...request.path.values()].map(value);
  const parts = {
    query: group(request.query),
    headers: group(request.headers),
    cookies: group(request.cookies),
    partHeaders: group(request.partHeaders),
  };
  const common = { contentType: request.contentType };
  if (input.kind === 'none') return trimmed([...path, members({ ...parts, ...common })]);
  if (isRpc || input.kind === 'body')
    return trimmed([...path, body, members({ ...parts, ...common })]);
  if (input.kind === 'query') {
    const { query, ...others } = parts;
    return trimmed([...path, query, members({ ...others, ...common })]);
  }
  return trimmed([...path, members({ body, ...parts }), members(common)]);
}

/** An object with the members that are defined; `undefined` if there are none. */
function members(all: { readonly [name: string]: Data }): Data {
  return Object.values(all).every((each) => each === undefined) ? undefined : all;
}

/** Arguments without those at the end that are not passed. */
function trimmed(all: readonly Data[]): readonly Data[] {
  const last = all.findLastIndex((each) => each !== undefined);
  return all.slice(0, last + 1).map((each) => each ?? new Reference(code`undefined`));
}

function valueData(planned: ValuePlan, context: ArgumentsContext): Data {
  switch (planned.kind) {
    case 'json':
      return exampleLiteral(context.plan, planned.schema, planned.value, context.scope.name);
    case 'bytes':
      return new Reference(code`new TextEncoder().encode(${stringLiteral(planned.text)})`);
    case 'file':
      return new Reference(code`new Blob([${stringLiteral(planned.text)}])`);
    case 'list':
      return planned.items.map((item) => valueData(item, context));
    case 'object':
      return Object.fromEntries(
        [...planned.members].map(([name, each]) => [name, valueData(each, context)]),
      );
    case 'link': {
      const { expression, step } = planned;
      const own = step === context.step - 1 ? [] : [literal(step)];
      const { link } = runtimeNames.contractTests;
      return new Reference(call(context.scope.name(link), [stringLiteral(expression), ...own]));
    }
  }
}
