// What becomes of the tags of copies that go: on their cards what would be lost, and on the card of the copy that stays
// what it gains from them.
import { useState } from "preact/hooks";
import type { Copy, Group, TagTable, TagValue } from "./api";
import { count, number, safe } from "./format";

const valuesAtOnce = 6;

export const sidecarHint = "A sidecar is a file beside a photo that holds more tags of it, such as lake.jpg.xmp. Photo programs read both.";

interface Value extends TagValue {
  note: string;
}

export function TagChanges({ group, copy, table }: { group: Group; copy: Copy; table: TagTable }) {
  const place = (copy: number) => `copy ${group.list.findIndex((one) => one.copy === copy) + 1}`;
  const going = table.going.filter((one) => group.list.some(({ copy, mark }) => copy === one.copy && mark === "goes"));
  const own = going.find((one) => one.copy === copy.copy);
  if (own) {
    const more = own.lostCount - own.lost.length;
    const keeper = place(table.keeper);
    return (
      <>
        <Values
          label="Would be lost with this copy"
          values={own.lost.map((one) => ({ ...one, note: one.kept === "" ? "" : `${keeper} has ${one.kept}` }))}
          more={more}
          isBad
        />
        {own.addedCount > 0 ? (
          <p class="quiet">
            {count(own.addedCount, "value")} of its tags {own.addedCount === 1 ? "is" : "are"} added to {keeper}.
          </p>
        ) : null}
        {own.lostCount === 0 && own.addedCount === 0 && own.isCompared ? (
          <p class="quiet">{`${keeper[0]!.toUpperCase()}${keeper.slice(1)} has all of its tags.`}</p>
        ) : null}
      </>
    );
  }
  const gains = going.filter((one) => one.addedCount > 0);
  if (copy.copy !== table.keeper || gains.length === 0) {
    return null;
  }
  return (
    <>
      <Values
        label={table.sidecar === "" ? "Added to its tags" : `Added to its sidecar ${table.sidecar}`}
        hint={table.sidecar === "" ? undefined : sidecarHint}
        values={gains.flatMap((one) => one.added.map((tag) => ({ ...tag, note: `from ${place(one.copy)}` })))}
        more={gains.reduce((sum, one) => sum + one.addedCount - one.added.length, 0)}
      />
      <Values
        label="Stays as it is"
        values={going.flatMap((one) =>
          one.lost
            .filter((tag) => tag.kept !== "")
            .map((tag) => ({ ...tag, value: tag.kept, note: `${place(one.copy)} has ${tag.value}` })),
        )}
        more={0}
      />
    </>
  );
}

interface ValuesProps {
  label: string;
  hint?: string | undefined;
  values: Value[];
  // How many values there are that are not among these.
  more: number;
  isBad?: boolean;
}

function Values({ label, hint, values, more, isBad }: ValuesProps) {
  const [isWhole, setWhole] = useState(false);
  if (values.length === 0) {
    return null;
  }
  const shown = isWhole ? values : values.slice(0, valuesAtOnce);
  const hidden = values.length - shown.length;
  return (
    <section class={isBad ? "changes is-bad" : "changes"} aria-label={label}>
      <div class="changes-head" title={hint}>
        <bdi>{label}</bdi>
      </div>
      <dl>
        {shown.map(({ name, value, note }, at) => (
          <div key={at}>
            <dt>{safe(name)}</dt>
            <dd title={safe(value)}>
              <bdi>{safe(value)}</bdi>
              {note === "" ? null : (
                <>
                  {" "}
                  <bdi class="quiet">({safe(note)})</bdi>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {hidden > 0 ? (
        <button type="button" class="small" onClick={() => setWhole(true)}>
          and {number(hidden + more)} more
        </button>
      ) : more > 0 ? (
        <p class="quiet">and {number(more)} more</p>
      ) : null}
    </section>
  );
}
