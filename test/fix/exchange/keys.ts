/** API keys of two profiles: the first letter says whose a key is. */
export const names: readonly string[] = ['a', 'b'].flatMap((profile) =>
  Array.from({ length: 9 }, (_, index) => `${profile}${String(index).repeat(31)}`),
);

const passphrase = 'pp123';

/** Base64 of the bytes of its name. */
const secretOf = (name: string): string => Buffer.from(name).toString('base64');

/** Key records of the exchange. */
export const keys: Readonly<Record<string, { secret: string; passphrase: string }>> =
  Object.fromEntries(names.map((name) => [name, { secret: secretOf(name), passphrase }]));

/** Credentials of the owner of a key. */
export function credentialsOf(key: string): {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
} {
  return { key, secret: secretOf(key), passphrase };
}

/** A ClOrdID: a UUID in lower case. */
export const uuid = (number: number): string =>
  `7d2c3f0a-3c3e-4b8e-9a55-${String(number).padStart(12, '0')}`;
