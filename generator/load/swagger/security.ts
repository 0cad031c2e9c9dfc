import { invalidValue } from '../../core/diagnostics/values.js';
import type { Json } from '../../model/schema.js';
import { isObject, member, omitMembers, type JsonObject } from '../json-object.js';
import type { UpgradeContext } from './upgrade-context.js';

const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};
const FLOW_MEMBERS: ReadonlySet<string> = new Set([
  'flow',
  'authorizationUrl',
  'tokenUrl',
  'scopes',
]);

/** Converts `securityDefinitions` to Security Scheme Objects of OpenAPI 3.0. */
export function upgradeSecurity(context: UpgradeContext, value: Json): Json {
  if (!isObject(value)) return value;
  const schemes = Object.entries(value).map(([name, scheme]): [string, Json] => [
    name,
    isObject(scheme) ? upgradeScheme(context, scheme, ['securityDefinitions', name]) : scheme,
  ]);
  return context.sourceMap.put(Object.fromEntries(schemes), ['securityDefinitions']);
}

function upgradeScheme(
  context: UpgradeContext,
  scheme: JsonObject,
  tokens: readonly string[],
): Json {
  const type = member(scheme, 'type');
  if (type === 'basic')
    return context.sourceMap.put({ ...scheme, type: 'http', scheme: 'basic' }, tokens);
  if (type !== 'oauth2') return context.sourceMap.put({ ...scheme }, tokens);
  const stated = member(scheme, 'flow');
  const flow =
    typeof stated === 'string' && Object.hasOwn(FLOWS, stated) ? FLOWS[stated] : undefined;
  if (flow === undefined) {
    context.reporter.report(
      invalidValue.choice({ what: 'the flow of an OAuth2 scheme', values: Object.keys(FLOWS) }),
      context.originOf(...tokens, ...(stated === undefined ? [] : ['flow'])),
    );
    return context.sourceMap.put({ type: 'oauth2', flows: {} }, tokens);
  }
  const flowObject = Object.fromEntries(
    ['authorizationUrl', 'tokenUrl', 'scopes'].flatMap((name): [string, Json][] => {
      const value = member(scheme, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return context.sourceMap.put(
    {
      ...omitMembers(scheme, FLOW_MEMBERS),
      flows: context.sourceMap.put({ [flow]: context.sourceMap.put(flowObject, tokens) }, tokens, {
        [flow]: [...tokens, 'flow'],
      }),
    },
    tokens,
  );
}
