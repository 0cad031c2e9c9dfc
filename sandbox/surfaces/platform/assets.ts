import type { AssetsHandlers } from '@platform/platform/server';
import { findAsset } from '../../domain/assets/queries.js';
import type { Core } from '../../server/core.js';
import type { PlatformPrincipals } from './requests.js';
import { say } from './say.js';

/** Handlers of the operations about assets. */
export function assetsHandlers({ loop }: Core): AssetsHandlers<PlatformPrincipals> {
  return {
    getAsset({ path: { network_id, asset_id } }, respond) {
      const asset = findAsset(loop.state.assets, network_id, asset_id);
      if (asset === undefined)
        return say('getAsset', { code: 'not-found', data: { what: 'asset' } });
      const { decimals, contract } = asset;
      return respond.ok({
        network_id,
        asset_id,
        decimals,
        ...(contract === null ? {} : { contract_address: contract }),
      });
    },
  };
}
