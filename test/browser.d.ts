/** Types of browsers that the declarations of viem, TanStack Query and Effect name, and that Node does not have. */
interface CryptoKey extends importedCryptoKey {}
interface AuthenticatorAttestationResponse {
  readonly attestationObject: ArrayBuffer;
}
interface AuthenticationExtensionsClientOutputs {
  readonly appid?: boolean;
}
type importedCryptoKey = import('node:crypto').webcrypto.CryptoKey;
type JsonWebKey = import('node:crypto').webcrypto.JsonWebKey;
interface Storage {
  readonly length: number;
}
type VoidFunction = () => void;
