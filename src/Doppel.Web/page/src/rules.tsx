// The rules as chips. Each changes the whole plan at once.
import type { FolderUse, KeepRule, State } from "./api";
import { number, ruleLabel, ruleLabels } from "./format";
import { store } from "./store";

export function RuleChips({ state, isBusy }: { state: State; isBusy: boolean }) {
  const { prefer, always, clear, fixed } = state.rules;
  const groupsBy = (word: string) =>
    state.reasons.filter((one) => one.reason.split(", ").includes(word)).reduce((sum, one) => sum + one.groups, 0);
  const toggle = (word: KeepRule) => {
    const rules = prefer.includes(word) ? prefer.filter((one) => one !== word) : [...prefer, word];
    void store.send("api/prefer", { rules });
  };
  const shown = [...prefer, ...(Object.keys(ruleLabels) as KeepRule[]).filter((word) => !prefer.includes(word))];
  return (
    <div class="rules" role="group" aria-label="Which copy stays">
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
      {always.map((folder, index) => (
        <FolderChip key={`a${folder}`} verb="Always keep" use="always" folder={folder} index={index} isBusy={isBusy} />
      ))}
      {clear.map((folder, index) => (
        <FolderChip key={`c${folder}`} verb="Remove from" use="clear" folder={folder} index={index} isBusy={isBusy} />
      ))}
      {fixed.map((rule) => (
        <span key={rule} class="chip is-fixed" title="Given on the command line">
          <bdi>{rule}</bdi>
        </span>
      ))}
      {state.plan.byHand > 0 ? (
        <button type="button" class="chip is-folder" disabled={isBusy} onClick={() => store.send("api/forget-choices", {})}>
          By hand <span class="chip-count">{number(state.plan.byHand)}</span>
          <span aria-hidden="true">×</span>
          <span class="hidden">: leave them to the rules</span>
        </button>
      ) : null}
    </div>
  );
}

interface FolderChipProps {
  verb: string;
  use: FolderUse;
  folder: string;
  index: number;
  isBusy: boolean;
}

function FolderChip({ verb, use, folder, index, isBusy }: FolderChipProps) {
  return (
    <button
      type="button"
      class={`chip is-folder is-${use}`}
      disabled={isBusy}
      title={folder}
      onClick={() => store.send("api/forget-folder", { use, index })}
    >
      {verb} <bdi>{folder.slice(folder.lastIndexOf("/") + 1) || "/"}</bdi>
      <span aria-hidden="true">×</span>
      <span class="hidden">: take this rule out</span>
    </button>
  );
}
