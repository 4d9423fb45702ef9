// Searching again, with other filters.
import { useState } from "preact/hooks";
import type { Filters, Tuning } from "./api";
import { Dialog } from "./dialog";
import { age, count, time } from "./format";
import { store } from "./store";

const lines = (text: string) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

interface Props {
  filters: Filters;
  tunings: Tuning[];
  onClose: () => void;
}

export function SearchAgain({ filters, tunings, onClose }: Props) {
  const [roots, setRoots] = useState(filters.roots.map((root) => root.isSearched));
  const [minSize, setMinSize] = useState(filters.minSize);
  const [maxSize, setMaxSize] = useState(filters.maxSize);
  const [include, setInclude] = useState(filters.include.join("\n"));
  const [exclude, setExclude] = useState(filters.exclude.join("\n"));
  const [media, setMedia] = useState(filters.media);
  const [failure, setFailure] = useState("");
  const search = async (event: Event) => {
    event.preventDefault();
    try {
      await store.submit("api/search-with", {
        roots: roots.flatMap((isSearched, root) => (isSearched ? [root] : [])),
        minSize: minSize.trim(),
        maxSize: maxSize.trim(),
        include: lines(include),
        exclude: lines(exclude),
        media,
      });
      onClose();
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : String(reason));
    }
  };
  return (
    <Dialog title="Search again" onClose={onClose}>
      <form class="search-form" onSubmit={search}>
        {filters.roots.length > 1 ? (
          <fieldset class="actions">
            <legend>Folders</legend>
            {filters.roots.map(({ name }, place) => (
              <label class="check" key={name}>
                <input
                  type="checkbox"
                  checked={roots[place]}
                  onChange={(event) => setRoots(roots.map((one, at) => (at === place ? event.currentTarget.checked : one)))}
                />
                <bdi dir="ltr">{name}</bdi>
              </label>
            ))}
          </fieldset>
        ) : null}
        <div class="fields">
          <label>
            Smallest files
            <input value={minSize} placeholder="1: no empty files" onInput={(event) => setMinSize(event.currentTarget.value)} />
          </label>
          <label>
            Largest files
            <input value={maxSize} placeholder="any size" onInput={(event) => setMaxSize(event.currentTarget.value)} />
          </label>
        </div>
        <p class="quiet">A size is a number of bytes, or for example 10KiB, 2M or 1.5GB.</p>
        <label>
          Only files that match one of these patterns
          <textarea rows={2} value={include} placeholder="*.jpg" onInput={(event) => setInclude(event.currentTarget.value)} />
        </label>
        <label>
          Leave out files and folders that match one of these
          <textarea rows={2} value={exclude} placeholder="node_modules/" onInput={(event) => setExclude(event.currentTarget.value)} />
        </label>
        <p class="quiet">
          One pattern in each line, such as <code>*.jpg</code>, <code>IMG_*</code> or <code>old/**</code>.
        </p>
        <label class="check">
          <input type="checkbox" checked={media} onChange={(event) => setMedia(event.currentTarget.checked)} />
          Also find media that differ only in their tags
        </label>
        {tunings.length > 0 ? (
          <ul class="quiet tunings" aria-label="Measured devices">
            {tunings.map(({ device, model, readers, measured }) => (
              <li key={device}>
                <bdi>{model ? `${device} (${model})` : device}</bdi>: the search begins with {count(readers, "reader")}, as{" "}
                <code>doppel tune</code> measured on {time(measured)} ({age(measured)}).
              </li>
            ))}
          </ul>
        ) : null}
        {failure ? (
          <p class="warning" role="alert">
            {failure}
          </p>
        ) : null}
        <div class="dialog-buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Search
          </button>
        </div>
      </form>
    </Dialog>
  );
}
