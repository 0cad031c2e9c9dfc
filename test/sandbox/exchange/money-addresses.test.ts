import { Keypair } from '@solana/web3.js';
import { getAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { type AddressFormat, isAddressOf } from '../../../sandbox/domain/cryptography/addresses.js';

/** Addresses of public documents, by format. */
const valid: { readonly [Format in AddressFormat]: readonly string[] } = {
  evm: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ],
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  litecoin: ['LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  dogecoin: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  solana: ['4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'],
  ripple: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  stellar: ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  cosmos: ['cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27'],
};

describe('formats of addresses', () => {
  test.each(Object.entries(valid) as [AddressFormat, readonly string[]][])(
    'transfers-9: addresses of the format %s have checksums',
    (format, addresses) => {
      for (const address of addresses) {
        expect(isAddressOf(format, address), address).toBe(true);
        const others = Object.keys(valid).filter((other) => other !== format);
        for (const other of others)
          expect(isAddressOf(other as AddressFormat, address), `${address} ${other}`).toBe(false);
      }
    },
  );

  test('transfers-9: one wrong character makes an address invalid', () => {
    const checked = Object.entries(valid).filter(([format]) => format !== 'solana');
    for (const [format, addresses] of checked)
      for (const address of addresses.filter((each) => !/^0x[0-9a-f]+$|^0x[0-9A-F]+$/.test(each)))
        for (let at = 3; at < address.length; at += 1) {
          const [was = ''] = address.slice(at);
          const other = format === 'evm' ? swapCase(was) : was.toLowerCase() === 'p' ? 'q' : 'p';
          const wrong = `${address.slice(0, at)}${other}${address.slice(at + 1)}`;
          if (wrong !== address)
            expect(isAddressOf(format as AddressFormat, wrong), wrong).toBe(false);
        }
  });

  test('transfers-9: a later version of a witness program is written in bech32m, version 0 in bech32', () => {
    const wrong = [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
      'bc1qr508d6qejxtdg4y5r3zarvaryv98gj9p',
      'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    ];
    for (const address of wrong) expect(isAddressOf('bitcoin', address), address).toBe(false);
  });

  test('transfers-9: independent libraries agree about the case of EVM addresses and about Solana keys', () => {
    for (let at = 1; at <= 50; at += 1) {
      const bytes = Buffer.alloc(20, at * 5).toString('hex');
      const address = getAddress(`0x${bytes}`);
      expect(isAddressOf('evm', address)).toBe(true);
      const swapped = address.replace(/[a-fA-F]/, swapCase);
      const isUniform = /^0x[0-9a-f]+$|^0x[0-9A-F]+$/.test(swapped);
      expect(isAddressOf('evm', swapped), swapped).toBe(isUniform);
      const key = Keypair.fromSeed(new Uint8Array(32).fill(at)).publicKey.toBase58();
      expect(isAddressOf('solana', key)).toBe(true);
      expect(isAddressOf('solana', `${key}1111`)).toBe(false);
    }
  });

  test('transfers-9: a long text takes no longer than a short one', () => {
    const long = '2'.repeat(1_000_000);
    for (const format of Object.keys(valid) as AddressFormat[])
      expect(isAddressOf(format, long)).toBe(false);
  });
});

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
