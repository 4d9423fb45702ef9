// Files that belong to a copy, such as its sidecar, the JPEG of a raw photo and the film of a live photo. They stay or go
// with it.
import { fileUrl, type Copy } from "./api";
import { size } from "./format";

const hint =
  "Companions belong to a file by their names: sidecars with tags or edits, the JPEG of a raw photo, the film of a live photo. They go with their file if equal ones stay. Links and reflinks leave them where they are.";

export function Companions({ copy }: { copy: Copy }) {
  const { companions, mark } = copy;
  if (companions.length === 0) {
    return null;
  }
  const label = mark === "goes" && companions.some((one) => one.goes) ? "Companions that go with it" : "Companions";
  return (
    <section class="companions" aria-label={label}>
      <div class="changes-head" title={hint}>
        {label}
      </div>
      <ul>
        {companions.map((one, at) => (
          <li key={at}>
            {one.copy === null ? (
              <bdi>{one.name}</bdi>
            ) : (
              <a href={fileUrl(one.copy)} target="_blank" rel="noreferrer" title="Open">
                <bdi>{one.name}</bdi>
              </a>
            )}{" "}
            <span class="quiet">
              {size(one.size)}
              {mark === "goes" && !one.goes ? ", stays" : ""}
              {one.target !== "" ? `, moves to the copy that stays${one.target === one.name ? "" : ` as ${one.target}`}` : ""}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Says which file a copy belongs to, if it is a companion itself.
export function Follows({ copy: { companionOf } }: { copy: Copy }) {
  return companionOf === "" ? null : (
    <div class="quiet" title={hint}>
      A companion of <bdi>{companionOf}</bdi>: it is kept or removed with that file.
    </div>
  );
}
