import { type Answer, answer, createRefusals, type Refuse } from '@tallystick/runtime/http/server';
import type { ErrorBody, TravelRuleErrorBody } from '@platform/exchange';
import type { ExchangeHandlers } from '@platform/exchange/server';
import type { Refusals } from '../../domain/refusals.js';
import type { Commands } from '../../domain/subjects.js';
import { saying } from './say.js';

/** Refusals of the handlers of transfers, conversions, loans, reports and wrapped assets: those of their commands, or of their queries. */
export interface MoneyRefusals {
  readonly addAddresses: Commands['addressBook.add']['refusal'];
  readonly deleteAddress: Commands['addressBook.delete']['refusal'];
  readonly validateAddress: 'form';
  readonly createCryptoWithdrawal: Commands['transfers.withdraw']['refusal'] | 'forbidden';
  readonly createTravelRule: Commands['travelRule.create']['refusal'];
  readonly deleteTravelRule: Commands['travelRule.delete']['refusal'];
  readonly submitTravelRule: Commands['travelRule.submit']['refusal'];
  readonly listConversions: 'forbidden';
  readonly previewLoan: 'form';
  readonly previewLoanRepayment: 'form';
  readonly openLoan: Commands['loans.open']['refusal'];
  readonly repayLoanPrincipal: Commands['loans.repay']['refusal'];
  readonly listReports: 'forbidden';
  readonly createReport: Commands['reports.create']['refusal'] | 'forbidden';
  readonly getReport: 'not-found';
  readonly getWrappedAsset: 'not-found';
  readonly getStakeWrap: 'not-found';
  readonly createStakeWrap: Commands['wrappedAssets.request']['refusal'];
}

const sayForbidden = saying(403, 'Forbidden');

const sayNotFound = saying(404, 'NotFound');

const sayFunds = saying(400, 'Insufficient funds');

const sayForm = ({ member, problem }: Refusals['form']): Answer<400, ErrorBody> =>
  saying(400, `${member} ${problem}`);

const sayTravelRule = ({ missing }: Refusals['travel-rule']): Answer<400, TravelRuleErrorBody> =>
  answer(400, {
    message: 'missing fields to satisfy travel rule requirements',
    missing_fields: missing,
  });

/** Says a refusal in the words of the exchange's REST API (section 21 of the design, column X). */
export const say: Refuse<Refusals, ExchangeHandlers, MoneyRefusals> = createRefusals<
  Refusals,
  ExchangeHandlers,
  MoneyRefusals
>({
  addAddresses: {
    form: sayForm,
    'already-exists': ({ what }) => saying(400, `There is already such an ${what}.`),
  },
  deleteAddress: { 'not-found': sayNotFound },
  validateAddress: { form: sayForm },
  createCryptoWithdrawal: {
    forbidden: sayForbidden,
    restricted: sayForbidden,
    form: sayForm,
    'travel-rule': sayTravelRule,
    'insufficient-funds': sayFunds,
  },
  createTravelRule: { 'travel-rule': sayTravelRule },
  deleteTravelRule: { 'not-found': sayNotFound },
  submitTravelRule: { 'not-found': sayNotFound, form: sayForm, 'travel-rule': sayTravelRule },
  listConversions: { forbidden: sayForbidden },
  previewLoan: { form: sayForm },
  previewLoanRepayment: { form: sayForm },
  openLoan: { form: sayForm },
  repayLoanPrincipal: { form: sayForm, 'insufficient-funds': sayFunds },
  listReports: { forbidden: sayForbidden },
  createReport: {
    forbidden: sayForbidden,
    form: sayForm,
    'too-many': saying(400, 'too many reports'),
  },
  getReport: { 'not-found': sayNotFound },
  getWrappedAsset: { 'not-found': sayNotFound },
  getStakeWrap: { 'not-found': sayNotFound },
  createStakeWrap: { form: sayForm, 'insufficient-funds': sayFunds },
});
