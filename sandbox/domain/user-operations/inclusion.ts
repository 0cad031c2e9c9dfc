import { transfersOfCall } from '../assets/calls.js';
import { word } from '../assets/logs.js';
import { planBlock } from '../assets/rules.js';
import { handleOpsCall } from '../cryptography/user-operation.js';
import { type Context, type DomainEvent, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { settings } from '../../settings.js';
import type { UserOperationRow } from './state.js';

/** Why an operation cannot be included. */
export type InclusionRefusal = 'insufficient-funds';

/** A block that includes an operation. */
export interface PlannedInclusion {
  /** Hash of the transaction. */
  readonly transaction: string;
  /** Events of the block. */
  readonly events: readonly DomainEvent[];
}

/** `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` of the entry point. */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';

/**
 * Plans the transaction that includes an operation, in a block of its own. If it succeeds, its calls move what they transfer, and the entry
 * point logs the operation. Gas costs nothing.
 */
export function planInclusion(
  context: Context<DomainState>,
  row: UserOperationRow,
  succeeded: boolean,
): PlannedInclusion | Refused<InclusionRefusal> {
  const { state, random } = context;
  const { hash, sender, network, calls, nonce, signature = '0x' } = row;
  const { entryPoint, bundler } = settings['user-operations-2'];
  const transaction = `0x${random.hex(32)}`;
  const transfers = calls.flatMap((call) => transfersOfCall(state.assets, network, sender, call));
  const logged = {
    contract: entryPoint,
    topics: [operationTopic, hash, word(BigInt(sender)), word(0n)],
    data: `0x${[nonce, 1n, 0n, 0n].map((value) => word(value).slice(2)).join('')}`,
  };
  const input = handleOpsCall(row, signature, bundler);
  const included = {
    hash: transaction,
    from: bundler,
    to: entryPoint,
    input,
    succeeded,
    transfers,
  };
  const planned = planBlock(context, network, [{ ...included, logs: [logged] }]);
  if (!('refusal' in planned)) return { transaction, events: planned.events };
  const { code, data } = planned.refusal;
  return refuse('insufficient-funds', code === 'insufficient-funds' ? data : { what: 'assets' });
}
