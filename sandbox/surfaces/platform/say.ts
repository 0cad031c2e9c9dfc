import { type Answer, answer, createRefusals, type Refuse } from '@tallystick/runtime/http/server';
import type { ErrorBody, ErrorBodyV1 } from '@platform/platform';
import type { PlatformHandlers } from '@platform/platform/server';
import { type Refusals, withArticle } from '../../domain/refusals.js';
import type { Commands } from '../../domain/subjects.js';

/** Refusals of each handler: those of its command, or of its query. */
export interface PlatformRefusals {
  readonly createPolicy: Commands['policies.create']['refusal'];
  readonly getPolicy: 'not-found';
  readonly updatePolicy: Commands['policies.update']['refusal'];
  readonly deletePolicy: Commands['policies.delete']['refusal'];
  readonly createEvmAccount: Commands['accounts.create-evm']['refusal'];
  readonly getEvmAccount: 'not-found';
  readonly updateEvmAccount: Commands['accounts.update-evm']['refusal'];
  readonly signEvmTransaction: Commands['accounts.sign-evm']['refusal'];
  readonly createSolanaAccount: Commands['accounts.create-solana']['refusal'];
  readonly getSolanaAccount: 'not-found';
  readonly updateSolanaAccount: Commands['accounts.update-solana']['refusal'];
  readonly createEvmSmartAccount: Commands['accounts.create-smart']['refusal'];
  readonly getEvmSmartAccount: 'not-found';
  readonly prepareUserOperation: Commands['userOperations.prepare']['refusal'];
  readonly getUserOperation: 'not-found';
  readonly createWebhook: Commands['webhooks.create']['refusal'];
  readonly updateWebhook: Commands['webhooks.update']['refusal'];
  readonly deleteWebhook: Commands['webhooks.delete']['refusal'];
  readonly getAsset: 'not-found';
}

const sayNotFound = ({ what }: Refusals['not-found']): Answer<404, ErrorBody> =>
  answer(404, { errorType: 'not_found', errorMessage: `There is no such ${what}.` });

const sayAlreadyExists = ({ what }: Refusals['already-exists']): Answer<409, ErrorBody> =>
  answer(409, {
    errorType: 'already_exists',
    errorMessage: `There is already ${withArticle(what)}.`,
  });

const sayForm = ({ member, problem }: Refusals['form']): Answer<400, ErrorBody> =>
  answer(400, { errorType: 'invalid_request', errorMessage: `body/${member} ${problem}` });

const sayNotFoundV1 = ({ what }: Refusals['not-found']): Answer<404, ErrorBodyV1> =>
  answer(404, { code: 'not_found', message: `There is no such ${what}.` });

const sayFormV1 = ({ member, problem }: Refusals['form']): Answer<400, ErrorBodyV1> =>
  answer(400, { code: 'malformed_request', message: `body/${member} ${problem}` });

/** Refusals of what creates or names something. */
const sayAboutNew = { 'already-exists': sayAlreadyExists, form: sayForm };

/** Says a refusal in the words of the platform's REST API (section 21 of the design, column P). */
export const say: Refuse<Refusals, PlatformHandlers, PlatformRefusals> = createRefusals<
  Refusals,
  PlatformHandlers,
  PlatformRefusals
>({
  createPolicy: { 'already-exists': sayAlreadyExists },
  getPolicy: { 'not-found': sayNotFound },
  updatePolicy: { 'not-found': sayNotFound },
  deletePolicy: {
    'not-found': sayNotFound,
    'in-use': ({ what }) =>
      answer(400, { errorType: 'policy_in_use', errorMessage: `The ${what} is in use.` }),
  },
  createEvmAccount: sayAboutNew,
  getEvmAccount: { 'not-found': sayNotFound },
  updateEvmAccount: { ...sayAboutNew, 'not-found': sayNotFound },
  signEvmTransaction: {
    'not-found': sayNotFound,
    'malformed-transaction': ({ problem }) =>
      answer(400, { errorType: 'malformed_transaction', errorMessage: problem }),
    'policy-rejects': () =>
      answer(403, {
        errorType: 'policy_violation',
        errorMessage: 'The transaction is rejected by a policy.',
      }),
  },
  createSolanaAccount: sayAboutNew,
  getSolanaAccount: { 'not-found': sayNotFound },
  updateSolanaAccount: { ...sayAboutNew, 'not-found': sayNotFound },
  createEvmSmartAccount: sayAboutNew,
  getEvmSmartAccount: { 'not-found': sayNotFound },
  prepareUserOperation: { 'not-found': sayNotFound, form: sayForm },
  getUserOperation: { 'not-found': sayNotFound },
  createWebhook: {
    form: sayFormV1,
    'too-many': ({ what, limit }) =>
      answer(429, {
        code: 'resource_exhausted',
        message: `The organisation has ${limit} of these already: ${what}.`,
      }),
  },
  updateWebhook: { form: sayFormV1, 'not-found': sayNotFoundV1 },
  deleteWebhook: { 'not-found': sayNotFoundV1 },
  getAsset: { 'not-found': sayNotFoundV1 },
});
