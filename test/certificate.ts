import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key and a certificate that it has signed itself, PEM, for `localhost` and what else it was made for. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate with an RSA key, as suites named ECDHE-RSA want it (RFC 5280 section 4.1). `more` are names beside `localhost`. */
export function makeCertificate(...more: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sha256WithRsa = sequence(oid('2a864886f70d01010b'), node(0x05, Buffer.alloc(0)));
  const name = sequence(node(0x31, sequence(oid('550403'), node(0x0c, Buffer.from('localhost')))));
  const names = sequence(
    ...['localhost', ...more].map((each) => node(0x82, Buffer.from(each))),
    node(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const extensions = sequence(
    sequence(oid('551d11'), node(0x04, names)),
    sequence(
      oid('551d13'),
      node(0x01, Buffer.from([255])),
      node(0x04, sequence(node(0x01, Buffer.from([255])))),
    ),
  );
  const body = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))),
    node(0x02, Buffer.from([1])),
    sha256WithRsa,
    name,
    sequence(node(0x17, Buffer.from('200101000000Z')), node(0x17, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    node(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(
    body,
    sha256WithRsa,
    node(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return { key: pem(privateKey), cert: armoured('CERTIFICATE', whole) };
}

/** A DER value: tag, length, contents. */
function node(tag: number, contents: Buffer): Buffer {
  const { length } = contents;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
}

function sequence(...members: readonly Buffer[]): Buffer {
  return node(0x30, Buffer.concat(members));
}

function oid(hex: string): Buffer {
  return node(0x06, Buffer.from(hex, 'hex'));
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function armoured(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
