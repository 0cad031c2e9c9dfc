import type { SecurityPlan } from '../../plan/plan.js';
import { code, type Text, identifier, join, propertyKey } from '../../printer/code.js';
import { call } from '../../printer/values.js';
import { printInTemplate } from '../../printer/print.js';
import { dataLiteral, Reference } from '../data-literal.js';
import { braced } from './imports.js';

/** Credentials of an example, read from environment variables. */
export interface ExampleCredentials {
  /** Credential factories of the package, for imports. */
  readonly factories: readonly Text[];
  /** Variables with empty defaults, in the braces of a declaration. Empty if there are none. */
  readonly environment: Text;
  /** Properties of the option `credentials`. */
  readonly credentials: readonly { readonly key: Text; readonly credential: Text }[];
}

/** Example credentials of security schemes. Rows are laid out for an indentation of four columns. */
export function exampleCredentials(schemes: readonly SecurityPlan[]): ExampleCredentials {
  const variables = schemes.flatMap((security) =>
    partsOf(security).map((part) => variableName(security.scheme.key, part)),
  );
  return {
    factories: schemes.flatMap(({ factory }) =>
      factory === undefined ? [] : [identifier(factory.name)],
    ),
    environment:
      variables.length === 0
        ? code``
        : braced(
            variables.map((name) => code`${name} = ''`),
            'const  = process.env;'.length,
          ),
    credentials: schemes.map((security) => {
      const key = propertyKey(security.scheme.key);
      return { key, credential: credentialOf(security, 4 + key.length + ': '.length, 4) };
    }),
  };
}

/**
 * Credential with the variables of the environment: a call of its factory, or the variable. `before`
 * is the number of columns before it.
 */
export function credentialOf(security: SecurityPlan, before: number, indent: number): Text {
  const { scheme, factory, hmac } = security;
  const variable = (part: string): Text => variableName(scheme.key, part);
  if (factory === undefined) return variable('credential');
  const name = identifier(factory.name);
  const parts = partsOf(security);
  if (hmac === undefined) return code`${name}(${join(parts.map(variable), ', ')})`;
  const members = parts.map((part) => [part, new Reference(variable(part))] as const);
  const credential = call(name, [dataLiteral(Object.fromEntries(members))]);
  return printInTemplate(credential, { column: before, indentation: indent });
}

/** Names of the parts of a credential. */
function partsOf({ scheme, hmac }: SecurityPlan): readonly string[] {
  if (hmac === undefined) return scheme.jwt?.credential.parameters ?? ['credential'];
  return (['key', 'secret', 'passphrase'] as const).filter(
    (part) => part === 'secret' || hmac.parts.includes(part),
  );
}

/** Environment variable that an example reads, such as `BEARER_KEY_NAME`. */
export function variableName(scheme: string, part: string): Text {
  const words = `${scheme}_${part}`
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_');
  return words.toUpperCase().replace(/^(?=\d)/, '_') as Text;
}
