// Every run in the journal with what has become of it, and the question before one is undone.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { actions } from "./actions";
import type { History, PastRun, RunStanding, Undo } from "./api";
import { Dialog } from "./dialog";
import { useFetched } from "./fetched";
import { age, count, number, size, time } from "./format";
import { store } from "./store";

const runsAtOnce = 50;
const lookDelay = 2000; // milliseconds

interface Props {
  version: number;
  isBusy: boolean;
  onUndo: (run: string) => void;
}

export function HistoryList({ version, isBusy, onUndo }: Props) {
  const [pages, setPages] = useState(1);
  const [looks, setLooks] = useState(0);
  const news = `${version} ${looks}`;
  const answer = useFetched<History>(pageOf(0), news);
  const isOtherActing = answer?.isOtherActing === true && !isBusy;
  const heading = useRef<HTMLHeadingElement>(null);
  // After a key the focus is nowhere.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) {
      heading.current?.focus();
    }
  }, []);
  // Other programs act, too: what they did is shown when the user returns to the page, or when they have finished.
  useEffect(() => {
    const look = () => setLooks((before) => before + 1);
    const timer = isOtherActing ? window.setInterval(look, lookDelay) : 0;
    window.addEventListener("focus", look);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("focus", look);
    };
  }, [isOtherActing]);
  const left = answer ? answer.total - pages * runsAtOnce : 0;
  return (
    <section class="folders history" aria-labelledby="history-title">
      <h2 id="history-title" tabIndex={-1} ref={heading}>
        History
      </h2>
      <p class="quiet">{answer ? about(answer) : "Reading the journal"}</p>
      {isOtherActing ? <p role="status">Another run of Doppel is in progress. You can restore files when it has finished.</p> : null}
      <ol class="past-runs">
        {Array.from({ length: pages }, (_, page) => (
          <Page key={page} page={page} news={news} isBusy={isBusy || isOtherActing} isOtherActing={isOtherActing} onUndo={onUndo} />
        ))}
      </ol>
      {left > 0 ? (
        <button type="button" class="more" onClick={() => setPages(pages + 1)}>
          Show more ({number(left)} left)
        </button>
      ) : null}
    </section>
  );
}

const pageOf = (page: number) => `api/history?from=${page * runsAtOnce}&count=${runsAtOnce}`;

function about({ total, problem }: History): string {
  if (problem) {
    return `The journal cannot be read: ${problem}.`;
  }
  return total === 0
    ? "No runs yet. Every run that changes files is listed here, those of the terminal too."
    : `${count(total, "run")} of Doppel${total > 1 ? ", the newest first" : ""}. Restore brings back everything that a run has changed.`;
}

interface PageProps {
  page: number;
  news: string;
  isBusy: boolean;
  isOtherActing: boolean;
  onUndo: (run: string) => void;
}

function Page({ page, news, ...rest }: PageProps) {
  const answer = useFetched<History>(pageOf(page), news);
  return (
    <>
      {answer?.runs.map((run) => (
        <Past key={run.id} run={run} {...rest} />
      ))}
    </>
  );
}

const states: Record<RunStanding, string> = {
  done: "Done",
  interrupted: "Interrupted",
  "nothing-done": "Nothing changed",
  "partly-undone": "Partly undone",
  undone: "Undone",
  incomplete: "Incomplete",
  unreadable: "Cannot be read",
};

// The journal of a run in progress has no end, as if the run had been interrupted.
const statesNow: Partial<Record<RunStanding, string>> = {
  interrupted: "In progress or interrupted",
  incomplete: "In progress or incomplete",
};

interface PastProps {
  run: PastRun;
  isBusy: boolean;
  isOtherActing: boolean;
  onUndo: (run: string) => void;
}

