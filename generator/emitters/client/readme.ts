import template from '../../../templates/client/readme.hbs';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { requestSchemes } from '../../plan/security.js';
import { identifier, stringLiteral } from '../../printer/code.js';
import type { Pages, View } from '../../printer/template.js';
import { addressOf } from '../../typescript/examples/address.js';
import { importedNames, codecImports, packageNames } from '../../typescript/examples/imports.js';
import {
  exampleArguments,
  exampleOperation,
  methodPath,
  usesXml,
} from '../../typescript/examples/call.js';
import { exampleCredentials } from '../../typescript/examples/credentials.js';
import type { ReadmePart } from '../emitter.js';
import { limitsKey } from '../limits/plan.js';
import { clientOf } from './plan.js';

/** README section about the client and the standalone functions. */
export function clientReadme(plan: Plan, pages: Pages): ReadmePart | undefined {
  const { operations } = plan;
  const client = clientOf(plan);
  const example = exampleOperation(plan);
  if (example === undefined) return undefined;
  const module = stringLiteral(plan.package.name);
  const className = identifier(client.className.name);
  const connect = identifier(client.connect.name);
  const functionName = identifier(example.function.name);
  const call = exampleArguments(plan, example);
  const { factories, environment, credentials } = exampleCredentials(requestSchemes(plan.security));
  const imported = [...factories, ...packageNames(plan, call.imports)];
  const paged = operations.find(({ pagination }) => pagination !== undefined);
  const back = operations.find(({ pagination }) => pagination?.pagination.back !== undefined);
  return {
    text: pages.render('client/readme', template, {
      module,
      className,
      clientImports: importedNames([className, ...imported], module),
      codecImports: codecImports(plan, call.imports),
      xml: usesXml(operations),
      environment,
      baseUrl: addressOf(plan).baseUrl,
      needsOptions: client.requiresOptions || credentials.length > 0 || usesXml(operations),
      credentials,
      method: methodPath(plan, example),
      arguments: call.text,
      paged: paged !== undefined && callView(plan, paged),
      back: back !== undefined && callView(plan, back),
      paces: (plan.partOf(limitsKey)?.rateLimits ?? []).length > 0,
      connect,
      functionImports: importedNames([connect, functionName, ...imported], module),
      function: functionName,
    }),
  };
}

/** Method of an operation with the arguments of a call. */
function callView(plan: Plan, operation: OperationPlan): View {
  return {
    method: methodPath(plan, operation),
    arguments: exampleArguments(plan, operation).text,
  };
}
