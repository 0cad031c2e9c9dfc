import { type Answer, answer, createRefusals, type Refuse } from '@tallystick/runtime/http/server';
import type { ControlError } from '@platform/sandbox-control';
import type { SandboxControlHandlers } from '@platform/sandbox-control/server';
import { type Refusals, withArticle } from '../domain/refusals.js';
import type { Commands } from '../domain/subjects.js';

/** Refusals of each handler of the control plane. */
export interface ControlRefusals {
  readonly createProject: Commands['tenancy.create-project']['refusal'];
  readonly listSecretApiKeys: 'not-found';
  readonly createSecretApiKey: Commands['tenancy.create-secret-key']['refusal'] | 'form';
  readonly deleteSecretApiKey: Commands['tenancy.delete-secret-key']['refusal'];
  readonly createWalletSecret: Commands['tenancy.create-wallet-secret']['refusal'];
  readonly revokeWalletSecret: Commands['tenancy.revoke-wallet-secret']['refusal'];
  readonly listClientApiKeys: 'not-found';
  readonly createClientApiKey: Commands['tenancy.create-client-key']['refusal'];
  readonly rotateClientApiKey: Commands['tenancy.rotate-client-key']['refusal'];
  readonly listUsers: 'not-found';
  readonly createUser: Commands['users.create']['refusal'];
  readonly listExchangeProfiles: 'not-found';
  readonly createProfile: Commands['users.create-profile']['refusal'];
  readonly renameProfile: Commands['users.rename-profile']['refusal'];
  readonly deactivateProfile: Commands['users.deactivate-profile']['refusal'];
  readonly listExchangeKeys: 'not-found';
  readonly createExchangeKey: Commands['users.create-key']['refusal'] | 'form';
  readonly revokeExchangeKey: Commands['users.revoke-key']['refusal'];
  readonly creditProfile: Commands['ledger.credit']['refusal'];
  readonly transferFunds: Commands['users.transfer-funds']['refusal'];
  readonly createProduct: Commands['products.create']['refusal'];
  readonly updateProduct: Commands['products.update']['refusal'];
  readonly createCurrency: Commands['products.create-currency']['refusal'];
  readonly updateCurrency: Commands['products.update-currency']['refusal'];
  readonly sendEvmTransaction: Commands['accounts.send-evm']['refusal'];
  readonly signSolanaTransaction: Commands['accounts.sign-solana']['refusal'];
  readonly createPolicy: Commands['policies.create']['refusal'] | 'not-found' | 'form';
  readonly updatePolicy: Commands['policies.update']['refusal'] | 'form';
  readonly deletePolicy: Commands['policies.delete']['refusal'];
  readonly explainPolicies: 'not-found' | 'malformed-transaction';
  readonly setUserOperationMode: Commands['userOperations.set-mode']['refusal'];
  readonly signUserOperation: Commands['userOperations.sign']['refusal'];
  readonly broadcastUserOperation: Commands['userOperations.broadcast']['refusal'];
  readonly includeUserOperation: Commands['userOperations.include']['refusal'];
  readonly dropUserOperation: Commands['userOperations.drop']['refusal'];
  readonly runClock: 'state';
  readonly removeFault: Commands['faults.remove']['refusal'];
  readonly takeSnapshot: 'state';
  readonly restoreState: 'not-found';
  readonly registerAsset: Commands['assets.register']['refusal'];
  readonly makeBlock: Commands['assets.make-block']['refusal'];
  readonly createWallet: Commands['assets.create-wallet']['refusal'];
  readonly redeliver: Commands['webhooks.redeliver']['refusal'];
  readonly sendEvent: Commands['webhooks.send-event']['refusal'];
  readonly getDeliverySecret: 'not-found';
  readonly createBackup: 'form';
}

export const notFound = ({ what }: Refusals['not-found']): Answer<404, ControlError> =>
  answer(404, { code: 'not-found', message: `There is no such ${what}.` });

const alreadyExists = ({ what }: Refusals['already-exists']): Answer<409, ControlError> =>
  answer(409, { code: 'already-exists', message: `There is already ${withArticle(what)}.` });

export const wrongState = ({ what, state }: Refusals['state']): Answer<409, ControlError> =>
  answer(409, { code: 'state', message: `The ${what} is ${state}.` });

const tooMany = ({ what, limit }: Refusals['too-many']): Answer<409, ControlError> =>
  answer(409, { code: 'too-many', message: `There are ${limit} ${what}, as many as allowed.` });

export const insufficientFunds = ({
  what,
}: Refusals['insufficient-funds']): Answer<409, ControlError> =>
  answer(409, { code: 'insufficient-funds', message: `There is not enough ${what}.` });

const malformed = ({ problem }: Refusals['malformed-transaction']): Answer<400, ControlError> =>
  answer(400, { code: 'malformed-transaction', message: problem });

