import type { Cursors } from '@tallystick/runtime/http/server';
import type { SubmitTravelRuleRequest, TravelRule } from '@platform/exchange';
import type { TravelRulesHandlers } from '@platform/exchange/server';
import { listTravelRules } from '../../domain/travel-rule/queries.js';
import type { TravelRuleRow } from '../../domain/travel-rule/state.js';
import type { TravelData } from '../../domain/transfers/state.js';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { type ExchangePrincipals, originOf, type Positions, userOf } from './requests.js';
import { say } from './say-money.js';
import { uuidOf } from './values.js';
import { newestFirst } from './walks.js';

/** Handlers of the operations about the travel rule. */
export function travelRulesHandlers(
  { loop }: Core,
  cursors: Cursors<'listTravelRules', Positions>,
): TravelRulesHandlers<ExchangePrincipals> {
  return {
    async listTravelRules(request, respond) {
      const requested = await cursors.listTravelRules(request);
      const { limit, address } = request.query;
      const { id: user } = userOf(loop.state, request);
      const { rows, headers } = await newestFirst<TravelRuleRow>(requested, limit, (range) =>
        listTravelRules(loop.state.travelRule, user, address, range),
      );
      return respond.ok(rows.map(ruleBody), headers);
    },

    createTravelRule(request, respond) {
      const { address, ...told } = request.body;
      const data = { user: userOf(loop.state, request).id, address, data: dataOf(told) };
      const outcome = loop.execute('travelRule.create', data, originOf(request));
      return outcome.ok
        ? respond.ok(ruleBody(outcome.result))
        : say('createTravelRule', outcome.refusal);
    },

    deleteTravelRule(request, respond) {
      const user = userOf(loop.state, request).id;
      const data = { user, id: uuidOf(request.path.travel_rule_id) };
      const outcome = loop.execute('travelRule.delete', data, originOf(request));
      return outcome.ok ? respond.ok() : say('deleteTravelRule', outcome.refusal);
    },

    submitTravelRule(request, respond) {
      const user = userOf(loop.state, request).id;
      const transfer = uuidOf(request.path.transfer_id);
      const data = { user, transfer, data: dataOf(request.body) };
      const outcome = loop.execute('travelRule.submit', data, originOf(request));
      return outcome.ok ? respond.ok() : say('submitTravelRule', outcome.refusal);
    },
  };
}

/** The described members of a request, without those that are absent: others may be no plain data. */
function dataOf(told: SubmitTravelRuleRequest): TravelData {
  const { originator_address: postal } = told;
  const data = {
    originator_name: told.originator_name,
    originator_country: told.originator_country,
    originator_address:
      postal === undefined
        ? undefined
        : present({
            address_1: postal.address_1,
            address_2: postal.address_2,
            address_3: postal.address_3,
            city: postal.city,
            state: postal.state,
            country: postal.country,
            postal_code: postal.postal_code,
          }),
    vasp_id: told.vasp_id,
    vasp_country: told.vasp_country,
    lei_number: told.lei_number,
    wallet_type: told.wallet_type,
    is_self_certified: told.is_self_certified,
  };
  return present(data);
}

function present(data: TravelData): TravelData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}

/** Members of an entry that its responses contain. */
const shown = new Set([
  'originator_name',
  'originator_country',
  'originator_address',
  'vasp_id',
  'vasp_country',
  'lei_number',
]);

function ruleBody({ id, address, data, createdAt }: TravelRuleRow): TravelRule {
  const told = Object.fromEntries(Object.entries(data).filter(([member]) => shown.has(member)));
  return { id, created_at: printInstant(createdAt), address, ...told };
}
