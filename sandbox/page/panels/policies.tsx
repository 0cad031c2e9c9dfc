import type { ConsideredRule, PolicyDetails, PolicyRule } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { control } from '../control.js';
import { useLive } from '../live.js';
import { Badge, Code, DangerButton, Facts, List, Section, Time } from '../parts.js';
import type { PanelProps } from './panel.js';
import { PolicyEditor } from './policy-editor.js';
import { RuleTester } from './rule-tester.js';

/** Policies of a project, with the tester that says which of their rules decides. */
export function PoliciesPanel({ projectId }: PanelProps): JSX.Element {
  const policies = useLive(`policies ${projectId}`, () => control.accounts.listPolicies(projectId));
  const [considered, setConsidered] = useState<readonly ConsideredRule[]>([]);
  const [isCreating, setCreating] = useState(false);
  return (
    <div class="beside">
      <Section
        title="Policies"
        aside={
          !isCreating && (
            <button type="button" onClick={() => setCreating(true)}>
              New policy
            </button>
          )
        }
      >
        {isCreating && <PolicyEditor projectId={projectId} onDone={() => setCreating(false)} />}
        <List
          loaded={policies}
          keyOf={({ id }) => id}
          empty="None yet: everything is accepted. Create one here, or with POST /platform/v2/policy-engine/policies."
        >
          {(policy) => <Policy projectId={projectId} policy={policy} considered={considered} />}
        </List>
      </Section>
      <RuleTester key={projectId} projectId={projectId} onVerdict={setConsidered} />
    </div>
  );
}

function Policy({
  projectId,
  policy,
  considered,
}: PanelProps & {
  readonly policy: PolicyDetails;
  readonly considered: readonly ConsideredRule[];
}): JSX.Element {
  const { id, scope, description, rules, updatedAt } = policy;
  const [isEditing, setEditing] = useState(false);
  const name = description ?? 'without description';
  if (isEditing)
    return <PolicyEditor projectId={projectId} policy={policy} onDone={() => setEditing(false)} />;
  return (
    <>
      <div class="card-head">
        <h3>{description ?? 'Without description'}</h3>
        <Badge tone="plain">{scope}</Badge>
        <span class="buttons">
          <button
            type="button"
            aria-label={`Edit the policy ${name}`}
            onClick={() => setEditing(true)}
          >
            Edit
          </button>
          <DangerButton
            work={() => control.accounts.deletePolicy(projectId, id)}
            question="Delete the policy?"
            label={`Delete the policy ${name}`}
          >
            Delete
          </DangerButton>
        </span>
      </div>
      <ol class="rules">
        {rules.map((rule, index) => (
          <Rule
            key={index}
            rule={rule}
            considered={considered.find((each) => each.policyId === id && each.rule === index)}
          />
        ))}
      </ol>
      <Facts
        rows={[
          ['Policy', <Code text={id} name="the identifier of the policy" />],
          ['Changed', <Time at={updatedAt} />],
        ]}
      />
    </>
  );
}

function Rule({
  rule: { action, operation, criteria = [] },
  considered,
}: {
  readonly rule: PolicyRule;
  readonly considered: ConsideredRule | undefined;
}): JSX.Element {
  return (
    <li>
      <Badge tone={action === 'accept' ? 'good' : 'bad'}>{action}</Badge> <code>{operation}</code>
      {criteria.length > 0 && (
        <ul class="criteria">
          {criteria.map((criterion, index) => (
            <li key={index}>
              {considered !== undefined && <Holds holds={considered.criteria[index]} />}
              {criterionText(criterion)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Whether a criterion holds for the transaction that was tested. */
function Holds({ holds }: { readonly holds: boolean | null | undefined }): JSX.Element {
  if (holds === true) return <Badge tone="good">✓ holds</Badge>;
  if (holds === false) return <Badge tone="bad">✗ does not hold</Badge>;
  return <Badge tone="busy">? unknown</Badge>;
}

/** A criterion in words: what is compared, how, and with what. */
function criterionText(criterion: Readonly<Record<string, unknown>>): string {
  const { type, operator, ...values } = criterion;
  const value = Object.values(values)
    .map((each) => (Array.isArray(each) ? each.join(', ') : String(each)))
    .join(' ');
  const unit = type === 'ethValue' ? ' wei' : '';
  return `${names[String(type)] ?? String(type)} ${String(operator ?? '')} ${value}${unit}`;
}

const names: Readonly<Record<string, string>> = {
  ethValue: 'value',
  evmAddress: 'recipient',
  evmNetwork: 'network',
  solAddress: 'recipient',
};
