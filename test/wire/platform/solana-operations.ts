import { change, create, read, row, type Row } from './row.js';
import { solanaAddress } from './test-server.js';

const solana = '/platform/v2/solana/accounts';

/** Operations on Solana accounts. */
export const solanaOperations: readonly Row[] = [
  row(
    {
      id: 'createSolanaAccount',
      method: 'POST',
      path: solana,
      success: 201,
      failures: create,
      wallet: 'required',
      idempotent: true,
      body: { name: 'my-account' },
      faults: [{ place: 'body/name', body: { name: 'x' } }],
    },
    ({ solanaAccounts }) => solanaAccounts.create,
    { name: 'my-account' },
  ),
  row(
    {
      id: 'getSolanaAccount',
      method: 'GET',
      path: `${solana}/${solanaAddress}`,
      success: 200,
      failures: read,
      wallet: 'none',
      faults: [{ place: 'path/address', path: `${solana}/0OIl` }],
    },
    ({ solanaAccounts }) => solanaAccounts.get,
    solanaAddress,
  ),
  row(
    {
      id: 'updateSolanaAccount',
      method: 'PUT',
      path: `${solana}/${solanaAddress}`,
      success: 200,
      failures: change,
      wallet: 'optional',
      idempotent: true,
      body: { name: 'renamed' },
      faults: [{ place: 'body/accountPolicy', body: { accountPolicy: '' } }],
    },
    ({ solanaAccounts }) => solanaAccounts.update,
    solanaAddress,
    { name: 'renamed' },
  ),
];
