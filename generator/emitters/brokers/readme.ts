import template from '../../../templates/brokers/readme.hbs';
import type { Plan } from '../../plan/plan.js';
import { code, empty, identifier, stringLiteral } from '../../printer/code.js';
import type { Pages } from '../../printer/template.js';
import { printInTemplate } from '../../printer/print.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { importedNames } from '../../typescript/examples/imports.js';
import { markdownCode } from '../../typescript/markdown.js';
import type { ReadmePart } from '../emitter.js';
import type { BrokersPlan } from './plan.js';

/** Stands for any value in a subscription. */
const anyValue = '*';

/** README section about publishers and subscribers. */
export function brokersReadme(
  { publisher, subscriber, operations }: BrokersPlan,
  plan: Plan,
  pages: Pages,
): ReadmePart {
  const names = [publisher, subscriber].flatMap((each) =>
    each === undefined ? [] : [identifier(each.name)],
  );
  const module = stringLiteral(plan.package.name);
  const example = operations.find(
    ({ reply, hasWildcards, parameters }) =>
      reply === undefined && (hasWildcards || parameters.length === 0),
  );
  const open = Object.fromEntries(
    (example?.parameters ?? []).map(({ name }) => [name, anyValue] as const),
  );
  return {
    text: pages.render('brokers/readme', template, {
      imports: importedNames(names, module),
      module,
      publisher: publisher === undefined ? empty : identifier(publisher.name),
      subscriber: subscriber === undefined ? empty : identifier(subscriber.name),
      example: example === undefined ? empty : identifier(example.method),
      parameters:
        Object.keys(open).length === 0
          ? empty
          : printInTemplate(dataLiteral(open), { column: example?.method.length ?? 0 }),
      operations: operations.map(({ method, address }) => ({
        method: identifier(method),
        address: code`\`${markdownCode(address.text)}\``,
      })),
    }),
  };
}