function Past({ run, isBusy, isOtherActing, onUndo }: PastProps) {
  const started = run.started || stamp(run.id);
  const state = (isOtherActing ? statesNow[run.state] : null) ?? states[run.state];
  const about = `past-${run.id}`;
  return (
    <li class={`past is-${run.state}`}>
      <p class="past-top">
        <strong id={about}>{told(run)}</strong>
        <span class="past-state">{state}</span>
      </p>
      <p class="quiet">
        {[started ? `${time(started)} (${age(started)})` : "", run.spaceBytes ? size(run.spaceBytes) : ""].filter(Boolean).join(" · ")}
      </p>
      {run.places.length > 0 ? (
        <p class="past-places">
          {run.places.slice(0, 3).map((place) => (
            <bdi key={place}>{place}</bdi>
          ))}
          {run.places.length > 3 ? <span class="quiet">and {number(run.places.length - 3)} more</span> : null}
        </p>
      ) : null}
      {run.problem ? <p class="warning">{run.problem}</p> : null}
      <details class="past-details">
        <summary>Details</summary>
        {run.command ? (
          <p>
            <code>{run.command}</code>
          </p>
        ) : null}
        <p class="quiet">
          Run <code>{run.id}</code>
        </p>
      </details>
      {run.canUndo || run.canResume ? (
        <p class="past-buttons">
          {run.canResume ? (
            <button type="button" disabled={isBusy} aria-describedby={about} onClick={() => store.send("api/resume", { run: run.id })}>
              Resume
            </button>
          ) : null}
          {run.canUndo ? (
            <button type="button" disabled={isBusy} aria-describedby={about} onClick={() => onUndo(run.id)}>
              Restore …
            </button>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}

function told(run: PastRun): string {
  if (run.state === "unreadable") {
    return "A run whose journal cannot be read";
  }
  // Folders and links count too.
  const items = count(run.done, "item");
  if (run.undoes !== null) {
    const undone = stamp(run.undoes);
    return `${items} restored from the run of ${undone ? time(undone) : run.undoes}`;
  }
  return `${items} ${run.action ? actions[run.action].done : "changed"}`;
}

// The time in the id of a run, in seconds since 1970; 0 if there is none.
function stamp(id: string): number {
  const at = Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\d{3}Z.*$/, "$1-$2-$3T$4:$5:$6Z"));
  return Number.isNaN(at) ? 0 : at / 1000;
}

// Says what comes back, and asks.
export function UndoQuestion({ run, isBusy, onClose }: { run: string; isBusy: boolean; onClose: () => void }) {
  const undo = useFetched<Undo>(`api/history/${run}`, 0);
  const restore = () => {
    onClose();
    void store.send("api/undo", { run });
  };
  return (
    <Dialog title="Undo this run?" onClose={onClose}>
      <div class="restores" aria-live="polite">
        {undo ? <Restores undo={undo} /> : <p class="quiet">Looking at the files</p>}
      </div>
      <div class="dialog-buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" disabled={isBusy || !undo || undo.problem !== ""} onClick={restore}>
          {undo && undo.names > 0 ? `Restore ${count(undo.names, "item")}` : "Mark as undone"}
        </button>
      </div>
    </Dialog>
  );
}

function Restores({ undo: { names, lostNames, bytesNeeded, places, problem } }: { undo: Undo }) {
  if (problem) {
    return <p class="warning">The run cannot be undone now: {problem}.</p>;
  }
  return (
    <>
      {names === 0 ? <p>Nothing has to be restored: everything is as it was before the run.</p> : null}
      <ul class="restored-places">
        {places.slice(0, 5).map(({ path, names }) => (
          <li key={path}>
            {`${count(names, "item")} ${names === 1 ? "comes" : "come"} back in`} <bdi>{path}</bdi>
          </li>
        ))}
      </ul>
      {places.length > 5 ? <p>and in {count(places.length - 5, "other place")}</p> : null}
      {bytesNeeded > 0 ? <p>This needs {size(bytesNeeded)} of disk space.</p> : null}
      {lostNames > 0 ? <p class="warning">{count(lostNames, "item")} cannot be restored: no other copy was left.</p> : null}
    </>
  );
}
