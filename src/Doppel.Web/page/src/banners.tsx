// What the user should know: above everything else.
import type { State } from "./api";
import { count } from "./format";
import { changesFiles, Problems, Progress } from "./plan";
import { store } from "./store";

export function Lost() {
  return (
    <p class="banner is-bad" role="alert">
      The program has stopped, or cannot be reached. Start doppel ui again; what it has done is in its journal.
    </p>
  );
}

export function Banners({ state, isLost, isBusy, message }: { state: State; isLost: boolean; isBusy: boolean; message: string }) {
  const { found, unfinished, notes, isRestored, failure, activity } = state;
  return (
    <section class="banners" aria-label="Messages">
      {isLost ? <Lost /> : null}
      {message ? (
        <p class="banner is-bad" role="alert">
          {message}
        </p>
      ) : null}
      {failure ? (
        <p class="banner is-bad" role="alert">
          {failure}{" "}
          <button type="button" disabled={isBusy} onClick={() => store.send("api/search", {})}>
            Try again
          </button>
        </p>
      ) : null}
      {unfinished.map((id) => (
        <p class="banner" key={id}>
          <span>
            Run <code>{id}</code> was interrupted.
          </span>
          <button type="button" disabled={isBusy} onClick={() => store.send("api/resume", { run: id })}>
            Finish it
          </button>
          <button type="button" disabled={isBusy} onClick={() => store.send("api/undo", { run: id })}>
            Undo it
          </button>
        </p>
      ))}
      {found && !found.isComplete && !activity ? (
        <p class="banner">
          <span>The {state.isReport ? "report" : "search"} is incomplete: only what was found so far is shown.</span>
          <button type="button" disabled={isBusy} onClick={() => store.send("api/search", {})}>
            {state.isReport ? "Read it again" : "Search again"}
          </button>
        </p>
      ) : null}
      {isRestored ? (
        <p class="banner">
          <span>Your choices from last time are in effect.</span>
          <button type="button" disabled={isBusy} onClick={() => store.send("api/start-afresh", {})}>
            Start afresh
          </button>
        </p>
      ) : null}
      {found && found.mediaNotShown > 0 ? (
        <p class="banner">
          <span>
            This report also has {count(found.mediaNotShown, "group")} of media that differ only in their tags. To see them, start{" "}
            <code>doppel ui --media</code>.
          </span>
        </p>
      ) : null}
      {found && found.emptyFolderCount > 0 ? (
        <details class="banner">
          <summary>{count(found.emptyFolderCount, "empty folder")}</summary>
          <Problems problems={found.emptyFolders.map((name) => ({ name, reason: "" }))} total={found.emptyFolderCount} />
          <p class="quiet">
            Empty folders stay here. <code>doppel trash --empty-folders</code> removes them.
          </p>
        </details>
      ) : null}
      {notes.map((note) => (
        <p class="banner" key={note}>
          {note}
        </p>
      ))}
      {found && found.problemCount > 0 ? (
        <details class="banner">
          <summary>{count(found.problemCount, "problem")} during the search</summary>
          <Problems problems={found.problems} total={found.problemCount} />
        </details>
      ) : null}
      {activity && state.found && !changesFiles(activity) ? (
        <div class="banner">
          <Progress activity={activity} isReport={state.isReport} />
        </div>
      ) : null}
    </section>
  );
}
