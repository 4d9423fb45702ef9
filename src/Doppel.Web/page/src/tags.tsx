// The tags in which media with the same sound or picture differ.
import type { Group, TagTable } from "./api";
import { count, safe, size } from "./format";

export function Tags({ group, table }: { group: Group; table: TagTable | null }) {
  if (!table) {
    return <div class="tags" />;
  }
  const { columns, tags, equal, left } = table;
  const covers = columns.map((one) => one.coverBytes);
  const rows = covers.some((one) => one !== covers[0])
    ? [{ name: "cover", values: covers.map((one) => (one > 0 ? size(one) : "")) }, ...tags]
    : tags;
  const places = (copies: number[]) => copies.map((copy) => group.list.findIndex((one) => one.copy === copy) + 1).join(", ");
  return (
    <section class="tags" aria-label="Tags that differ" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Tag</th>
            {columns.map((column) => (
              <th scope="col" key={column.copies[0]}>
                {column.copies.length === 1 ? "Copy" : "Copies"} {places(column.copies)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{safe(row.name)}</th>
              {row.values.map((value, column) => (
                <td key={columns[column]!.copies[0]}>
                  {value === "" ? <span class="quiet">–</span> : <bdi>{safe(value)}</bdi>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {columns.filter((column) => column.failure !== "").map((column) => (
        <p class="quiet" key={column.copies[0]}>
          Copy {places(column.copies)}: {column.failure}
        </p>
      ))}
      <p class="quiet">
        {rows.length === 0 ? "No tag that Doppel knows differs. " : ""}
        {equal > 0 ? `${count(equal, "tag")} ${equal === 1 ? "is" : "are"} the same in all. ` : ""}
        {left > 0 ? `${count(left, "more file")} with different tags ${left === 1 ? "is" : "are"} not compared here.` : ""}
      </p>
    </section>
  );
}
