import type { Outcome } from '../../model/api.js';
import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { type Text, code, identifier, join } from '../../printer/code.js';
import { printInTemplate } from '../../printer/print.js';
import { type Data, dataLiteral, Reference } from '../data-literal.js';
import { importsOf } from './literal.js';
import { exampleBody, exampleParameter } from './value.js';

/** Response of an example handler, and the exports that it refers to. */
export interface ExampleResponse {
  /** Handler of the operation. */
  readonly handler: Text;
  /** Function of `respond`, such as `created`. */
  readonly respond: Text;
  /** Arguments of the function, laid out for an indentation of six columns. */
  readonly arguments: Text;
  readonly imports: readonly Identifier[];
}

/** Successful response with the required arguments. `undefined` if none is declared. */
export function exampleResponse(plan: Plan, operation: OperationPlan): ExampleResponse | undefined {
  const success = operation.outcomes.find((outcome) => outcome.success);
  if (success === undefined) return undefined;
  const [content] = success.defaultContents;
  const required = success.outcome.headers.filter((header) => header.required);
  const headers = required.map((each) => [each.name, exampleParameter(plan, each)] as const);
  const body = content === undefined ? [] : [exampleBody(plan, content, 'writeOnly')];
  const list: readonly Data[] = [
    ...statusOf(success.outcome),
    ...(success.headersType === undefined ? body : [body[0] ?? new Reference(code`undefined`)]),
    ...(headers.length === 0 ? [] : [Object.fromEntries(headers)]),
  ];
  return {
    handler: identifier(operation.function.name),
    respond: identifier(success.respond),
    arguments: join(
      list.map((data) =>
        printInTemplate(dataLiteral(data ?? null), { column: 60, indentation: 6 }),
      ),
      ', ',
    ),
    imports: list.flatMap(importsOf),
  };
}

/** Status of an outcome that covers several. */
function statusOf({ when }: Outcome): readonly number[] {
  if ('result' in when || typeof when.status === 'number') return [];
  return [when.status === 'default' ? 200 : Number(when.status[0]) * 100];
}
