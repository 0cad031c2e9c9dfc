import type { NewPolicy, PolicyDetails, PolicyRule } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { control } from '../control.js';
import { Problem, useAction } from '../parts.js';
import type { PanelProps } from './panel.js';

type Scope = NewPolicy['scope'];

const scopes: Readonly<Record<Scope, string>> = {
  project: 'All accounts of the project',
  account: 'Accounts that name it',
};

/** Rules to begin with. */
const example: readonly PolicyRule[] = [
  {
    action: 'accept',
    operation: 'signEvmTransaction',
    criteria: [{ type: 'ethValue', ethValue: '1000000000000000000', operator: '<=' }],
  },
];

/** Creates a policy, or changes one. What is wrong with its rules, the sandbox says. */
export function PolicyEditor({
  projectId,
  policy,
  onDone,
}: PanelProps & {
  /** The policy to change; a new one if it is absent. */
  readonly policy?: PolicyDetails;
  readonly onDone: () => void;
}): JSX.Element {
  const [scope, setScope] = useState<Scope>(policy?.scope ?? 'account');
  const [description, setDescription] = useState(policy?.description ?? '');
  const [rules, setRules] = useState(JSON.stringify(policy?.rules ?? example, undefined, 2));
  const action = useAction();
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const save = async (): Promise<void> => {
    const text = description.trim();
    const contents = { rules: rulesOf(rules), ...(text === '' ? {} : { description: text }) };
    const { accounts } = control;
    if (policy === undefined) await accounts.createPolicy(projectId, { scope, ...contents });
    else await accounts.updatePolicy(projectId, policy.id, contents);
    onDone();
  };
  return (
    <form
      class="editor"
      aria-label={policy === undefined ? 'New policy' : 'Change the policy'}
      onSubmit={(event) => {
        event.preventDefault();
        action.run(save);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onDone();
      }}
    >
      <label>
        Description
        <input
          ref={first}
          autocomplete="off"
          value={description}
          onInput={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </label>
      {policy === undefined && (
        <label>
          For
          <select
            value={scope}
            onChange={({ currentTarget: { value } }) =>
              setScope(value === 'project' ? 'project' : 'account')
            }
          >
            {Object.entries(scopes).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        Rules, as the platform's interface takes them
        <textarea
          required
          rows={12}
          spellcheck={false}
          value={rules}
          onInput={({ currentTarget }) => setRules(currentTarget.value)}
        />
      </label>
      <div class="buttons">
        <button type="submit" aria-disabled={action.isBusy}>
          {policy === undefined ? 'Create' : 'Save'}
        </button>
        <button type="button" onClick={onDone}>
          Close
        </button>
      </div>
      <Problem text={action.problem} />
    </form>
  );
}

/** Reads rules from JSON. The sandbox checks what they contain. */
function rulesOf(text: string): readonly PolicyRule[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error('The rules must be an array of JSON.');
  return value as readonly PolicyRule[];
}
