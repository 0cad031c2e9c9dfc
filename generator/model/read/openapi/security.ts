import { didYouMean } from '../../../core/suggestion.js';
import type { Security, SecurityRequirement, SecurityScheme } from '../../security.js';
import { readHmac } from '../extensions/hmac.js';
import { readJwt } from '../extensions/jwt.js';
import { describeType, isArray, isObject, member, valueAt } from '../json.js';
import { isFieldName } from './field-name.js';
import {
  checkMembers,
  listAt,
  optional,
  originAt,
  placeAt,
  requiredText,
  textAt,
  textsAt,
} from './node.js';
import type { Node, Place } from './node.js';
import { follow, membersAt } from './reading.js';
import type { Reading } from './reading.js';

const MEMBERS = [
  'type',
  'description',
  'name',
  'in',
  'scheme',
  'bearerFormat',
  'flows',
  'openIdConnectUrl',
  'oauth2MetadataUrl',
  'deprecated',
];
const TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] as const;

/** Security schemes of the components, in document order (OpenAPI 3.1.1 section 4.8.27). */
export function readSecuritySchemes(reading: Reading, components: Node): readonly SecurityScheme[] {
  return membersAt(reading, components, 'securitySchemes').flatMap(([key, place]) => {
    const node = follow(reading, place, `the security scheme "${key}"`);
    if (node === undefined) return [];
    checkMembers(node, MEMBERS, 'a security scheme');
    const scheme = readScheme(node, key);
    if (scheme === undefined) return [];
    const jwt = readJwt(node, scheme);
    const hmac = readHmac(node, scheme);
    return [
      {
        key,
        ...optional('description', textAt(node, 'description')),
        origin: node.origin,
        scheme,
        ...optional('jwt', jwt),
        ...optional('hmac', hmac),
      },
    ];
  });
}

function readScheme(node: Node, key: string): SecurityScheme['scheme'] | undefined {
  const what = `the security scheme "${key}"`;
  const type = requiredText(node, 'type', what);
  switch (type) {
    case 'apiKey':
      return readApiKey(node, what);
    case 'http': {
      const scheme = requiredText(node, 'scheme', what);
      const format = optional('bearerFormat', textAt(node, 'bearerFormat'));
      return scheme === undefined ? undefined : { kind: 'http', scheme, ...format };
    }
    case 'oauth2': {
      const flows = member(node.value, 'flows');
      if (flows === undefined)
        node.reporter.error('missing-member', node.origin, `${what} has no "flows"`);
      return { kind: 'oauth2', flows: flows ?? {} };
    }
    case 'openIdConnect': {
      const url = requiredText(node, 'openIdConnectUrl', what);
      return url === undefined ? undefined : { kind: 'openIdConnect', url };
    }
    case 'mutualTLS':
      return { kind: 'mutualTLS' };
    case undefined:
      return undefined;
    default:
      node.reporter.error(
        'invalid-value',
        originAt(node, 'type'),
        `"${type}" is no type of security scheme`,
        {
          hint:
            didYouMean(type, TYPES).hint ??
            `it may be ${TYPES.map((name) => `"${name}"`).join(', ')}`,
        },
      );
      return undefined;
  }
}

function readApiKey(node: Node, what: string): SecurityScheme['scheme'] | undefined {
  const name = requiredText(node, 'name', what);
  const location = requiredText(node, 'in', what);
  if (name === undefined || location === undefined) return undefined;
  if (location !== 'header' && location !== 'query' && location !== 'cookie') {
    node.reporter.error(
      'invalid-value',
      originAt(node, 'in'),
      `"${location}" is no place for an API key`,
      {
        hint: 'it may be in "header", "query" or "cookie"',
      },
    );
    return undefined;
  }
  if (location !== 'query' && !isFieldName(name)) {
    node.reporter.error(
      'invalid-name',
      originAt(node, 'name'),
      `"${name}" can not be the name of a ${location}`,
    );
    return undefined;
  }
  return { kind: 'apiKey', in: location, name };
}

/** The `security` of a document or an operation; `undefined` where it has none (section 4.8.30). */
export function readSecurity(node: Node, schemes: readonly SecurityScheme[]): Security | undefined {
  const stated = placeAt(node, 'security');
  if (stated === undefined) return undefined;
  // Nothing that can not be read, null among it, may open what was to be closed, even with "--lenient".
  const refuse = ({ reporter, value, origin }: Place, what: string, wanted: string): [] => {
    const message = `${what} is ${describeType(value)} where ${wanted} belongs`;
    reporter.error('invalid-security', origin, message);
    return [];
  };
  if (!isArray(stated.value)) return refuse(stated, '"security"', 'an array of requirements');
  return listAt(node, 'security').flatMap((place): SecurityRequirement[] => {
    if (!isObject(place.value)) return refuse(place, 'a security requirement', 'an object');
    const requirement = place as Node;
    const needed = Object.keys(requirement.value).flatMap((key) => {
      if (schemes.some((scheme) => scheme.key === key)) {
        return [{ key, scopes: textsAt(requirement, key) }];
      }
      if (isDeclared(node, key)) return [];
      node.reporter.error(
        'undeclared-security-scheme',
        originAt(requirement, key),
        `"${key}" is not among "components.securitySchemes"`,
        {
          part: 'key',
          ...(schemes.length === 0
            ? { hint: 'there are none: declare it there' }
            : didYouMean(
                key,
                schemes.map((scheme) => scheme.key),
              )),
        },
      );
      return [];
    });
    return [{ schemes: needed, origin: requirement.origin }];
  });
}

/** One that is declared, but wrong, has been reported where it stands. */
function isDeclared(node: Node, key: string): boolean {
  const schemes = valueAt(node.document.value, ['components', 'securitySchemes']);
  return isObject(schemes) && Object.hasOwn(schemes, key);
}
