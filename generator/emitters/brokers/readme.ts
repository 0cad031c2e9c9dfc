import template from '../../../templates/brokers/readme.hbs';
import type { ChannelParameter } from '../../model/message.js';
import type { Plan } from '../../plan/plan.js';
import { code, empty, identifier, stringLiteral } from '../../printer/code.js';
import type { Pages } from '../../printer/template.js';
import { printInTemplate } from '../../printer/print.js';
import { dataLiteral } from '../../typescript/data-literal.js';
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
  const module = stringLiteral(plan.package.name);
  const example = operations.find(({ reply }) => reply === undefined);
  const values = Object.fromEntries(
    (example?.parameters ?? []).map((parameter) => [parameter.name, exampleValue(parameter)]),
  );
  return {
    text: pages.render('brokers/readme', template, {
      imports: importedNames(names, module),
      module,
      publisher: publisher === undefined ? empty : identifier(publisher.name),
      subscriber: subscriber === undefined ? empty : identifier(subscriber.name),
      example: example === undefined ? empty : identifier(example.method),
      parameters:
        Object.keys(values).length === 0
          ? empty
          : printInTemplate(dataLiteral(values), { column: example?.method.length ?? 0 }),
      operations: operations.map(({ method, address }) => ({
        method: identifier(method),
        address: code`\`${markdownCode(address.text)}\``,
      })),
    }),
  };
}

function exampleValue({
  enum: values,
  default: fallback,
  examples,
  name,
}: ChannelParameter): string {
  const [example] = examples;
  return (
    values?.[0] ?? fallback ?? (typeof example === 'string' && example !== '' ? example : name)
  );
}
