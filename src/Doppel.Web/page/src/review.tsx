// The plan in numbers, and the choice of what to do with the duplicates.
import { useState } from "preact/hooks";
import { actions } from "./actions";
import type { Offer, PageAction, State } from "./api";
import { Dialog } from "./dialog";
import { count, number, size } from "./format";
import { store } from "./store";

export function Review({ state }: { state: State }) {
  const proposal = state.proposal!;
  const [action, setAction] = useState<PageAction>(() => proposal.actions.find((one) => one.whyNot === null)?.action ?? "trash");
  const [isAsking, setAsking] = useState(false);
  const offer = proposal.actions.find((one) => one.action === action)!;
  const close = () => void store.send("api/withdraw", {});
  const act = () => void store.send("api/act", { plan: proposal.id, action });
  if (isAsking) {
    return <Confirm key="confirm" offer={offer} onBack={() => setAsking(false)} onAct={act} />;
  }
  return (
    <Dialog key="review" title="Review the plan" onClose={close}>
      <fieldset class="actions">
        <legend>What to do with the duplicates</legend>
        {proposal.actions.map((one) => (
          <Choice key={one.action} offer={one} isChosen={one.action === action} onChoose={() => setAction(one.action)} />
        ))}
      </fieldset>
      <dl class="facts" aria-live="polite">
        {factsOf(offer).map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {offer.warnings.map((warning) => (
        <p class="warning" key={warning}>
          {warning}
        </p>
      ))}
      <p class="quiet">
        {action === "reflink"
          ? "The system compares the files while it shares their blocks. There is nothing to undo, because no file changes."
          : "Right before a file is changed, it is compared byte by byte with the copy that is kept. Files that have changed are skipped. " +
            (state.found!.twins > 0 ? "Of media with different tags, the sound or picture is compared. " : "") +
            "You can undo the whole run."}
      </p>
      <div class="dialog-buttons">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          class="danger"
          disabled={offer.files === 0 || offer.whyNot !== null}
          onClick={action === "delete" ? () => setAsking(true) : act}
        >
          {actions[action].begin(offer.files)}
          {action === "delete" ? " …" : ""}
        </button>
      </div>
    </Dialog>
  );
}

function Choice({ offer, isChosen, onChoose }: { offer: Offer; isChosen: boolean; onChoose: () => void }) {
  const { title, meaning } = actions[offer.action];
  const about = `about-${offer.action}`;
  return (
    <label class={offer.whyNot === null ? "action" : "action is-off"}>
      <input
        type="radio"
        name="action"
        value={offer.action}
        checked={isChosen}
        disabled={offer.whyNot !== null}
        aria-describedby={about}
        onChange={onChoose}
      />
      <span>
        <span class="action-title">{title}</span>
        <span class="quiet" id={about}>
          {offer.whyNot === null ? meaning : `${offer.whyNot[0]!.toUpperCase()}${offer.whyNot.slice(1)}.`}
        </span>
      </span>
    </label>
  );
}

const wholeFolders: Record<PageAction, string> = {
  trash: "Whole folders that are moved with them",
  link: "Folders in which all files are replaced",
  reflink: "Folders in which all files share blocks",
  symlink: "Folders in which all files are replaced",
  delete: "Whole folders that are deleted with them",
  move: "Whole folders that move with them",
};

function factsOf(offer: Offer): [what: string, value: string][] {
  const { files, space } = actions[offer.action];
  const facts: [string, string, boolean][] = [
    [files, number(offer.files), true],
    ["Names of these files", number(offer.names), offer.names !== offer.files],
    ["Groups of duplicates they belong to", number(offer.groups), offer.groups > 0 || offer.folders === 0],
    [wholeFolders[offer.action], number(offer.folders), offer.folders > 0],
    [space, size(offer.freedBytes), true],
    ["Files that free nothing, because other names or clones use their blocks", number(offer.heldFiles), offer.heldFiles > 0],
    ["Symbolic links that would break", number(offer.danglingLinks), offer.danglingLinks > 0],
    [
      "Files with tags that the kept copy does not have, and that only the journal keeps",
      number(offer.losingFiles),
      offer.losingFiles > 0 && offer.action !== "trash",
    ],
    ["Names skipped, because they changed or cannot be examined", number(offer.skipped), offer.skipped > 0],
  ];
  return facts.filter(([, , isShown]) => isShown).map(([what, value]) => [what, value]);
}

// Deleting is asked about once more. The way back has the focus, so that Enter alone deletes nothing.
function Confirm({ offer, onBack, onAct }: { offer: Offer; onBack: () => void; onAct: () => void }) {
  const files = count(offer.files, "file");
  return (
    <Dialog title={`Delete ${files} permanently?`} onClose={onBack}>
      <p>
        They do not go to the trash. <em>Undo the run</em> can restore them until you change or remove the copies that you keep.
      </p>
      <div class="dialog-buttons">
        <button type="button" onClick={onBack}>
          Back
        </button>
        <button type="button" class="danger" onClick={onAct}>
          Delete permanently
        </button>
      </div>
    </Dialog>
  );
}
