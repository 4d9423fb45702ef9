// The plan in numbers, its progress and its result.
import type { Activity, Problem, Run, State } from "./api";
import { Dialog } from "./dialog";
import { count, number, size } from "./format";
import { store } from "./store";

export function PlanBar({ state, isBusy }: { state: State; isBusy: boolean }) {
  const { files, groups, freedBytes, skipped } = state.plan;
  const run = state.lastRun;
  return (
    <footer class="plan-bar">
      <p class="plan-numbers" aria-live="polite">
        <strong>{files === 0 ? "Nothing to move" : `${count(files, "file")} to the trash`}</strong>
        <span class="quiet">
          {files === 0 ? "" : ` from ${count(groups, "group")} · ${size(freedBytes)}`}
          {skipped > 0 ? ` · ${number(skipped)} left alone` : ""}
        </span>
      </p>
      {run && run.id && run.kind === "trash" && !run.isUndone ? (
        <button type="button" disabled={isBusy} onClick={() => store.send("api/undo", { run: run.id })}>
          Restore {count(run.done, "file")}
        </button>
      ) : null}
      <button type="button" disabled={isBusy || !state.undoChoice} title={state.undoChoice ?? ""} onClick={() => store.send("api/undo-choice")}>
        Undo<span class="wide-only"> choice</span> <kbd>u</kbd>
      </button>
      <button type="button" disabled={isBusy || !state.redoChoice} title={state.redoChoice ?? ""} onClick={() => store.send("api/redo-choice")}>
        Redo<span class="wide-only"> choice</span>
      </button>
      <button type="button" class="primary" disabled={isBusy || files === 0} onClick={() => store.send("api/review")}>
        Review plan <kbd>r</kbd>
      </button>
    </footer>
  );
}

// Whether files are moved now. Until that is over, nothing else can be done.
export function changesFiles(activity: Activity): boolean {
  return ["trash", "undo", "resume"].includes(activity.kind);
}

const doing: Record<string, string> = {
  search: "Searching",
  plan: "Applying the rules",
  review: "Checking the plan",
  trash: "Moving to the trash",
  undo: "Restoring",
  resume: "Finishing the run",
};

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
  const title = isSearch && isReport ? "Reading the report" : doing[activity.kind];
  return (
    <div class="progress">
      <p>
        <strong>{title}</strong>
        <span class="quiet">
          {isSearch && !isReport ? ` · ${stages[activity.stage] ?? "Looking for links"}` : ""}
          {activity.total > 0 ? ` · ${number(Math.min(activity.done, activity.total))} of ${number(activity.total)}` : ""}
          {isSearch && activity.filesSeen > 0 ? ` · ${count(activity.filesSeen, "file")} seen` : ""}
          {activity.bytesTotal > 0 ? ` · ${size(activity.bytesDone)} of ${size(activity.bytesTotal)}` : ""}
        </span>
      </p>
      <progress aria-label={title} max={1} value={isKnown ? Math.min(part, 1) : undefined} />
      {activity.kind === "plan" ? null : (
        <button type="button" disabled={activity.isStopping} onClick={() => store.send("api/stop")}>
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

export function Review({ state }: { state: State }) {
  const proposal = state.proposal!;
  const close = () => void store.send("api/withdraw");
  const facts: [string, string][] = [
    ["Files to move to the trash", number(proposal.files)],
    ["Groups of duplicates they belong to", number(proposal.groups)],
    ["Space freed once you empty the trash", size(proposal.freedBytes)],
  ];
  if (proposal.names !== proposal.files) {
    facts.splice(1, 0, ["Names of these files", number(proposal.names)]);
  }
  if (proposal.heldFiles > 0) {
    facts.push(["Files that free nothing, because other names or clones use their blocks", number(proposal.heldFiles)]);
  }
  if (proposal.danglingLinks > 0) {
    facts.push(["Symbolic links that would break", number(proposal.danglingLinks)]);
  }
  if (proposal.skipped > 0) {
    facts.push(["Names left alone, because they changed or cannot be examined", number(proposal.skipped)]);
  }
  return (
    <Dialog title="Review the plan" onClose={close}>
      <dl class="facts">
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {proposal.warnings.map((warning) => (
        <p class="warning" key={warning}>
          {warning}
        </p>
      ))}
      <p class="quiet">
        Right before a file is moved, it is compared byte by byte with the copy that stays. Files that have changed are left
        alone. {state.found!.twins > 0 ? "Of media with different tags, the sound or picture is compared. " : ""}You can undo the
        whole run.
      </p>
      <div class="dialog-buttons">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          class="danger"
          disabled={proposal.files === 0}
          onClick={() => store.send("api/trash", { plan: proposal.id })}
        >
          Move {count(proposal.files, "file")} to the trash
        </button>
      </div>
    </Dialog>
  );
}

export function Working({ state }: { state: State }) {
  return (
    <Dialog title={doing[state.activity!.kind]!} onClose={null}>
      <Progress activity={state.activity!} isReport={state.isReport} />
    </Dialog>
  );
}

const did: Record<string, string> = { trash: "moved to the trash", undo: "restored", resume: "moved" };

export function Result({ run, onClose }: { run: Run; onClose: () => void }) {
  const title = run.kind === "undo" ? "The run was undone" : "The run has ended";
  return (
    <Dialog title={run.failure ? "The run could not be completed" : title} onClose={onClose}>
      {run.failure ? <p class="warning">{run.failure}</p> : null}
      <p>
        <strong>{`${count(run.done, "file")} ${did[run.kind] ?? "done"}`}</strong>
        {run.problemCount > 0 ? `, ${number(run.problemCount)} left alone` : ""}
        {run.left > 0 ? `, ${number(run.left)} not started because the run was stopped` : ""}.
      </p>
      {run.problemCount > 0 ? <Problems problems={run.problems} total={run.problemCount} /> : null}
      {run.id ? (
        <p class="quiet">
          {run.kind === "undo" ? "Run " : "To undo this run later: "}
          <code>{run.kind === "undo" ? run.id : `doppel undo ${run.id}`}</code>
        </p>
      ) : null}
      <div class="dialog-buttons">
        {run.id && !run.isUndone && run.kind !== "resume" ? (
          <button type="button" onClick={() => store.send("api/undo", { run: run.id })}>
            {run.kind === "undo" ? "Try again" : "Undo the run"}
          </button>
        ) : null}
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
