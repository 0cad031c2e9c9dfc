import type { OperationPlan, Plan, SecurityPlan } from '../../../plan/plan.js';
import { code, identifier, join, stringLiteral, type Text } from '../../../printer/code.js';
import { addressOf } from '../../../typescript/examples/address.js';
import { exampleArguments, methodPath, usesXml } from '../../../typescript/examples/call.js';
import { exampleCredentials } from '../../../typescript/examples/credentials.js';
import { codecImports, importedNames, packageNames } from '../../../typescript/examples/imports.js';
import { hasExampleBody } from '../../../typescript/examples/value.js';
import { clientOf } from '../../client/plan.js';

/**
 * A program that calls an operation with the generated client. `undefined` if no example of the body
 * is found.
 */
export function clientSample(plan: Plan, operation: OperationPlan): string | undefined {
  const [content] = operation.arguments.body?.contents ?? [];
  if (content !== undefined && !hasExampleBody(plan, content, 'readOnly')) return undefined;
  const { className, requiresOptions } = clientOf(plan);
  const call = exampleArguments(plan, operation);
  const schemes = neededSchemes(plan, operation);
  const { factories, environment, credentials } = exampleCredentials(schemes);
  const module = stringLiteral(plan.package.kind === 'package' ? plan.package.name : './index.js');
  const name = identifier(className.name);
  const imported = importedNames([name, ...factories, ...packageNames(plan, call.imports)], module);
  const xml = usesXml([operation]);
  const options = [
    ...(requiresOptions ? [code`  baseUrl: ${addressOf(plan).baseUrl},`] : []),
    ...(credentials.length === 0
      ? []
      : [
          code`  credentials: {\n${join(
            credentials.map(({ key, credential }) => code`    ${key}: ${credential},`),
            '\n',
          )}\n  },`,
        ]),
    ...(xml ? [code`  xml,`] : []),
  ];
  const lines: readonly Text[] = [
    ...codecImports(plan, call.imports).map(
      (each) => code`import ${each.names} from ${each.module};`,
    ),
    ...(xml ? [code`import { xml } from '@tallystick/runtime/xml';`] : []),
    code`import ${imported} from ${module};`,
    code``,
    ...(environment === '' ? [] : [code`const ${environment} = process.env;`]),
    options.length === 0
      ? code`const client = new ${name}();`
      : code`const client = new ${name}({\n${join(options, '\n')}\n});`,
    code``,
    ...resultLines(operation, code`client.${methodPath(plan, operation)}(${call.text})`),
  ];
  return join(lines, '\n');
}

/** Schemes of the first alternative of an operation that has any. */
function neededSchemes({ security }: Plan, { operation }: OperationPlan): readonly SecurityPlan[] {
  const [requirement] = operation.security;
  const keys = new Set(requirement?.schemes.map(({ key }) => key));
  return security.filter(
    ({ scheme, carriedBy }) => keys.has(scheme.key) && carriedBy !== 'deliveries',
  );
}

function resultLines({ pagination, outcomes }: OperationPlan, call: Text): readonly Text[] {
  if (pagination !== undefined)
    return [code`for await (const item of ${call}) {`, code`  console.log(item);`, code`}`];
  const hasBody = outcomes.some(
    ({ success, defaultContents }) => success && defaultContents.length > 0,
  );
  const isRpc = outcomes.some(({ outcome }) => 'result' in outcome.when);
  return hasBody || isRpc
    ? [code`const value = await ${call};`, code`console.log(value);`]
    : [code`await ${call};`];
}
