// The plan at a glance, its progress and its result.
import { actions } from "./actions";
import { useEffect } from "preact/hooks";
import type { Activity, Problem, Run, State } from "./api";
import { Dialog } from "./dialog";
import { count, number, size } from "./format";
import { store } from "./store";

export function PlanBar({ state, isBusy, onUndo }: { state: State; isBusy: boolean; onUndo: () => void }) {
  const { files, groups, folders, freedBytes, skipped } = state.plan;
  const places = [groups > 0 ? count(groups, "group") : "", folders > 0 ? count(folders, "whole folder") : ""];
  const run = state.lastRun;
  return (
    <footer class="plan-bar">
      <p class="plan-numbers" aria-live="polite">
        <strong>{files === 0 ? "Nothing selected" : `${count(files, "file")} selected`}</strong>
        <span class="quiet">
          {files === 0 ? "" : ` from ${places.filter(Boolean).join(" and ")} · ${size(freedBytes)}`}
          {skipped > 0 ? ` · ${number(skipped)} skipped` : ""}
        </span>
      </p>
      {run && run.kind === "act" && run.canUndo && !run.isUndone ? (
        <button type="button" disabled={isBusy} onClick={() => store.send("api/undo", { run: run.id })}>
          Restore {count(run.done, "file")}
        </button>
      ) : null}
      <button
        type="button"
        disabled={isBusy || !(state.undoChoice || state.undoRun)}
        title={state.undoRun ? `${count(state.undoRun.files, "file")} ${actions[state.undoRun.action].done}` : (state.undoChoice ?? "")}
        onClick={onUndo}
      >
        Undo<span class="wide-only">{state.undoRun ? " run …" : " choice"}</span> <kbd>u</kbd>
      </button>
      <button type="button" disabled={isBusy || !state.redoChoice} title={state.redoChoice ?? ""} onClick={() => store.send("api/redo-choice", {})}>
        Redo<span class="wide-only"> choice</span>
      </button>
      <button type="button" class="primary" disabled={isBusy || files === 0} onClick={() => store.send("api/review", {})}>
        Review plan <kbd>r</kbd>
      </button>
    </footer>
  );
}

// Whether files are changed now. Until that is over, nothing else can be done.
export function changesFiles(activity: Activity): boolean {
  return ["act", "undo", "resume"].includes(activity.kind);
}

const doing: Record<string, string> = {
  search: "Searching",
  plan: "Applying the rules",
  review: "Checking the plan",
  undo: "Restoring",
  resume: "Finishing the run",
};

const title = (activity: Activity) => (activity.action ? actions[activity.action].doing : doing[activity.kind]!);

const stages: Record<string, string> = {
  list: "Listing folders",
  group: "Grouping by size",
  small: "Reading small files",
  ends: "Reading ends of files",
  content: "Comparing contents",
  media: "Reading media headers",
  confirm: "Checking again",
  links: "Looking for links",
  blocks: "Reading extents",
  ask: "Asking the server",
};

export function Progress({ activity, isReport }: { activity: Activity; isReport: boolean }) {
  const isSearch = activity.kind === "search";
  const part = activity.bytesTotal > 0 ? activity.bytesDone / activity.bytesTotal : activity.done / activity.total;
  const isKnown = Number.isFinite(part);
  const what = isSearch && isReport ? "Reading the report" : title(activity);
  return (
    <div class="progress">
      <p>
        <strong>{what}</strong>
        <span class="quiet">
          {isSearch && !isReport ? ` · ${stages[activity.stage] ?? "Looking for links"}` : ""}
          {activity.total > 0 ? ` · ${number(Math.min(activity.done, activity.total))} of ${number(activity.total)}` : ""}
          {isSearch && activity.filesSeen > 0 ? ` · ${count(activity.filesSeen, "file")} seen` : ""}
          {activity.bytesTotal > 0 ? ` · ${size(activity.bytesDone)} of ${size(activity.bytesTotal)}` : ""}
        </span>
      </p>
      <progress aria-label={what} max={1} value={isKnown ? Math.min(part, 1) : undefined} />
      {activity.kind === "plan" ? null : (
        <button type="button" disabled={activity.isStopping} onClick={() => store.send("api/stop", {})}>
          {activity.isStopping ? "Stopping" : isSearch ? "Stop and show what was found" : "Stop"}
        </button>
      )}
    </div>
  );
}

export function Problems({ problems, total }: { problems: Problem[]; total: number }) {
  return (
    <ul class="problems">
      {problems.map((problem) => (
        <li key={problem.name + problem.reason}>
          <bdi>{problem.name}</bdi> <span class="quiet">{problem.reason}</span>
        </li>
      ))}
      {total > problems.length ? <li class="quiet">and {number(total - problems.length)} more</li> : null}
    </ul>
  );
}

export function Working({ state }: { state: State }) {
  return (
    <Dialog title={title(state.activity!)} onClose={null}>
      <Progress activity={state.activity!} isReport={state.isReport} />
    </Dialog>
  );
}

export function Result({ run, isBusy, onClose }: { run: Run; isBusy: boolean; onClose: () => void }) {
  const canUndo = (run.kind === "undo" ? run.id !== "" : run.canUndo) && !run.isUndone;
  const undo = () => void store.send("api/undo", { run: run.id });
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === "z" && (event.ctrlKey || event.metaKey) && canUndo && !isBusy) {
        event.preventDefault();
        undo();
      }
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  });
  const done = `${count(run.done, "file")} ${run.action ? actions[run.action].done : "restored"}`;
  const title = run.failure ? "The run could not be completed" : `${run.left > 0 ? "Stopped" : run.isUndone ? "Undone" : "Done"}: ${done}`;
  const facts = [
    run.failure ? done : "",
    run.freedBytes > 0 ? `${size(run.freedBytes)} freed` : "",
    run.problemCount > 0 ? `${number(run.problemCount)} skipped` : "",
    run.left > 0 ? `${number(run.left)} not started because the run was stopped` : "",
  ].filter(Boolean);
  return (
    <Dialog title={title} onClose={onClose}>
      {run.failure ? <p class="warning">{run.failure}</p> : null}
      {facts.length > 0 ? <p>{facts.join(", ")}.</p> : null}
      {run.problemCount > 0 ? <Problems problems={run.problems} total={run.problemCount} /> : null}
      {run.action === "reflink" ? <p class="quiet">There is nothing to undo: no file has changed.</p> : null}
      {run.id && run.action !== "reflink" ? (
        <p class="quiet">
          {run.kind === "undo" ? "Run " : "To undo this run later: "}
          <code>{run.kind === "undo" ? run.id : `doppel undo ${run.id}`}</code>
        </p>
      ) : null}
      <div class="dialog-buttons">
        {canUndo ? (
          <button type="button" disabled={isBusy} onClick={undo}>
            {run.kind === "undo" ? "Try again" : "Undo the run"} <kbd>Ctrl Z</kbd>
          </button>
        ) : null}
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
