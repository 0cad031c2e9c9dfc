import { alternatives } from '../../../core/diagnostics/lists.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json } from '../../schema.js';
import type { JwtAlternative, JwtScheme, SecurityScheme } from '../../security.js';
import type { JsonObject } from '../json.js';
import { asNode, listAt, objectAt, requiredText, textsAt } from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';
import { checkExtension, extensionAt, refuse, textMapAt } from './extension.js';

const MEMBERS = [
  'credential',
  'keyFormats',
  'algorithms',
  'header',
  'claims',
  'alternatives',
  'lifetime',
  'verify',
  'scopes',
];
const KEY_FORMATS = ['pem', 'der', 'ed25519'] as const;
const ALGORITHMS = ['ES256', 'EdDSA'] as const;

/** Reads `x-jwt` of a security scheme and checks its form; lint rules check the names in its templates. */
export function readJwt(node: ObjectNode, scheme: SecurityScheme['scheme']): JwtScheme | undefined {
  const extension = extensionAt(node, 'x-jwt', MEMBERS);
  if (extension === undefined) return undefined;
  const isSupported =
    (scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'bearer') ||
    (scheme.kind === 'apiKey' && scheme.in === 'header');
  if (!isSupported) {
    return refuse(
      node,
      ['x-jwt'],
      invalidExtension.location({ name: 'x-jwt', what: 'a scheme that carries no token' }),
      'it belongs on "type: http, scheme: bearer" or "type: apiKey, in: header"',
    );
  }
  const credential = readCredentialFactory(extension);
  const keyFormats = readList(extension, 'keyFormats', KEY_FORMATS);
  const algorithms = readList(extension, 'algorithms', ALGORITHMS);
  const { lifetime } = extension.value;
  if (typeof lifetime !== 'number' || !Number.isInteger(lifetime) || lifetime <= 0) {
    return refuse(
      extension,
      lifetime === undefined ? [] : ['lifetime'],
      invalidExtension.value({ what: '"lifetime"', expected: 'a whole number of seconds' }),
    );
  }
  const claims = requiredObject(extension, 'claims');
  const verify = requiredObject(extension, 'verify');
  if (credential === undefined || claims === undefined || verify === undefined) return undefined;
  return {
    credential,
    keyFormats,
    algorithms,
    header: withoutBasis(objectAt(extension, 'header')?.value ?? {}),
    claims: withoutBasis(claims),
    alternatives: readAlternatives(extension),
    lifetime,
    verify: withoutBasis(verify),
    scopes: textMapAt(extension, 'scopes'),
  };
}

function readCredentialFactory(extension: ObjectNode): JwtScheme['credential'] | undefined {
  const node = objectAt(extension, 'credential');
  if (node === undefined) {
    if (!Object.hasOwn(extension.value, 'credential'))
      refuse(extension, [], invalidExtension.missing({ what: '"x-jwt"', name: 'credential' }));
    return undefined;
  }
  checkExtension(node, ['name', 'parameters'], '"credential"');
  const name = requiredText(node, 'name', '"credential"');
  const parameters = textsAt(node, 'parameters');
  if (parameters.length === 0)
    refuse(
      node,
      [],
      invalidExtension.value({ what: '"parameters"', expected: 'a non-empty list of names' }),
      'the last name is the secret',
    );
  const identifiers = [...(name === undefined ? [] : [name]), ...parameters];
  const invalid = identifiers.find((text) => !/^[A-Za-z_$][\w$]*$/.test(text));
  if (invalid !== undefined)
    refuse(
      node,
      [invalid === name ? 'name' : 'parameters'],
      invalidExtension.name({ name: invalid, kind: 'a function or a parameter' }),
    );
  return name === undefined || invalid !== undefined ? undefined : { name, parameters };
}

function readList<Name extends string>(
  extension: ObjectNode,
  member: string,
  known: readonly Name[],
): readonly Name[] {
  const list = listAt(extension, member);
  if (list.length === 0)
    refuse(
      extension,
      [],
      invalidExtension.value({ what: `"${member}"`, expected: 'a non-empty list' }),
      `the values are ${known.join(', ')}`,
    );
  return list.flatMap(({ value }, index) => {
    const name = known.find((candidate) => candidate === value);
    if (name !== undefined) return [name];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    refuse(
      extension,
      [member, index],
      invalidExtension.value({ what: `an item of "${member}"`, expected: alternatives(known) }),
      didYouMean(text, known).hint,
    );
    return [];
  });
}

function readAlternatives(extension: ObjectNode): readonly JwtAlternative[] {
  return listAt(extension, 'alternatives').flatMap((valueNode) => {
    const node = asNode(valueNode, 'an alternative');
    if (node === undefined) return [];
    checkExtension(node, ['name', 'omit', 'claims'], 'an alternative');
    const name = requiredText(node, 'name', 'an alternative');
    if (name === undefined) return [];
    return [
      {
        name,
        omit: textsAt(node, 'omit'),
        claims: withoutBasis(objectAt(node, 'claims')?.value ?? {}),
      },
    ];
  });
}

function requiredObject(extension: ObjectNode, name: string): JsonObject | undefined {
  if (!Object.hasOwn(extension.value, name))
    return refuse(extension, [], invalidExtension.missing({ what: '"x-jwt"', name }));
  return objectAt(extension, name)?.value;
}

/** Removes `x-basis`, which documents the source of a statement and is not part of the token. */
function withoutBasis(value: JsonObject): { readonly [name: string]: Json } {
  const { 'x-basis': _basis, ...rest } = value;
  return rest;
}
