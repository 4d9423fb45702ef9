// Folders that are equal, or contained in another one. Each is decided as a whole.
import { useState } from "preact/hooks";
import { actions } from "./actions";
import { Sentence } from "./alike";
import type { FolderGroup, FolderGroups, FolderMark } from "./api";
import { useFetched } from "./fetched";
import { below, count, number, size, whyKept } from "./format";
import { store } from "./store";

const groupsAtOnce = 50;
const groupsMax = 500;

interface Props {
  version: number;
  root: string;
  isBusy: boolean;
}

export function FolderGroupList({ version, root, isBusy }: Props) {
  const [shown, setShown] = useState(groupsAtOnce);
  const answer = useFetched<FolderGroups>(`api/folder-groups?count=${groupsMax}`, version);
  if (!answer) {
    return null;
  }
  return (
    <section class="folder-part" aria-labelledby="whole-folders">
      <h2 id="whole-folders">Whole folders</h2>
      <p class="quiet">
        Folders that are the same as others, or contained in them. A folder is removed with everything in it. If a folder contains another
        one and you keep that one, only the files that both have are removed here.
      </p>
      <ol class="pairs">
        {answer.groups.slice(0, shown).map((group) => (
          <GroupCard key={group.group} group={group} root={root} isBusy={isBusy} />
        ))}
      </ol>
      {answer.groups.length > shown ? (
        <button type="button" onClick={() => setShown(shown + groupsAtOnce)}>
          Show more ({number(answer.groups.length - shown)} left)
        </button>
      ) : answer.total > answer.groups.length ? (
        <p class="quiet">{number(answer.total - answer.groups.length)} more are listed once these are gone.</p>
      ) : null}
    </section>
  );
}

const words: Record<string, string> = {
  stays: "Keep",
  "must-stay": "Always kept",
  goes: "To remove",
  skipped: "Skipped",
};

const stays = (folder: FolderMark) => folder.mark === "stays" || folder.mark === "must-stay";

function GroupCard({ group, root, isBusy }: { group: FolderGroup; root: string; isBusy: boolean }) {
  const places = group.folders.map((_, place) => place);
  const choose = (stay: number[] | null) => void store.send("api/choice", { group: group.group, stay });
  const turn = (place: number) => {
    const staying = places.filter((one) => stays(group.folders[one]!) !== (one === place));
    if (staying.length === 0) {
      store.fail("Keep at least one folder.");
    } else {
      choose(staying);
    }
  };
  // Where one of two folders cannot be decided about, there is no choice.
  const isOpen = group.match !== "contained" || group.folders.every(isFree);
  return (
    <li class="pair">
      <p>
        <Sentence
          kind={group.match === "contained" ? "contained" : "same"}
          paths={group.folders.map((folder) => below(root, folder.path))}
        />
        <br />
        <span class="quiet">
          {`${count(group.files, "file")} · ${size(group.redundantBytes)} can be freed`}
          {group.match === "content" ? " · names differ" : ""}
          {group.byHand ? " · you chose this" : group.match !== "contained" && group.reason ? ` · ${whyKept(group.reason)}` : ""}
        </span>
        {group.byHand ? (
          <button type="button" class="only" disabled={isBusy} onClick={() => choose(null)}>
            Leave it to the rules
          </button>
        ) : null}
      </p>
      <div class="sides">
        {group.folders.map((folder, place) => (
          <Side
            key={folder.path}
            folder={folder}
            root={root}
            isBusy={isBusy}
            isOpen={isOpen && isFree(folder)}
            isContainer={group.match === "contained" && place === 1}
            onTurn={() => turn(place)}
            onOnly={() => choose([place])}
          />
        ))}
      </div>
    </li>
  );
}

interface SideProps {
  folder: FolderMark;
  root: string;
  isBusy: boolean;
  isOpen: boolean;
  isContainer: boolean;
  onTurn: () => void;
  onOnly: () => void;
}

const isFree = (folder: FolderMark) => folder.mark === "stays" || folder.mark === "goes";

function Side({ folder, root, isBusy, isOpen, isContainer, onTurn, onOnly }: SideProps) {
  const told = folder.goneBy ? actions[folder.goneBy].goneFolder : words[folder.mark];
  return (
    <div class={`side ${folder.mark}`}>
      <div class="card-top">
        {isContainer ? (
          <span class="quiet">Contains all of it, and more</span>
        ) : (
          <button
            type="button"
            class="mark"
            disabled={isBusy || !isOpen}
            aria-pressed={isOpen ? folder.mark === "stays" : undefined}
            aria-label={`Folder ${folder.path}: ${told}`}
            title={isOpen ? (folder.mark === "stays" ? "Remove this folder" : "Keep this folder too") : undefined}
            onClick={onTurn}
          >
            {told}
          </button>
        )}
        {isOpen ? (
          <button type="button" class="only" disabled={isBusy} aria-label={`Keep only ${folder.path}`} onClick={onOnly}>
            Keep only this
          </button>
        ) : null}
      </div>
      <p class="side-name">
        <bdi dir="ltr">{below(root, folder.path)}</bdi>
      </p>
      {folder.why ? <p class="why">{folder.why}</p> : null}
    </div>
  );
}
