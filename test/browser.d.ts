/** Types of browsers that the declarations of viem and TanStack Query name, and that Node does not have. */
interface CryptoKey extends importedCryptoKey {}
interface AuthenticatorAttestationResponse {
  readonly attestationObject: ArrayBuffer;
}
interface AuthenticationExtensionsClientOutputs {
  readonly appid?: boolean;
}
type importedCryptoKey = import('node:crypto').webcrypto.CryptoKey;
type VoidFunction = () => void;
