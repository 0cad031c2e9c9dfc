import template from '../../../templates/server/readme.hbs';
import type { Plan } from '../../plan/plan.js';
import { requestSchemes } from '../../plan/security.js';
import { empty, identifier, propertyKey, stringLiteral } from '../../printer/code.js';
import { addressOf } from '../../typescript/examples/address.js';
import { importedNames, codecImports, packageNames } from '../../typescript/examples/imports.js';
import { exampleOperation, usesXml } from '../../typescript/examples/call.js';
import { exampleResponse } from '../../typescript/examples/response.js';
import { exampleVerifiers } from '../../typescript/examples/verifiers.js';
import type { Pages } from '../../printer/template.js';
import type { ReadmePart } from '../emitter.js';
import { limitsKey } from '../limits/plan.js';
import { serverOf } from './plan.js';

/** README section about the server. */
export function serverReadme(plan: Plan, pages: Pages): ReadmePart | undefined {
  const partialFactory = identifier(serverOf(plan).partialFactory.name);
  const serverModule = stringLiteral(`${plan.package.name}/server`);
  const typesModule = stringLiteral(`${plan.package.name}/types`);
  const operation = exampleOperation(plan);
  if (operation === undefined) return undefined;
  const response = exampleResponse(plan, operation);
  const imports = response?.imports ?? [];
  const { factories, ...verifiers } = exampleVerifiers(requestSchemes(plan.security));
  const limitedPer = new Set(
    (plan.partOf(limitsKey)?.rateLimits ?? []).map(({ limit }) => limit.per),
  );
  return {
    text: pages.render('server/readme', template, {
      ...verifiers,
      xml: usesXml(plan.operations),
      serverImports: importedNames([partialFactory, ...factories], serverModule),
      serverModule,
      typesImports: importedNames(packageNames(plan, imports), typesModule),
      typesModule,
      codecImports: codecImports(plan, imports),
      factory: identifier(serverOf(plan).factory.name),
      partialFactory,
      handler: response?.handler ?? empty,
      respond: response?.respond ?? empty,
      arguments: response?.arguments ?? empty,
      authority: addressOf(plan).authority,
      countsAddresses: limitedPer.has('ip'),
      countedKeys: [...limitedPer]
        .filter((per) => per !== 'ip')
        .map((per) => ({ key: propertyKey(per) })),
      countsRequests: limitedPer.size > 0,
      copiesRuntime: plan.package.runtime.copies !== undefined,
    }),
  };
}