const policyRejects = (): Answer<403, ControlError> =>
  answer(403, { code: 'policy-rejects', message: 'The transaction is rejected by a policy.' });

export const sayForm = ({ member, problem }: Refusals['form']): Answer<400, ControlError> =>
  answer(400, form(`body/${member} ${problem}`));

/** Says a refusal in the words of the control plane. */
export const say: Refuse<Refusals, SandboxControlHandlers, ControlRefusals> = createRefusals<
  Refusals,
  SandboxControlHandlers,
  ControlRefusals
>({
  createProject: { 'not-found': notFound },
  listSecretApiKeys: { 'not-found': notFound },
  createSecretApiKey: { 'not-found': notFound, form: ({ problem }) => answer(400, form(problem)) },
  deleteSecretApiKey: { 'not-found': notFound },
  createWalletSecret: {
    'not-found': notFound,
    'already-exists': ({ what }) =>
      answer(409, {
        code: 'already-exists',
        message: `The project has a ${what}; revoke it first.`,
      }),
  },
  revokeWalletSecret: { 'not-found': notFound },
  listClientApiKeys: { 'not-found': notFound },
  createClientApiKey: { 'not-found': notFound },
  rotateClientApiKey: { 'not-found': notFound },
  listUsers: { 'not-found': notFound },
  createUser: { 'not-found': notFound },
  listExchangeProfiles: { 'not-found': notFound },
  createProfile: { 'not-found': notFound, 'too-many': tooMany },
  renameProfile: { 'not-found': notFound },
  deactivateProfile: {
    'not-found': notFound,
    state: wrongState,
    'in-use': ({ what }) => answer(409, { code: 'in-use', message: `The ${what} has funds.` }),
  },
  listExchangeKeys: { 'not-found': notFound },
  createExchangeKey: {
    'not-found': notFound,
    'too-many': tooMany,
    form: ({ problem }) => answer(400, form(problem)),
  },
  revokeExchangeKey: { 'not-found': notFound },
  creditProfile: {
    'not-found': notFound,
    form: sayForm,
    'insufficient-funds': insufficientFunds,
  },
  transferFunds: {
    'not-found': notFound,
    form: sayForm,
    'insufficient-funds': insufficientFunds,
  },
  createProduct: { form: sayForm, 'already-exists': alreadyExists },
  updateProduct: { 'unknown-product': notFound({ what: 'product' }) },
  createCurrency: { form: sayForm, 'already-exists': alreadyExists },
  updateCurrency: { 'not-found': notFound },
  sendEvmTransaction: {
    'not-found': notFound,
    'malformed-transaction': malformed,
    'policy-rejects': policyRejects,
    form: sayForm,
    'already-exists': alreadyExists,
    'insufficient-funds': insufficientFunds,
  },
  signSolanaTransaction: {
    'not-found': notFound,
    'malformed-transaction': malformed,
    'policy-rejects': policyRejects,
  },
  createPolicy: {
    'not-found': notFound,
    'already-exists': alreadyExists,
    form: ({ problem }) => answer(400, form(problem)),
  },
  updatePolicy: { 'not-found': notFound, form: ({ problem }) => answer(400, form(problem)) },
  deletePolicy: {
    'not-found': notFound,
    'in-use': ({ what }) =>
      answer(409, { code: 'in-use', message: `An account uses the ${what}.` }),
  },
  explainPolicies: { 'not-found': notFound, 'malformed-transaction': malformed },
  setUserOperationMode: { form: sayForm },
  signUserOperation: {
    'not-found': notFound,
    state: wrongState,
    'invalid-signature': () =>
      answer(400, {
        code: 'invalid-signature',
        message: 'It is not a signature of the owner over the hash.',
      }),
  },
  broadcastUserOperation: { 'not-found': notFound, state: wrongState },
  includeUserOperation: {
    'not-found': notFound,
    state: wrongState,
    'insufficient-funds': insufficientFunds,
  },
  dropUserOperation: { 'not-found': notFound, state: wrongState },
  runClock: { state: wrongState },
  takeSnapshot: { state: wrongState },
  removeFault: { 'not-found': notFound },
  restoreState: { 'not-found': notFound },
  registerAsset: { form: sayForm, 'already-exists': alreadyExists },
  makeBlock: {
    form: sayForm,
    'not-found': notFound,
    'already-exists': alreadyExists,
    'insufficient-funds': insufficientFunds,
  },
  createWallet: { form: sayForm },
  redeliver: { 'not-found': notFound, state: wrongState },
  sendEvent: { 'not-found': notFound, form: sayForm, state: wrongState },
  getDeliverySecret: { 'not-found': notFound },
  createBackup: { form: ({ problem }) => answer(400, form(problem)) },
});

function form(problem: string): ControlError {
  return { code: 'form', message: problem };
}
