import type { NewLog, NewTransfer } from './rules.js';
import type { Asset } from './state.js';

/** The address that tokens come from when they are created, and go to when they are destroyed. */
export const zeroAddress: string = `0x${'0'.repeat(40)}`;

/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** `TransferSingle(address,address,address,uint256,uint256)` of ERC-1155. */
const transferSingleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';

/** The log entry by which a contract reports a transfer; `undefined` for the native asset, whose transfers are not logged. */
export function transferLog(
  { type, contract }: Asset,
  { from, to, value, token = '0' }: NewTransfer,
): NewLog | undefined {
  if (contract === null) return undefined;
  const parties = [from, to].map((address) => word(BigInt(address)));
  switch (type) {
    case 'native':
      return undefined;
    case 'erc20':
      return { contract, topics: [transferTopic, ...parties], data: word(value) };
    case 'erc721':
      return { contract, topics: [transferTopic, ...parties, word(BigInt(token))], data: '0x' };
    case 'erc1155': {
      const [operator = ''] = parties;
      const data = word(BigInt(token)) + word(value).slice(2);
      return { contract, topics: [transferSingleTopic, operator, ...parties], data };
    }
  }
}

/** A word of 32 bytes in hexadecimal. */
export function word(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
