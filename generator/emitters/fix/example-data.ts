import type { FixExample, FixExampleValue } from '../fix/example.js';
import type { FixRecordPlan } from '../fix/plan.js';
import { code, type Text, identifier, memberAccess, stringLiteral } from '../../printer/code.js';
import { type Data, Reference } from '../../typescript/data-literal.js';

/** Prints example messages and records what they use. */
export interface ExamplePrinter {
  data(record: FixRecordPlan, example: FixExample): Data;
  /** Constants of the package that were used. */
  names(): readonly Text[];
  /** Exports of `@tallystick/runtime/fix` that were used. */
  runtimeNames(): readonly Text[];
}

/** Creates a printer for one example. */
export function createExamplePrinter(): ExamplePrinter {
  const constants = new Set<Text>();
  let hasTime = false;

  function valueData(value: FixExampleValue): Data {
    switch (value.kind) {
      case 'plain':
        return value.value;
      case 'named': {
        const constant = identifier(value.values.type.name);
        constants.add(constant);
        return new Reference(memberAccess(constant, value.name));
      }
      case 'list':
        return [valueData(value.item)];
      case 'now':
        hasTime = true;
        return new Reference(code`writeSendingTime(Date.now(), ${value.digits})`);
      case 'bytes':
        return new Reference(code`new TextEncoder().encode(${stringLiteral(value.text)})`);
      case 'same':
        return new Reference(memberAccess(code`message`, value.member));
      case 'entries':
        return [membersData(value.entry)];
    }
  }

  const membersData = (example: FixExample): { readonly [name: string]: Data } =>
    Object.fromEntries(example.map(({ field, value }) => [field.member, valueData(value)]));

  return {
    data: ({ message }, example) => ({ type: message?.name ?? '', ...membersData(example) }),
    names: () => [...constants],
    runtimeNames: () => (hasTime ? [code`writeSendingTime`] : []),
  };
}
