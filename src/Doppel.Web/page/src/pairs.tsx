// Pairs of folders with files in common, each decided as one.
import { useState } from "preact/hooks";
import type { Pair, PairSide, Pairs } from "./api";
import { useFetched } from "./fetched";
import { below, count, number, size } from "./format";
import { store } from "./store";

const pairsAtOnce = 50;

interface Props {
  version: number;
  root: string;
  isBusy: boolean;
}

export function PairList({ version, root, isBusy }: Props) {
  const answer = useFetched<Pairs>("api/pairs", version);
  const [shown, setShown] = useState(pairsAtOnce);
  if (!answer) {
    return <p class="quiet hint">Comparing folders</p>;
  }
  return (
    <section class="folder-part" aria-labelledby="pairs">
      <h2 id="pairs">Folders with files in common</h2>
      <p class="quiet">
        {answer.pairs.length === 0
          ? "No two folders have a file in common."
          : "Those with the most bytes come first. Files that are in more than 16 folders are left out."}
      </p>
      <ol class="pairs">
        {answer.pairs.slice(0, shown).map((pair) => (
          <PairCard key={pair.pair} pair={pair} survey={answer.survey} root={root} isBusy={isBusy} />
        ))}
      </ol>
      {answer.pairs.length > shown ? (
        <button type="button" onClick={() => setShown(shown + pairsAtOnce)}>
          Show more ({number(answer.pairs.length - shown)} left)
        </button>
      ) : null}
    </section>
  );
}

// How much of a folder is in the other one. Only a folder whose files were counted can be said to be in it as a whole.
function likeness(side: PairSide): string {
  const part = (100 * side.copies) / side.files;
  return side.files < 0 || side.copies > side.files ? "" : side.copies === side.files ? "100 %" : `${Math.min(99, Math.round(part))} %`;
}

function PairCard({ pair, survey, root, isBusy }: { pair: Pair; survey: number; root: string; isBusy: boolean }) {
  // Files are counted once: choices do not change them.
  const counted = useFetched<Pair>(`api/pairs/${pair.pair}`, survey);
  const sides: ["first" | "second", PairSide, PairSide][] = [
    ["first", pair.first, pair.second],
    ["second", pair.second, pair.first],
  ];
  return (
    <li class="pair">
      <p>
        <strong>{size(pair.bytes)}</strong> <span class="quiet">in {count(pair.groups, "file")} that both have</span>
      </p>
      <div class="sides">
        {sides.map(([name, side, other]) => {
          const all = counted?.[name] ?? side;
          const part = likeness({ ...side, files: all.files });
          return (
            <div class={side.going > 0 ? "side goes" : "side stays"} key={name}>
              <p class="side-name">
                <bdi dir="ltr">{below(root, side.path)}</bdi>
              </p>
              <p class="quiet">
                {part ? <strong>{part}</strong> : null}
                {part ? " of its files are in the other one: " : ""}
                {number(side.copies)}
                {all.files >= 0 ? ` of ${number(all.files)}` : ` ${side.copies === 1 ? "file is" : "files are"} in the other one`}
                {side.going > 0 ? ` · ${number(side.going)} to remove` : " · all kept"}
              </p>
              <button
                type="button"
                disabled={isBusy}
                onClick={() => store.send("api/pair", { pair: pair.pair, survey, keep: name })}
                title={`Removes the same files from ${other.path}`}
              >
                Keep these, remove the others
              </button>
            </div>
          );
        })}
      </div>
    </li>
  );
}
