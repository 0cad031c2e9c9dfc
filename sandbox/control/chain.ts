import type { ChainAsset, ChainBlock, Wallet as WalletBody } from '@platform/sandbox-control';
import type { ChainHandlers } from '@platform/sandbox-control/server';
import { listAssets } from '../domain/assets/queries.js';
import type { NewTransaction } from '../domain/assets/rules.js';
import type { Asset, Block, Wallet } from '../domain/assets/state.js';
import { printInstant } from '../domain/time.js';
import type { Core } from '../server/core.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Handlers about assets, blocks and wallets. */
export function chainHandlers({ loop }: Core): ChainHandlers {
  return {
    listAssets: (_, respond) => respond.ok(listAssets(loop.state.assets).map(assetBody)),

    registerAsset({ body }, respond) {
      const { type, decimals = type === 'erc20' ? 18 : 0 } = body;
      const outcome = loop.execute('assets.register', { ...body, decimals }, origin);
      return outcome.ok
        ? respond.created(assetBody(outcome.result))
        : say('registerAsset', outcome.refusal);
    },

    makeBlock({ path: { network }, body }, respond) {
      const { transfers = [], events = [], organizationId: organization } = body;
      const transactions: NewTransaction[] = [
        ...transfers.map(({ value, ...transfer }) => ({
          from: transfer.from,
          to: transfer.to,
          transfers: [{ ...transfer, value: BigInt(value) }],
          organization,
        })),
        ...events.map(({ contract, from, topics = [], data = '0x' }) => ({
          from,
          to: contract,
          logs: [{ contract, topics, data }],
          organization,
        })),
      ];
      const outcome = loop.execute('assets.make-block', { network, transactions }, origin);
      return outcome.ok
        ? respond.created(blockBody(outcome.result))
        : say('makeBlock', outcome.refusal);
    },

    listWallets: ({ path }, respond) =>
      respond.ok(loop.state.assets.walletsByOrganization.rows(path.organizationId).map(walletBody)),

    createWallet({ path, body }, respond) {
      const data = { organization: path.organizationId, ...body };
      const outcome = loop.execute('assets.create-wallet', data, origin);
      return outcome.ok
        ? respond.created(walletBody(outcome.result))
        : say('createWallet', outcome.refusal);
    },
  };
}

function assetBody({ contract, ...asset }: Asset): ChainAsset {
  return contract === null ? asset : { ...asset, contract };
}

function blockBody({ network, number, hash, parentHash, time, transactions }: Block): ChainBlock {
  const hashes = transactions.map((transaction) => transaction.hash);
  return {
    network,
    number,
    hash,
    parentHash,
    time: printInstant(time),
    transactions: hashes,
  };
}

function walletBody({ organization, createdAt, ...wallet }: Wallet): WalletBody {
  return { ...wallet, organizationId: organization, createdAt: printInstant(createdAt) };
}
