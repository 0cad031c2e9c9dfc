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
  childAt,
  requiredText,
  textAt,
  textsAt,
} from './node.js';
import type { ObjectNode, ValueNode } from './node.js';
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

/** Reads the security schemes of the components, in document order (OpenAPI 3.1.1 section 4.8.27). */
export function readSecuritySchemes(
  reading: Reading,
  components: ObjectNode,
): readonly SecurityScheme[] {
  return membersAt(reading, components, 'securitySchemes').flatMap(([key, valueNode]) => {
    const node = follow(reading, valueNode, `the security scheme "${key}"`);
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

function readScheme(node: ObjectNode, key: string): SecurityScheme['scheme'] | undefined {
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

function readApiKey(node: ObjectNode, what: string): SecurityScheme['scheme'] | undefined {
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

/** Reads the `security` of a document or an operation; `undefined` if absent (section 4.8.30). */
export function readSecurity(
  node: ObjectNode,
  schemes: readonly SecurityScheme[],
): Security | undefined {
  const stated = childAt(node, 'security');
  if (stated === undefined) return undefined;
  // An unreadable value, null included, must never remove a requirement, not even with "--lenient".
  const refuse = ({ reporter, value, origin }: ValueNode, what: string, wanted: string): [] => {
    const message = `${what} is ${describeType(value)} where ${wanted} belongs`;
    reporter.error('invalid-security', origin, message);
    return [];
  };
  if (!isArray(stated.value)) return refuse(stated, '"security"', 'an array of requirements');
  return listAt(node, 'security').flatMap((valueNode): SecurityRequirement[] => {
    if (!isObject(valueNode.value)) return refuse(valueNode, 'a security requirement', 'an object');
    const requirement = valueNode as ObjectNode;
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

/** True if the scheme is declared: a declaration that is invalid has already been reported. */
function isDeclared(node: ObjectNode, key: string): boolean {
  const schemes = valueAt(node.document.value, ['components', 'securitySchemes']);
  return isObject(schemes) && Object.hasOwn(schemes, key);
}
