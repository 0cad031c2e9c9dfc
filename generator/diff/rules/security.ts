import type { Origin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import type { Security, SecurityRequirement } from '../../model/security.js';
import type { ChangeRule } from '../change.js';
import type { SideVerdicts } from '../collect-changes.js';
import { plainText } from '../plain-text.js';
import type { OperationRule } from './operation-rule.js';

/** Credentials of requests. */
export const securityRule: ChangeRule = {
  id: 'security',
  when: 'Other credentials or scopes are required than before.',
  advice:
    'Callers break if none of the credentials that they may use today is sufficient. Servers break if callers may present credentials that were not sufficient before. Add an alternative, and remove the old one later.',
};

/** Security of an operation. */
export const security: OperationRule = {
  rules: [securityRule],
  compare({ old, next }, context) {
    const change = compareSecurity(old.security, next.security);
    if (change === undefined) return;
    context.report(securityRule, change.message, change.verdicts, {
      old: placeOf(old.security) ?? old.origin,
      next: placeOf(next.security) ?? next.origin,
    });
  },
};

/**
 * Compares requirements: whether each alternative that was sufficient still is. With `apis`, schemes of the same definition are the same by
 * any name, because AsyncAPI 3 also declares them where they are required.
 */
export function compareSecurity(
  old: Security,
  next: Security,
  apis?: { readonly old: Api; readonly next: Api },
): { readonly message: string; readonly verdicts: SideVerdicts } | undefined {
  const before = alternatives(old);
  const after = apis === undefined ? alternatives(next) : renamed(alternatives(next), before, apis);
  const insufficient = before.filter((each) => !after.some((other) => isSufficient(each, other)));
  const unknown = after.filter((each) => !before.some((other) => isSufficient(each, other)));
  if (insufficient.length === 0 && unknown.length === 0) return undefined;
  return {
    message:
      insufficient.length > 0
        ? `${namesOf(insufficient)} is no longer sufficient: ${namesOf(after)} is required`
        : `${namesOf(unknown)} is sufficient now`,
    verdicts: {
      requester: insufficient.length > 0 ? 'breaking' : 'compatible',
      answerer: unknown.length > 0 ? 'breaking' : 'compatible',
    },
  };
}

type Alternative = SecurityRequirement['schemes'];

/** Alternatives. Without any, no credentials are required. */
function alternatives(security: Security): readonly Alternative[] {
  return security.length === 0 ? [[]] : security.map(({ schemes }) => schemes);
}

/** Alternatives with the names that schemes of the same definition had before. */
function renamed(
  alternatives: readonly Alternative[],
  before: readonly Alternative[],
  apis: { readonly old: Api; readonly next: Api },
): readonly Alternative[] {
  const definitions = ({ securitySchemes }: Api): ReadonlyMap<string, string> =>
    new Map(
      securitySchemes.map(({ key, scheme, jwt, hmac }) => {
        // AsyncAPI 2 and 3 have other names for the list of scopes, and requirements name those that matter.
        const definition =
          scheme.kind === 'oauth2' ? ['oauth2', withoutScopes(scheme.flows)] : scheme;
        return [key, plainText([definition, jwt, hmac])];
      }),
    );
  const [olds, nexts] = [definitions(apis.old), definitions(apis.next)];
  const keys = new Set(before.flatMap((schemes) => schemes.map(({ key }) => key)));
  const names = new Map([...keys].map((key) => [olds.get(key), key]));
  const nameOf = (key: string): string => {
    const definition = nexts.get(key);
    return keys.has(key) ? key : (names.get(definition) ?? key);
  };
  return alternatives.map((schemes) =>
    schemes.map(({ key, scopes }) => ({ key: nameOf(key), scopes })),
  );
}

function withoutScopes(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !/^(?:availableS|s)copes$/.test(name));
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutScopes(member)]));
}

/** True if credentials satisfy a requirement. */
function isSufficient(credentials: Alternative, required: Alternative): boolean {
  return required.every(({ key, scopes }) => {
    const given = credentials.find((each) => each.key === key);
    return given !== undefined && scopes.every((scope) => given.scopes.includes(scope));
  });
}

function namesOf(requirements: readonly Alternative[]): string {
  return requirements
    .map((schemes) =>
      schemes.length === 0
        ? 'a request without credentials'
        : schemes
            .map(
              ({ key, scopes }) =>
                `"${key}"${scopes.length === 0 ? '' : ` (${scopes.join(', ')})`}`,
            )
            .join(' with '),
    )
    .join(' or ');
}

function placeOf([first]: Security): Origin | undefined {
  return first?.origin;
}
