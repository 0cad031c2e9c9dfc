import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { HmacForm, HmacScheme, HmacTimestamp, SecurityScheme } from '../../security.js';
import { member } from '../json.js';
import { isFieldName } from '../openapi/field-name.js';
import {
  asNode,
  listAt,
  objectAt,
  optional,
  requiredText,
  textAt,
  textsAt,
} from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';
import { checkExtension, extensionAt, refuse, textMapAt } from './extension.js';

const SIGNATURE_LOCATIONS = ['headers', 'message', 'fields'] as const;
const FORM_MEMBERS = ['prehash', ...SIGNATURE_LOCATIONS];
const MEMBERS = [
  'credential',
  'algorithm',
  'secret',
  'secretPrefix',
  'publicKeyPrefix',
  'encoding',
  'separator',
  'eventId',
  ...FORM_MEMBERS,
  'timestamp',
  'signedHeaders',
  'alternatives',
  'scopes',
  'refusals',
];
const ALGORITHMS = ['sha256', 'sha384', 'sha512', 'ed25519'] as const;
const SEPARATORS = [',', ' ', ';'] as const;
const SECRETS = ['base64', 'utf8', 'hex'] as const;
const ENCODINGS = ['base64', 'base64url', 'hex'] as const;
const UNITS = ['seconds', 'milliseconds', 'iso'] as const;
const REJECTIONS = [
  'credential',
  'key',
  'timestamp',
  'timestamp-format',
  'signature',
  'passphrase',
  'scope',
  'replay',
] as const;

/**
 * Reads `x-hmac` of a security scheme and checks its form; lint rules check the names in its templates. `scheme` is `undefined` for a
 * scheme of channels, which has no location in HTTP.
 */
export function readHmac(
  node: ObjectNode,
  scheme: SecurityScheme['scheme'] | undefined,
): HmacScheme | undefined {
  const extension = extensionAt(node, 'x-hmac', MEMBERS);
  if (extension === undefined) return undefined;
  if (Object.hasOwn(node.value, 'x-jwt')) {
    return refuse(
      node,
      ['x-hmac'],
      invalidExtension.beside({ name: 'x-hmac', other: 'x-jwt' }),
      'describe two schemes, and list both in one requirement',
    );
  }
  const credential = readCredential(extension);
  const algorithm =
    member(extension.value, 'algorithm') === undefined
      ? 'sha256'
      : readWord(extension, 'algorithm', ALGORITHMS);
  const secret = readWord(extension, 'secret', SECRETS);
  const encoding = readWord(extension, 'encoding', ENCODINGS);
  const form = readForm(extension, '"x-hmac"');
  const timestamp = readTimestamp(extension);
  if (form?.place === 'headers' && !(scheme?.kind === 'apiKey' && scheme.in === 'header')) {
    return refuse(
      node,
      ['x-hmac'],
      invalidExtension.location({ name: 'x-hmac', what: 'a scheme that is not in a header' }),
      '"headers" needs a scheme with "type: apiKey, in: header"',
    );
  }
  const alternatives = readAlternatives(extension);
  const scopes = textMapAt(extension, 'scopes');
  const refusals = textMapAt(extension, 'refusals', REJECTIONS);
  const signedHeaders = readHeaderNames(extension);
  const separator =
    member(extension.value, 'separator') === undefined
      ? undefined
      : readWord(extension, 'separator', SEPARATORS);
  const { secretPrefix, publicKeyPrefix } = readPrefixes(extension, algorithm);
  if (credential === undefined || algorithm === undefined || secret === undefined) return undefined;
  if (encoding === undefined || form === undefined) return undefined;
  const eventId = readEventId(extension, form, signedHeaders);
  if (timestamp === undefined && Object.hasOwn(extension.value, 'timestamp')) return undefined;
  return {
    credential,
    algorithm,
    secret,
    ...optional('secretPrefix', secretPrefix),
    ...optional('publicKeyPrefix', publicKeyPrefix),
    encoding,
    ...optional('separator', separator),
    ...form,
    ...optional('timestamp', timestamp),
    signedHeaders,
    ...optional('eventId', eventId),
    alternatives,
    scopes,
    refusals,
  };
}

function readCredential(extension: ObjectNode): HmacScheme['credential'] | undefined {
  const node = objectAt(extension, 'credential');
  if (node === undefined) {
    if (!Object.hasOwn(extension.value, 'credential'))
      refuse(extension, [], invalidExtension.missing({ what: '"x-hmac"', name: 'credential' }));
    return undefined;
  }
  checkExtension(node, ['name'], '"credential"');
  const name = requiredText(node, 'name', '"credential"');
  if (name === undefined) return undefined;
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? { name }
    : refuse(node, ['name'], invalidExtension.name({ name, kind: 'a function' }));
}

function readWord<Word extends string>(
  node: ObjectNode,
  name: string,
  known: readonly Word[],
): Word | undefined {
  const text = requiredText(node, name, 'the object');
  if (text === undefined) return undefined;
  const word = known.find((each) => each === text);
  if (word !== undefined) return word;
  return refuse(
    node,
    [name],
    invalidExtension.choice({ name, values: known }),
    didYouMean(text, known).hint,
  );
}

