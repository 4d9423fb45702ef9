// The rules as chips. Each changes the whole plan at once.
import type { FolderUse, KeepRule, State } from "./api";
import { count, decider, number, otherRules, ruleLabel, ruleLabels, whyKept } from "./format";
import { store } from "./store";

export function RuleChips({ state, isBusy }: { state: State; isBusy: boolean }) {
  const { prefer, always, clear, fixed } = state.rules;
  const groupsBy = (word: string) =>
    state.reasons.filter((one) => decider(one.reason) === word).reduce((sum, one) => sum + one.groups, 0);
  const toggle = (word: KeepRule) => {
    void store.send("api/prefer", ({ rules: { prefer } }) => ({
      rules: prefer.includes(word) ? prefer.filter((one) => one !== word) : [...prefer, word],
    }));
  };
  const shown = [...prefer, ...(Object.keys(ruleLabels) as KeepRule[]).filter((word) => !prefer.includes(word))];
  const defaults = Object.keys(otherRules).filter((word) => !prefer.includes(word as KeepRule) && groupsBy(word) > 0);
  return (
    <>
      <div class="rules" role="group" aria-label="Which copy to keep">
        <span class="rules-label" aria-hidden="true">
          Keep
        </span>
        {shown.map((word) => {
          const place = prefer.indexOf(word);
          const groups = groupsBy(word);
          return (
            <button
              key={word}
              type="button"
              class={place < 0 && groups > 0 ? "chip is-default" : "chip"}
              disabled={isBusy}
              aria-pressed={place >= 0}
              title={ruleLabels[word]?.[1]}
              onClick={() => toggle(word)}
            >
              {place >= 0 && prefer.length > 1 ? <span class="chip-place">{place + 1}</span> : null}
              {ruleLabel(word)}
              {groups > 0 ? <span class="chip-count" title={place < 0 ? "Decides where no chosen rule does" : "Groups that this rule decides"}>{number(groups)}</span> : null}
            </button>
          );
        })}
        {defaults.map((word) => (
          <span key={word} class="chip is-fixed" title="Decides where no chosen rule does">
            {ruleLabel(word)} <span class="chip-count">{number(groupsBy(word))}</span>
          </span>
        ))}
        {always.map((folder, index) => (
          <FolderChip key={`a${folder}`} verb="Always keep" use="always" folder={folder} index={index} groups={groupsBy(`never ${folder}`)} isBusy={isBusy} />
        ))}
        {clear.map((folder, index) => (
          <FolderChip key={`c${folder}`} verb="Remove from" use="clear" folder={folder} index={index} groups={groupsBy(`the others match drop ${folder}`)} isBusy={isBusy} />
        ))}
        {fixed.map((rule) => {
          const groups = groupsBy(rule.replace(/^drop: /, "the others match drop ").replace(": ", " "));
          return (
            <span key={rule} class="chip is-fixed" title="Given on the command line">
              <bdi>{rule}</bdi> {groups > 0 ? <span class="chip-count">{number(groups)}</span> : null}
            </span>
          );
        })}
        {state.plan.byHand > 0 ? (
          <button type="button" class="chip is-folder" disabled={isBusy} onClick={() => store.send("api/forget-choices", {})}>
            By hand <span class="chip-count">{number(state.plan.byHand)}</span>
            <span aria-hidden="true">×</span>
            <span class="hidden">: leave them to the rules</span>
          </button>
        ) : null}
      </div>
      <p class="rules-told quiet">{told(state)}</p>
    </>
  );
}

// What the chosen rules do, in a sentence. Without any, which of the other rules decide.
function told({ rules: { prefer }, reasons }: State): string {
  const [first, ...others] = prefer.map((word) => ruleLabels[word]?.[1] ?? `${ruleLabel(word)}: ${whyKept(word)}`);
  if (first === undefined) {
    const decided = reasons.map(({ reason, groups }) => `${whyKept(reason)} (${count(groups, "group")})`);
    return `Choose which copies to keep. Until you do: ${decided.join(", ") || "nothing is selected"}.`;
  }
  return `${[first, ...others.map((rule) => `${rule[0]!.toLowerCase()}${rule.slice(1)}`)].join("; if that decides nothing, ")}.`;
}

interface FolderChipProps {
  verb: string;
  use: FolderUse;
  folder: string;
  index: number;
  groups: number;
  isBusy: boolean;
}

function FolderChip({ verb, use, folder, index, groups, isBusy }: FolderChipProps) {
  return (
    <button
      type="button"
      class={`chip is-folder is-${use}`}
      disabled={isBusy}
      title={folder}
      onClick={() => store.send("api/forget-folder", { use, index })}
    >
      {verb} <bdi>{folder.slice(folder.lastIndexOf("/") + 1) || "/"}</bdi>
      {groups > 0 ? <span class="chip-count">{number(groups)}</span> : null}
      <span aria-hidden="true">×</span>
      <span class="hidden">: take this rule out</span>
    </button>
  );
}
