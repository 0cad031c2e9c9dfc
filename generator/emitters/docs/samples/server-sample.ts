import type { OperationPlan, Plan } from '../../../plan/plan.js';
import { code, identifier, join, stringLiteral, type Text } from '../../../printer/code.js';
import { exampleResponse } from '../../../typescript/examples/response.js';
import { codecImports, importedNames, packageNames } from '../../../typescript/examples/imports.js';
import { hasExampleBody } from '../../../typescript/examples/value.js';
import { serverOf } from '../../server/plan.js';

/**
 * Handlers of a server with one that responds to an operation. `undefined` if the description has no
 * successful response, or if no example of its body is found.
 */
export function serverSample(plan: Plan, operation: OperationPlan): string | undefined {
  const response = exampleResponse(plan, operation);
  const [content] = operation.outcomes.find(({ success }) => success)?.defaultContents ?? [];
  const isPossible = content === undefined || hasExampleBody(plan, content, 'writeOnly');
  if (response === undefined || !isPossible) return undefined;
  const { handlersType } = serverOf(plan);
  const base = plan.package.kind === 'package' ? plan.package.name : '.';
  const ending = plan.package.kind === 'package' ? '' : '.js';
  const serverModule = stringLiteral(`${base}/server${ending}`);
  const typesModule = stringLiteral(`${base}/types${ending}`);
  const typeName = identifier(handlersType.name);
  const names = importedNames(packageNames(plan, response.imports), typesModule);
  const lines: readonly Text[] = [
    ...codecImports(plan, response.imports).map(
      (each) => code`import ${each.names} from ${each.module};`,
    ),
    code`import type { ${typeName} } from ${serverModule};`,
    ...(names === '' ? [] : [code`import ${names} from ${typesModule};`]),
    code``,
    code`export const handlers: Partial<${typeName}> = {`,
    code`  ${response.handler}(_request, respond) {`,
    code`    return respond.${response.respond}(${response.arguments});`,
    code`  },`,
    code`};`,
  ];
  return join(lines, '\n');
}
