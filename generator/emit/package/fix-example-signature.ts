import type { Plan, SecurityPlan } from '../../plan/plan.js';
import { code, type Code, identifier } from '../code.js';
import { dataLiteral } from '../data-literal.js';

/** How a Logon is signed, and what signs and verifies it. */
export interface Signature {
  readonly scheme: SecurityPlan['scheme'];
  readonly parts: readonly ('key' | 'passphrase')[];
  readonly signer: Code;
  readonly verifier: Code;
}

/** How the Logons of a package are signed; `undefined` where they are not. */
export function signatureOf({ security }: Plan): Signature | undefined {
  for (const { scheme, hmac, factory, verifier } of security) {
    if (scheme.hmac?.place !== 'fields' || hmac === undefined) continue;
    if (factory === undefined || verifier === undefined) continue;
    const [signer, checker] = [identifier(factory.name), identifier(verifier.name)];
    return { scheme, parts: hmac.parts, signer, verifier: checker };
  }
  return undefined;
}

/** What an example imports for it. */
export function signatureNames(signature: Signature | undefined): readonly Code[] {
  return signature === undefined ? [] : [signature.signer, signature.verifier];
}

/** Makes `signer` and `verifier` of one secret. */
export function signatureLines(signature: Signature | undefined): readonly Code[] {
  if (signature === undefined) return [];
  const { scheme, parts, signer, verifier } = signature;
  const spelling = scheme.hmac?.secret ?? 'utf8';
  const secret = secrets[spelling];
  const shared = { secret, ...(parts.includes('passphrase') && { passphrase: 'pass words' }) };
  const given = parts.includes('key') ? code`{ key: 'CLIENT', ...shared }` : code`shared`;
  const known = parts.includes('key')
    ? code`{ keys: { CLIENT: shared } }`
    : code`{ secrets: shared.secret }`;
  return [
    code`// What the server knows of its client.`,
    code`const shared = ${dataLiteral(shared, 15)};`,
    code`const signer = ${signer}(${given});`,
    code`const verifier = ${verifier}(${known});`,
  ];
}

/** \`secret\`, in each of its spellings. */
const secrets = { base64: 'c2VjcmV0', hex: '736563726574', utf8: 'secret' };
