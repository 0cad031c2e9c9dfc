import type { Origin } from '../../core/origin.js';
import type { Security, SecurityRequirement } from '../../model/security.js';
import type { ChangeRule } from '../change.js';
import type { SideVerdicts } from '../collect-changes.js';
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

/** Compares requirements: whether each alternative that was sufficient still is. */
export function compareSecurity(
  old: Security,
  next: Security,
): { readonly message: string; readonly verdicts: SideVerdicts } | undefined {
  const before = alternatives(old);
  const after = alternatives(next);
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