/** Reads the prefixes of keys. Only Ed25519 has public keys. */
function readPrefixes(
  extension: ObjectNode,
  algorithm: HmacScheme['algorithm'] | undefined,
): Pick<HmacScheme, 'secretPrefix' | 'publicKeyPrefix'> {
  const secretPrefix = textAt(extension, 'secretPrefix');
  const publicKeyPrefix = textAt(extension, 'publicKeyPrefix');
  if (publicKeyPrefix !== undefined && algorithm !== undefined && algorithm !== 'ed25519') {
    refuse(
      extension,
      ['publicKeyPrefix'],
      invalidExtension.condition({ name: 'publicKeyPrefix', condition: 'algorithm: ed25519' }),
    );
  }
  return {
    ...optional('secretPrefix', secretPrefix),
    ...optional('publicKeyPrefix', publicKeyPrefix),
  };
}

/** Returns the header of the event id: the named one, or `X-Event-Id` if it is a signed header or the signature lists its headers. */
function readEventId(
  extension: ObjectNode,
  form: HmacForm,
  signedHeaders: readonly string[],
): string | undefined {
  const name = textAt(extension, 'eventId');
  if (name !== undefined) {
    if (isFieldName(name)) return name.toLowerCase();
    return refuse(extension, ['eventId'], invalidExtension.name({ name, kind: 'a header' }));
  }
  if (form.place !== 'headers') return undefined;
  const sendsHeaderNames = Object.values(form.values).some((value) => value.includes('{headers}'));
  return sendsHeaderNames || signedHeaders.includes(DEFAULT_EVENT_ID)
    ? DEFAULT_EVENT_ID
    : undefined;
}

/** Default header of the event id. */
const DEFAULT_EVENT_ID = 'X-Event-Id'.toLowerCase();

/** Reads the signed text, and the one of three locations of the signature. */
function readForm(node: ObjectNode, what: string): HmacForm | undefined {
  const prehash = requiredText(node, 'prehash', what);
  const locations = SIGNATURE_LOCATIONS.filter((name) => Object.hasOwn(node.value, name));
  const [location] = locations;
  if (location === undefined || locations.length > 1) {
    return refuse(
      node,
      [],
      invalidExtension.exactlyOne({ what, names: SIGNATURE_LOCATIONS }),
      'it is the location of the signature',
    );
  }
  const map = objectAt(node, location);
  if (map === undefined || prehash === undefined) return undefined;
  const values = Object.keys(map.value).flatMap((name): [string, string][] => {
    if (location === 'headers' && !isFieldName(name))
      refuse(map, [name], invalidExtension.name({ name, kind: 'a header' }));
    if (location === 'fields' && !/^[1-9]\d{0,8}$/.test(name))
      refuse(
        map,
        [name],
        invalidExtension.value({ what: `"${name}"`, expected: 'the tag of a field' }),
      );
    const value = textAt(map, name);
    return value === undefined ? [] : [[name, value]];
  });
  return { prehash, place: location, values: Object.fromEntries(values) };
}

function readTimestamp(extension: ObjectNode): HmacTimestamp | undefined {
  const node = objectAt(extension, 'timestamp');
  if (node === undefined) return undefined;
  checkExtension(node, ['unit', 'decimals', 'tolerance'], '"timestamp"');
  const unit = readWord(node, 'unit', UNITS);
  const { decimals = 0, tolerance } = node.value;
  if (decimals !== 0 && decimals !== 1 && decimals !== 2 && decimals !== 3)
    return refuse(
      node,
      ['decimals'],
      invalidExtension.value({ what: '"decimals"', expected: 'an integer from 0 to 3' }),
    );
  if (decimals !== 0 && unit !== 'seconds')
    return refuse(
      node,
      ['decimals'],
      invalidExtension.condition({ name: 'decimals', condition: 'unit: seconds' }),
    );
  if (typeof tolerance !== 'number' || !(tolerance > 0)) {
    return refuse(
      node,
      tolerance === undefined ? [] : ['tolerance'],
      invalidExtension.value({
        what: '"tolerance"',
        expected: 'a number of seconds greater than 0',
      }),
    );
  }
  return unit === undefined ? undefined : { unit, decimals, tolerance };
}

function readAlternatives(extension: ObjectNode): HmacScheme['alternatives'] {
  const names = new Set<string>();
  return listAt(extension, 'alternatives').flatMap((valueNode) => {
    const node = asNode(valueNode, 'an alternative');
    if (node === undefined) return [];
    checkExtension(node, ['name', ...FORM_MEMBERS], 'an alternative');
    const name = requiredText(node, 'name', 'an alternative');
    const form = readForm(node, 'an alternative');
    if (name !== undefined && names.has(name))
      refuse(node, ['name'], invalidExtension.duplicate({ what: 'the alternative', name }));
    if (name !== undefined) names.add(name);
    return name === undefined || form === undefined ? [] : [{ name, ...form }];
  });
}

function readHeaderNames(extension: ObjectNode): readonly string[] {
  return textsAt(extension, 'signedHeaders').flatMap((name, index) => {
    if (isFieldName(name)) return [name.toLowerCase()];
    refuse(extension, ['signedHeaders', index], invalidExtension.name({ name, kind: 'a header' }));
    return [];
  });
}
