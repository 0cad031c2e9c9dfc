import { undeclaredSecurityScheme } from '../openapi/security.js';
import { invalidValue } from '../../../core/diagnostics/values.js';
import { missingMember } from '../../../core/diagnostics/members.js';
import { didYouMean } from '../../../core/suggestion.js';
import type {
  BrokerSecurity,
  Security,
  SecurityRequirement,
  SecurityScheme,
} from '../../security.js';
import { readHmac } from '../extensions/hmac.js';
import { readJwt } from '../extensions/jwt.js';
import { isObject, member, valueAt } from '../json.js';
import {
  asNode,
  checkMembers,
  listAt,
  mapAt,
  objectAt,
  optional,
  originAt,
  requiredText,
  textAt,
  textsAt,
} from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { childAt } from '../openapi/node.js';
import { isVersion2, onceIn, resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';

const BROKER: readonly BrokerSecurity[] = [
  'userPassword',
  'apiKey',
  'symmetricEncryption',
  'asymmetricEncryption',
  'plain',
  'scramSha256',
  'scramSha512',
  'gssapi',
];
const TYPES = [...BROKER, 'X509', 'httpApiKey', 'http', 'oauth2', 'openIdConnect'];
const MEMBERS = ['type', 'description', 'name', 'in', 'scheme', 'bearerFormat', 'flows'];
/** Required URLs of each flow (AsyncAPI 3.0 section "OAuth Flow Object"). */
const FLOWS: { readonly [flow: string]: readonly string[] } = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  clientCredentials: ['tokenUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
};

/** Reads one security scheme, behind references (AsyncAPI 3.0 section "Security Scheme Object"). */
export function readSecurityScheme(
  reading: AsyncReading,
  key: string,
  valueNode: ValueNode,
): SecurityScheme | undefined {
  return onceIn(reading, reading.schemes, valueNode, `the security scheme "${key}"`, (node) => {
    const scopes = isVersion2(node) ? [] : ['scopes'];
    checkMembers(node, [...MEMBERS, 'openIdConnectUrl', ...scopes], 'a security scheme');
    const scheme = readScheme(node, `the security scheme "${key}"`);
    if (scheme === undefined) return undefined;
    return {
      key,
      ...optional('description', textAt(node, 'description')),
      origin: node.origin,
      messagesOnly: true,
      scheme,
      ...optional('jwt', readJwt(node, scheme)),
      ...optional('hmac', readHmac(node, scheme)),
    };
  });
}

function readScheme(node: ObjectNode, what: string): SecurityScheme['scheme'] | undefined {
  const type = requiredText(node, 'type', what);
  if (type === undefined) return undefined;
  if (type === 'X509') return { kind: 'mutualTLS' };
  if (type === 'apiKey') {
    const location = oneOf(node, 'in', what, ['user', 'password'] as const);
    return location && { kind: 'broker', type, in: location };
  }
  if (type === 'httpApiKey') {
    const name = requiredText(node, 'name', what);
    const side = oneOf(node, 'in', what, ['query', 'header', 'cookie'] as const);
    return name === undefined || side === undefined
      ? undefined
      : { kind: 'apiKey', in: side, name };
  }
  if (type === 'http') {
    const scheme = requiredText(node, 'scheme', what);
    const format = optional('bearerFormat', textAt(node, 'bearerFormat'));
    return scheme === undefined ? undefined : { kind: 'http', scheme, ...format };
  }
  if (type === 'oauth2') return readFlows(node, what);
  if (type === 'openIdConnect') {
    const url = requiredText(node, 'openIdConnectUrl', what);
    return url === undefined ? undefined : { kind: 'openIdConnect', url };
  }
  const broker = BROKER.find((known) => known === type);
  if (broker !== undefined) return { kind: 'broker', type: broker };
  node.reporter.report(
    invalidValue.kind({ value: type, kind: 'a type of security scheme' }),
    originAt(node, 'type'),
    {
      hint:
        didYouMean(type, TYPES).hint ?? `it may be ${TYPES.map((name) => `"${name}"`).join(', ')}`,
    },
  );
  return undefined;
}

function oneOf<Value extends string>(
  node: ObjectNode,
  name: string,
  what: string,
  values: readonly Value[],
): Value | undefined {
  const text = requiredText(node, name, what);
  const match = values.find((value) => value === text);
  if (match !== undefined || text === undefined) return match;
  const hint = `it may be ${values.map((value) => `"${value}"`).join(' or ')}`;
  node.reporter.report(
    invalidValue.choice({ what: '"in" of this scheme', values }),
    originAt(node, name),
    { hint },
  );
  return undefined;
}

function readFlows(node: ObjectNode, what: string): SecurityScheme['scheme'] {
  const flows = objectAt(node, 'flows');
  if (flows === undefined && member(node.value, 'flows') === undefined) {
    node.reporter.report(missingMember.default({ what, name: 'flows' }), node.origin);
  }
  if (flows !== undefined) {
    checkMembers(flows, Object.keys(FLOWS), 'the flows');
    for (const [name, urls] of Object.entries(FLOWS)) {
      const flow = objectAt(flows, name);
      if (flow !== undefined) checkFlow(flow, name, urls);
    }
  }
  return { kind: 'oauth2', flows: flows?.value ?? {} };
}

function checkFlow(flow: ObjectNode, name: string, urls: readonly string[]): void {
  const scopes = isVersion2(flow) ? 'scopes' : 'availableScopes';
  const what = `the flow "${name}"`;
  checkMembers(flow, ['authorizationUrl', 'tokenUrl', 'refreshUrl', scopes], what);
  for (const url of urls) requiredText(flow, url, what);
  if (objectAt(flow, scopes) === undefined && member(flow.value, scopes) === undefined) {
    flow.reporter.report(missingMember.default({ what, name: scopes }), flow.origin);
  }
}

/**
 * Reads the `security` of a server or an operation. In AsyncAPI 2 it names schemes of the components. Since 3.0 it is a list of schemes,
 * usually references, any of which is sufficient.
 */
export function readSecurity(reading: AsyncReading, node: ObjectNode): Security | undefined {
  if (member(node.value, 'security') === undefined) return undefined;
  const items = listAt(node, 'security');
  return isVersion2(node)
    ? items.flatMap((valueNode) => readRequirement(node, valueNode))
    : items.flatMap((valueNode) => readListed(reading, valueNode));
}

function readListed(reading: AsyncReading, valueNode: ValueNode): readonly SecurityRequirement[] {
  const node = asNode(valueNode, 'a security scheme');
  const reference = node === undefined ? undefined : member(node.value, '$ref');
  const name = typeof reference === 'string' ? lastToken(reference) : undefined;
  const declared = [...reading.schemes.values()].map((scheme) => scheme.key);
  const scheme = readSecurityScheme(reading, name ?? inlineName(node, declared), valueNode);
  if (scheme === undefined || node === undefined) return [];
  // The scheme lists the scopes that are needed (AsyncAPI 3.0 section "Security Scheme Object").
  const owner =
    childAt(node, 'scopes') === undefined
      ? resolveNode(reading, valueNode, 'a security scheme')
      : node;
  const scopes =
    owner === undefined || childAt(owner, 'scopes') === undefined ? [] : textsAt(owner, 'scopes');
  return [{ schemes: [{ key: scheme.key, scopes }], origin: valueNode.origin }];
}

function lastToken(reference: string): string {
  return reference
    .slice(reference.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

/** Returns a name for an inline scheme: its type. */
function inlineName(node: ObjectNode | undefined, taken: readonly string[]): string {
  const type = node === undefined ? undefined : member(node.value, 'type');
  let name = typeof type === 'string' ? type : 'scheme';
  while (taken.includes(name)) name += 'Scheme';
  return name;
}

function readRequirement(node: ObjectNode, valueNode: ValueNode): readonly SecurityRequirement[] {
  const requirement = asNode(valueNode, 'a security requirement');
  if (requirement === undefined) return [];
  const declared = valueAt(node.document.value, ['components', 'securitySchemes']);
  const names = isObject(declared) ? Object.keys(declared) : [];
  const schemes = Object.keys(requirement.value).flatMap((key) => {
    const scopes = textsAt(requirement, key);
    if (names.includes(key)) return [{ key, scopes }];
    node.reporter.report(undeclaredSecurityScheme.default({ key }), originAt(requirement, key), {
      part: 'key',
      ...didYouMean(key, names),
    });
    return [];
  });
  return [{ schemes, origin: requirement.origin }];
}

/** Reads the schemes of the components, before everything that refers to them. */
export function readSchemeComponents(reading: AsyncReading, components: ObjectNode): void {
  for (const [key, valueNode] of mapAt(components, 'securitySchemes'))
    readSecurityScheme(reading, key, valueNode);
}
