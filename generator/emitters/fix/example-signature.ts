import type { Plan } from '../../plan/plan.js';
import { type Text, identifier } from '../../printer/code.js';
import { printInTemplate } from '../../printer/print.js';
import type { View } from '../../printer/template.js';
import { dataLiteral } from '../../typescript/data-literal.js';

/** Signer and verifier of Logons in an example, with one shared secret. */
export interface SignatureView extends View {
  /** Factory of the signer. */
  readonly signer: Text;
  /** Factory of the verifier. */
  readonly verifier: Text;
  /** The secret, with the passphrase if there is one. */
  readonly shared: Text;
  /** True if a signature names its key. */
  readonly keyed: boolean;
}

/** Signature of a package's Logons. `undefined` if they are not signed. */
export function signatureView({ security }: Plan): SignatureView | undefined {
  for (const { scheme, hmac, factory, verifier } of security) {
    if (scheme.hmac?.place !== 'fields' || hmac === undefined) continue;
    if (factory === undefined || verifier === undefined) continue;
    const secret = secrets[scheme.hmac.secret];
    const shared = hmac.parts.includes('passphrase')
      ? { secret, passphrase: 'pass words' }
      : { secret };
    return {
      signer: identifier(factory.name),
      verifier: identifier(verifier.name),
      shared: printInTemplate(dataLiteral(shared), { column: 15 }),
      keyed: hmac.parts.includes('key'),
    };
  }
  return undefined;
}

/** The text \`secret\` in each encoding. */
const secrets = { base64: 'c2VjcmV0', hex: '736563726574', utf8: 'secret' };
