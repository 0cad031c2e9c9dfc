import { createRefusals, type Refuse } from '@tallystick/runtime/http/server';
import type { SandboxControlHandlers } from '@platform/sandbox-control/server';
import type { Refusals } from '../domain/refusals.js';
import type { Commands } from '../domain/subjects.js';
import { insufficientFunds, notFound, sayForm, wrongState } from './say.js';

/** Refusals of the handlers about money and quotes. */
export interface MoneyRefusals {
  readonly setUserCountry: Commands['users.set-country']['refusal'];
  readonly listTransfers: 'not-found';
  readonly createDeposit: Commands['transfers.deposit']['refusal'];
  readonly createDepositAddress: Commands['transfers.create-address']['refusal'];
  readonly sendTransfer: Commands['transfers.send']['refusal'];
  readonly finishTransfer: Commands['transfers.finish']['refusal'];
  readonly failTransfer: Commands['transfers.fail']['refusal'];
  readonly setProgress: Commands['progress.set']['refusal'];
  readonly convert: Commands['conversions.convert']['refusal'];
  readonly cancelLoan: Commands['loans.cancel']['refusal'];
  readonly completeStakeWrap: Commands['wrappedAssets.complete']['refusal'];
  readonly cancelStakeWrap: Commands['wrappedAssets.cancel']['refusal'];
  readonly setWrappedAssetRate: Commands['wrappedAssets.set-rate']['refusal'];
  readonly startReport: Commands['reports.start']['refusal'];
  readonly finishReport: Commands['reports.finish']['refusal'];
  readonly failReport: Commands['reports.fail']['refusal'];
  readonly requestQuotes: Commands['quotes.request']['refusal'];
  readonly getQuoteRequest: 'not-found';
}

/** Refusals of a step. */
const sayStep = { 'not-found': notFound, state: wrongState };

/** Says a refusal about money and quotes in the words of the control plane. */
export const say: Refuse<Refusals, SandboxControlHandlers, MoneyRefusals> = createRefusals<
  Refusals,
  SandboxControlHandlers,
  MoneyRefusals
>({
  setUserCountry: { 'not-found': notFound },
  listTransfers: { 'not-found': notFound },
  createDeposit: { 'not-found': notFound, form: sayForm },
  createDepositAddress: { 'not-found': notFound, form: sayForm },
  sendTransfer: sayStep,
  finishTransfer: sayStep,
  failTransfer: sayStep,
  setProgress: { form: sayForm },
  convert: { 'not-found': notFound, form: sayForm, 'insufficient-funds': insufficientFunds },
  cancelLoan: sayStep,
  completeStakeWrap: sayStep,
  cancelStakeWrap: sayStep,
  setWrappedAssetRate: { 'not-found': notFound, form: sayForm },
  startReport: sayStep,
  finishReport: sayStep,
  failReport: sayStep,
  requestQuotes: {
    'not-found': notFound,
    forbidden: wrongState({ what: 'profile', state: 'inactive' }),
    'unknown-product': notFound({ what: 'product' }),
    'product-state': ({ state }) => wrongState({ what: 'product', state }),
    form: sayForm,
    increment: ({ member }) =>
      sayForm({ member, problem: "must be a multiple of the product's increment" }),
    'insufficient-funds': insufficientFunds,
  },
  getQuoteRequest: { 'not-found': notFound },
});
