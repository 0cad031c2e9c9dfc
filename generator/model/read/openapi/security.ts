import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidName } from '../diagnostics/names.js';
import { missingMember } from '../../../core/diagnostics/members.js';
import { invalidValue } from '../../../core/diagnostics/values.js';
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

/** A security requirement whose scheme the document does not declare. */
export const undeclaredSecurityScheme: DiagnosticType<{ default: { key: string } }> = defineError(
  'undeclared-security-scheme',
  {
    default: ({ key }) => `"${key}" is not among "components.securitySchemes"`,
  },
);

/** Security requirements that cannot be read. They must never be ignored. */
export const invalidSecurity: DiagnosticType<{
  default: { what: string; expected: string; actual: string };
}> = defineError('invalid-security', {
  default: ({ what, expected, actual }) => `${what} must be ${expected}, not ${actual}`,
});

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
        node.reporter.report(missingMember.default({ what, name: 'flows' }), node.origin);
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
      node.reporter.report(
        invalidValue.kind({ value: type, kind: 'a type of security scheme' }),
        originAt(node, 'type'),
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
    node.reporter.report(
      invalidValue.kind({ value: location, kind: 'a location of an API key' }),
      originAt(node, 'in'),
      {
        hint: 'the locations are "header", "query" and "cookie"',
      },
    );
    return undefined;
  }
  if (location !== 'query' && !isFieldName(name)) {
    node.reporter.report(invalidName.default({ name, kind: location }), originAt(node, 'name'));
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
  const refuse = ({ reporter, value, origin }: ValueNode, what: string, expected: string): [] => {
    reporter.report(
      invalidSecurity.default({ what, expected, actual: describeType(value) }),
      origin,
    );
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
      node.reporter.report(undeclaredSecurityScheme.default({ key }), originAt(requirement, key), {
        part: 'key',
        ...(schemes.length === 0
          ? { hint: 'none are declared: declare it there' }
          : didYouMean(
              key,
              schemes.map((scheme) => scheme.key),
            )),
      });
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
