import type { AddressBookEntry, NewAddress } from '@platform/exchange';
import type { AddressesHandlers } from '@platform/exchange/server';
import type { NewAddressBookEntry } from '../../domain/address-book/commands.js';
import { addressesOf, validateAddress } from '../../domain/address-book/queries.js';
import type { AddressBookRow } from '../../domain/address-book/state.js';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { type ExchangePrincipals, originOf, userOf } from './requests.js';
import { say } from './say-money.js';
import { uuidOf } from './values.js';

/** Handlers of the operations about the address book and the validation of addresses. */
export function addressesHandlers({ loop }: Core): AddressesHandlers<ExchangePrincipals> {
  return {
    listAddresses(request, respond) {
      const rows = addressesOf(loop.state.addressBook, userOf(loop.state, request).id);
      return respond.ok(rows.map(addressBody));
    },

    addAddresses(request, respond) {
      const user = userOf(loop.state, request).id;
      const addresses = request.body.addresses.map(newEntry);
      const outcome = loop.execute('addressBook.add', { user, addresses }, originOf(request));
      return outcome.ok
        ? respond.ok(outcome.result.map(addressBody))
        : say('addAddresses', outcome.refusal);
    },

    deleteAddress(request, respond) {
      const user = userOf(loop.state, request).id;
      const data = { user, id: uuidOf(request.path.address_book_id) };
      const outcome = loop.execute('addressBook.delete', data, originOf(request));
      return outcome.ok ? respond.ok() : say('deleteAddress', outcome.refusal);
    },

    validateAddress({ body }, respond) {
      const { address, destination_tag: tag, network } = body.address_info;
      const isForBook = body.source === 'address_book';
      const question = { currency: body.currency, network, address, tag, isForBook };
      const answers = validateAddress(loop.state, question);
      if ('refusal' in answers) return say('validateAddress', answers.refusal);
      const networks = answers.map((each) => ({ network: each.network, is_valid: each.isValid }));
      return respond.ok({ is_valid: answers.some(({ isValid }) => isValid), networks });
    },
  };
}

function newEntry(given: NewAddress): NewAddressBookEntry {
  return {
    currency: given.currency,
    network: given.network,
    address: given.to.address,
    tag: given.to.destination_tag,
    label: given.label,
    vaspId: given.vasp_id,
    isVerifiedSelfHosted: given.is_verified_self_hosted_wallet,
  };
}

function addressBody({
  tag,
  vaspId,
  isVerifiedSelfHosted,
  ...row
}: AddressBookRow): AddressBookEntry {
  return {
    id: row.id,
    address: row.address,
    ...(tag === undefined ? {} : { destination_tag: tag }),
    currency: row.currency,
    label: row.label,
    network: row.network,
    address_book_added_at: printInstant(row.addedAt),
    ...(isVerifiedSelfHosted === undefined
      ? {}
      : { is_verified_self_hosted_wallet: isVerifiedSelfHosted }),
    ...(vaspId === undefined ? {} : { vasp_id: vaspId }),
  };
}
