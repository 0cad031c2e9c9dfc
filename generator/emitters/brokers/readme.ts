import template from '../../../templates/brokers/readme.hbs';
import type { Plan } from '../../plan/plan.js';
import { code, empty, identifier, stringLiteral } from '../../printer/code.js';
import type { Pages } from '../../printer/template.js';
import { importedNames } from '../../typescript/examples/imports.js';
import { markdownCode } from '../../typescript/markdown.js';
import type { ReadmePart } from '../emitter.js';
import type { BrokersPlan } from './plan.js';

/** README section about publishers and subscribers. */
export function brokersReadme(
  { publisher, subscriber, operations }: BrokersPlan,
  plan: Plan,
  pages: Pages,
): ReadmePart {
  const names = [publisher, subscriber].flatMap((each) =>
    each === undefined ? [] : [identifier(each.name)],
  );
  return {
    text: pages.render('brokers/readme', template, {
      imports: importedNames(names, stringLiteral(plan.package.name)),
      publisher: publisher === undefined ? empty : identifier(publisher.name),
      subscriber: subscriber === undefined ? empty : identifier(subscriber.name),
      operations: operations.map(({ method, address }) => ({
        method: identifier(method),
        address: code`\`${markdownCode(address.text)}\``,
      })),
    }),
  };
}
