import type { Json } from '../../model/schema.js';
import { isObject, member, without, type JsonObject, type Upgrading } from './upgrading.js';

const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};
const FLOW_WORDS: ReadonlySet<string> = new Set(['flow', 'authorizationUrl', 'tokenUrl', 'scopes']);

/** `securityDefinitions` as the Security Scheme Objects of OpenAPI 3.0. */
export function upgradeSecurity(up: Upgrading, value: Json): Json {
  if (!isObject(value)) return value;
  const schemes = Object.entries(value).map(([name, scheme]): [string, Json] => [
    name,
    isObject(scheme) ? upgradeScheme(up, scheme, ['securityDefinitions', name]) : scheme,
  ]);
  return up.places.put(Object.fromEntries(schemes), ['securityDefinitions']);
}

function upgradeScheme(up: Upgrading, scheme: JsonObject, tokens: readonly string[]): Json {
  const type = member(scheme, 'type');
  if (type === 'basic') return up.places.put({ ...scheme, type: 'http', scheme: 'basic' }, tokens);
  if (type !== 'oauth2') return up.places.put({ ...scheme }, tokens);
  const stated = member(scheme, 'flow');
  const flow =
    typeof stated === 'string' && Object.hasOwn(FLOWS, stated) ? FLOWS[stated] : undefined;
  if (flow === undefined) {
    up.reporter.error(
      'invalid-value',
      up.originOf(...tokens, ...(stated === undefined ? [] : ['flow'])),
      'the flow of an OAuth2 scheme is "implicit", "password", "application" or "accessCode"',
    );
    return up.places.put({ type: 'oauth2', flows: {} }, tokens);
  }
  const inner = Object.fromEntries(
    ['authorizationUrl', 'tokenUrl', 'scopes'].flatMap((name): [string, Json][] => {
      const found = member(scheme, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
  return up.places.put(
    {
      ...without(scheme, FLOW_WORDS),
      flows: up.places.put({ [flow]: up.places.put(inner, tokens) }, tokens, {
        [flow]: [...tokens, 'flow'],
      }),
    },
    tokens,
  );
}
