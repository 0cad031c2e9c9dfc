import { defineError, defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidValue } from '../../../core/diagnostics/values.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Origin } from '../../../core/origin.js';
import type { AddressTemplate, ChannelParameter } from '../../message.js';
import { member } from '../json.js';
import {
  checkMembers,
  mapAt,
  optional,
  originAt,
  childAt,
  textAt,
  textsAt,
} from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { readSchemaAt } from '../openapi/media-type.js';
import { locationAt } from './location.js';
import { isVersion2, resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';

/** A parameter of an address that the channel does not describe. */
export const addressParameter: DiagnosticType<{ default: { name: string } }> = defineError(
  'address-parameter',
  {
    default: ({ name }) => `"{${name}}" is not described among the parameters`,
  },
);

/** A described parameter that the address does not contain. */
export const unusedAddressParameter: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'unused-address-parameter',
  {
    default: ({ name }) => `the address has no parameter "{${name}}"`,
  },
);

/** Splits an address at its parameters (AsyncAPI 3.0 section "Channel Address Expressions"). */
export function readAddress(text: string): AddressTemplate {
  const parts = text.split(/\{([^{}]*)\}/).flatMap((part, index): AddressTemplate['parts'] => {
    if (index % 2 === 1) return [{ parameter: part }];
    return part === '' ? [] : [part];
  });
  return { text, parts };
}

/** Returns the names of the parameters of an address, without duplicates. */
export function parametersIn(address: AddressTemplate | null): readonly string[] {
  const names = (address?.parts ?? []).flatMap((part) =>
    typeof part === 'string' ? [] : [part.parameter],
  );
  return [...new Set(names)];
}

/** Reads the parameters of a channel, and compares them with its address. */
export function readParameters(
  reading: AsyncReading,
  node: ObjectNode,
  address: AddressTemplate | null,
  position: Pick<ValueNode, 'origin'> & { readonly part?: 'key' },
): readonly ChannelParameter[] {
  const declared = mapAt(node, 'parameters');
  const names = declared.map(([name]) => name);
  const used = parametersIn(address);
  const part = position.part === undefined ? {} : { part: position.part };
  for (const name of used) {
    if (names.includes(name)) continue;
    node.reporter.report(addressParameter.default({ name }), position.origin, {
      ...didYouMean(name, names),
      ...part,
    });
  }
  return declared.flatMap(([name, at]) => {
    if (address !== null && !used.includes(name)) {
      node.reporter.report(unusedAddressParameter.default({ name }), at.origin, {
        part: 'key',
        hint: 'omit it',
        ...didYouMean(name, used),
      });
      return [];
    }
    const parameter = resolveNode(reading, at, `the parameter "${name}"`);
    return parameter === undefined ? [] : [readParameter(reading, name, parameter)];
  });
}

/** Reads one parameter (AsyncAPI 3.0 section "Parameter Object"); versions up to 2.6 allow a `schema`. */
export function readParameter(
  reading: AsyncReading,
  name: string,
  node: ObjectNode,
): ChannelParameter {
  const own = isVersion2(node) ? ['schema'] : ['enum', 'default', 'examples'];
  checkMembers(node, ['description', 'location', ...own], 'a parameter');
  const list = (key: string): readonly string[] | undefined =>
    isVersion2(node) || member(node.value, key) === undefined ? undefined : textsAt(node, key);
  const values = list('enum');
  const fallback = isVersion2(node) ? undefined : textAt(node, 'default');
  if (fallback !== undefined && values !== undefined && !values.includes(fallback)) {
    reportDefault(node, name, fallback, values, originAt(node, 'default'));
  }
  return {
    name,
    ...optional('description', textAt(node, 'description')),
    ...optional('enum', values),
    ...optional('default', fallback),
    examples: list('examples') ?? [],
    ...optional('schema', isVersion2(node) ? readSchemaAt(reading, node, 'schema') : undefined),
    ...optional('location', childAt(node, 'location') === undefined ? undefined : locationAt(node)),
    origin: node.origin,
  };
}

/** Reports a default that is not one of the allowed values. */
export function reportDefault(
  node: ObjectNode,
  name: string,
  fallback: string,
  values: readonly string[],
  origin: Origin,
): void {
  node.reporter.report(
    invalidValue.unlisted({ value: fallback, name }),
    origin,
    didYouMean(fallback, values),
  );
}
