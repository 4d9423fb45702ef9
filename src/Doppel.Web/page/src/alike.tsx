// Folders that are the same, contained in others, or share many files with another one. Each card is decided as one.
import { useState } from "preact/hooks";
import type { AlikeKind, AlikeList, AlikeSide, Alike } from "./api";
import { useFetched } from "./fetched";
import { below, count, number, size } from "./format";
import { store } from "./store";

const cardsAtOnce = 50;

interface Props {
  version: number;
  root: string;
  isBusy: boolean;
}

export function AlikeCards({ version, root, isBusy }: Props) {
  const answer = useFetched<AlikeList>("api/alike", version);
  const [shown, setShown] = useState(cardsAtOnce);
  if (!answer) {
    return <p class="quiet hint">Comparing folders</p>;
  }
  return (
    <section class="folder-part" aria-labelledby="alike">
      <h2 id="alike">Folders with the same files</h2>
      <p class="quiet">
        {answer.found.length === 0
          ? "No folder has most of its files in another one."
          : "Folders that are contained in others come first, then those that free the most space. Subfolders of these are not repeated."}
      </p>
      <ol class="pairs">
        {answer.found.slice(0, shown).map((one) => (
          <Card key={one.number} alike={one} survey={answer.survey} root={root} isBusy={isBusy} />
        ))}
      </ol>
      {answer.found.length > shown ? (
        <button type="button" onClick={() => setShown(shown + cardsAtOnce)}>
          Show more ({number(answer.found.length - shown)} left)
        </button>
      ) : null}
    </section>
  );
}

interface SentenceProps {
  kind: AlikeKind;
  paths: string[];
  // The files of the first folder that are in the second one, if not all of them are.
  part?: string;
}

// Says what folders have in common.
export function Sentence({ kind, paths, part }: SentenceProps) {
  const [one, other] = paths.map((path) => (
    <strong key={path}>
      <bdi dir="ltr">{path}</bdi>
    </strong>
  ));
  switch (kind) {
    case "same":
      return paths.length > 2 ? (
        <span>{number(paths.length)} folders are the same</span>
      ) : (
        <span>
          {one} is the same as {other}
        </span>
      );
    case "contained":
      return (
        <span>
          {one} is completely contained in {other}
        </span>
      );
    case "elsewhere":
      return <span>Every file in {one} is also elsewhere</span>;
    case "shares":
      return (
        <span>
          {one} shares {part} with {other}
        </span>
      );
  }
}

const canGo = (alike: Alike, place: number) => place === 0 || alike.kind === "same" || alike.kind === "shares";
const goes = (side: AlikeSide) => side.going > 0 && side.going === side.shared;

function Card({ alike, survey, root, isBusy }: { alike: Alike; survey: number; root: string; isBusy: boolean }) {
  // Files are counted once: choices do not change them.
  const counted = useFetched<Alike>(`api/alike/${alike.number}`, survey);
  const choose = (going: number[] | null) => void store.send("api/alike", { number: alike.number, survey, going });
  const places = alike.folders.map((_, place) => place);
  const turn = (place: number) => {
    const going = places.filter((one) => canGo(alike, one) && goes(alike.folders[one]!) !== (one === place));
    // The files of one of two folders stay: if the others are to go instead, both change.
    if (alike.kind === "elsewhere" || going.length < alike.folders.length) {
      choose(going);
    } else if (going.length === 2) {
      choose([place]);
    } else {
      store.fail("Keep at least one folder.");
    }
  };
  const first = alike.folders[0]!;
  const files = counted?.folders[0]?.files ?? -1;
  const part = files < 0 ? count(first.shared, "file") : `${number(first.shared)} of ${count(files, "file")}`;
  const freed = Math.max(...alike.folders.filter((_, place) => canGo(alike, place)).map((side) => side.freedBytes));
  return (
    <li class="pair">
      <p>
        <Sentence kind={alike.kind} paths={alike.folders.map((side) => below(root, side.path))} part={part} />
        <br />
        <span class="quiet">
          {alike.kind === "shares" ? "" : `${count(first.shared, "file")} · `}
          {`${size(freed)} can be freed`}
          {alike.byHand ? " · you chose this" : ""}
        </span>
        {alike.byHand ? (
          <button type="button" class="only" disabled={isBusy} onClick={() => choose(null)}>
            Leave it to the rules
          </button>
        ) : null}
      </p>
      <div class="sides">
        {alike.folders.map((side, place) => (
          <Side
            key={side.path}
            side={side}
            files={counted?.folders[place]?.files ?? -1}
            root={root}
            isBusy={isBusy}
            isOpen={canGo(alike, place)}
            onTurn={() => turn(place)}
          />
        ))}
      </div>
    </li>
  );
}

interface SideProps {
  side: AlikeSide;
  files: number;
  root: string;
  isBusy: boolean;
  isOpen: boolean;
  onTurn: () => void;
}

function Side({ side, files, root, isBusy, isOpen, onTurn }: SideProps) {
  const told = goes(side) ? "To remove" : "Keep";
  return (
    <div class={goes(side) ? "side goes" : "side stays"}>
      <div class="card-top">
        {isOpen ? (
          <button
            type="button"
            class="mark"
            disabled={isBusy}
            aria-pressed={!goes(side)}
            aria-label={`Files in ${side.path}: ${told}`}
            title={goes(side) ? "Keep these files" : "Remove the files from here that are also in the other folder"}
            onClick={onTurn}
          >
            {told}
          </button>
        ) : (
          <span class="quiet">Contains all of it{files > side.shared ? ", and more" : ""}</span>
        )}
      </div>
      <p class="side-name">
        <bdi dir="ltr">{below(root, side.path)}</bdi>
      </p>
      <p class="quiet">
        {files > side.shared ? `${number(side.shared)} of ${count(files, "file")}` : count(side.shared, "file")}
        {side.going > 0 && !(isOpen && goes(side)) ? ` · ${number(side.going)} to remove` : ""}
      </p>
    </div>
  );
}
