import type { Plan, SecurityPlan } from '../../plan/plan.js';
import { code, type Code, identifier } from '../../printer/code.js';
import { dataLiteral } from '../../typescript/data-literal.js';

/** Scheme that signs a Logon, with its signer and verifier factories. */
export interface Signature {
  readonly scheme: SecurityPlan['scheme'];
  readonly parts: readonly ('key' | 'passphrase')[];
  readonly signer: Code;
  readonly verifier: Code;
}

/** Signature of a package's Logons. `undefined` if they are not signed. */
export function signatureOf({ security }: Plan): Signature | undefined {
  for (const { scheme, hmac, factory, verifier } of security) {
    if (scheme.hmac?.place !== 'fields' || hmac === undefined) continue;
    if (factory === undefined || verifier === undefined) continue;
    const [signer, checker] = [identifier(factory.name), identifier(verifier.name)];
    return { scheme, parts: hmac.parts, signer, verifier: checker };
  }
  return undefined;
}

/** Imports that an example needs for the signature. */
export function signatureNames(signature: Signature | undefined): readonly Code[] {
  return signature === undefined ? [] : [signature.signer, signature.verifier];
}

/** Statements that create `signer` and `verifier` with one secret. */
export function signatureLines(signature: Signature | undefined): readonly Code[] {
  if (signature === undefined) return [];
  const { scheme, parts, signer, verifier } = signature;
  const encoding = scheme.hmac?.secret ?? 'utf8';
  const secret = secrets[encoding];
  const shared = { secret, ...(parts.includes('passphrase') && { passphrase: 'pass words' }) };
  const signerArguments = parts.includes('key') ? code`{ key: 'CLIENT', ...shared }` : code`shared`;
  const verifierOptions = parts.includes('key')
    ? code`{ keys: { CLIENT: shared } }`
    : code`{ secrets: shared.secret }`;
  return [
    code`// What the server knows of its client.`,
    code`const shared = ${dataLiteral(shared, 15)};`,
    code`const signer = ${signer}(${signerArguments});`,
    code`const verifier = ${verifier}(${verifierOptions});`,
  ];
}

/** The text \`secret\` in each encoding. */
const secrets = { base64: 'c2VjcmV0', hex: '736563726574', utf8: 'secret' };
