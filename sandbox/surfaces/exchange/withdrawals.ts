import type { WithdrawalsHandlers } from '@platform/exchange/server';
import { printDecimal } from '../../domain/numbers.js';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import {
  type ExchangePrincipals,
  isOwnProfile,
  originOf,
  profileIdOf,
  userOf,
} from './requests.js';
import { say } from './say-money.js';
import { amountText } from './values.js';

const long = { member: 'amount', problem: 'must be a string if it has more than 15 digits' };

/** Handlers of the operations about withdrawals. */
export function withdrawalsHandlers({ loop }: Core): WithdrawalsHandlers<ExchangePrincipals> {
  return {
    createCryptoWithdrawal(request, respond) {
      const { body } = request;
      if (!isOwnProfile(request, body.profile_id))
        return say('createCryptoWithdrawal', { code: 'forbidden', data: {} });
      const amount = amountText(body.amount);
      if (amount === undefined) return say('createCryptoWithdrawal', { code: 'form', data: long });
      const data = {
        user: userOf(loop.state, request).id,
        profile: profileIdOf(request),
        currency: body.currency,
        amount,
        address: body.crypto_address,
        tag: body.destination_tag,
        hasNoTag: body.no_destination_tag,
        network: body.network,
        addsFee: body.add_network_fee_to_total,
        nonce: body.nonce === undefined ? undefined : String(body.nonce),
        isIntermediary: body.is_intermediary,
        intermediaryJurisdiction: body.intermediary_jurisdiction,
        travelText:
          body.travel_rule_data === undefined ? undefined : JSON.stringify(body.travel_rule_data),
      };
      const outcome = loop.execute('transfers.withdraw', data, originOf(request));
      if (!outcome.ok) return say('createCryptoWithdrawal', outcome.refusal);
      const { id, currency, total, fee, payoutAt } = outcome.result;
      return respond.ok({
        id,
        amount,
        currency,
        fee: printDecimal(fee),
        subtotal: printDecimal(total - fee),
        ...(payoutAt === null ? {} : { payout_at: printInstant(payoutAt) }),
      });
    },
  };
}
