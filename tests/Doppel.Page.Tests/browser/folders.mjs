// Folders with files in common are decided as one, and the map shows where redundant bytes are.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, equal, judge, open, ready, serve, state, test, until } from "./harness.mjs";

await test("folders", async (context) => {
  const root = context.folder("files");
  const put = (name, size, letter) => {
    context.folder("files", ...name.split("/").slice(0, -1));
    writeFileSync(join(root, name), Buffer.alloc(size, letter));
  };
  for (let i = 0; i < 12; i++) {
    put(`photos/2020/${i}.bin`, 30_000 + i, `a${i}`);
    put(`backup/2020/${i}.bin`, 30_000 + i, `a${i}`);
  }
  for (let i = 0; i < 4; i++) {
    put(`photos/2020/only here ${i}.bin`, 10, `only ${i}`);
    put(`music/${i}.bin`, 9000 + i, `m${i}`);
    put(`old music/${i}.bin`, 9000 + i, `m${i}`);
  }
  const server = await serve(context, [root]);
  const browser = await browse(context);
  const page = await open(context, browser, server.address);
  await ready(page);

  await page.getByRole("button", { name: "Folders", exact: true }).click();
  const pair = page.locator(".pair").first();
  await pair.getByText("75 % of its files are in the other one: 12 of 16").waitFor();
  await pair.getByText("100 % of its files are in the other one: 12 of 12").waitFor();
  equal(await page.locator(".side-name").allInnerTexts(), ["backup", "photos", "music", "old music"], "the pairs");
  await judge(page, "the pairs");
  await pair.getByRole("button", { name: "Keep these, remove the others" }).nth(1).click();
  await until(async () => (await state(page)).plan.byHand === 12, "the groups of the pair are decided");
  await pair.getByText("12 of 12 · 12 go").waitFor();
  const goes = await page.evaluate(async () => {
    const { groups } = await (await fetch("api/groups?count=100")).json();
    const all = await Promise.all(groups.map(async (one) => (await (await fetch(`api/groups/${one.group}`)).json()).list));
    return [...new Set(all.flat().filter((copy) => copy.mark === "goes").map((copy) => copy.names[0].folder.split("/files/")[1]))].sort();
  });
  check(goes.includes("backup/2020") && !goes.includes("photos/2020"), `Files go from ${goes.join(" and ")}.`);
  await page.keyboard.press("u");
  await until(async () => (await state(page)).plan.byHand === 0, "one step back leaves the pair to the rules");

  await page.getByRole("button", { name: "Map", exact: true }).click();
  await page.locator(".map button").first().waitFor();
  const tiles = () => page.locator(".map button").evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.parentElement.getBoundingClientRect();
      return { label: one.getAttribute("aria-label"), area: width * height };
    }));
  const shown = await tiles();
  equal(shown.map((one) => one.label.split(":")[0]).sort(), ["backup", "music", "old music", "photos"], "the folders of the map");
  const area = (name) => shown.find((one) => one.label.startsWith(`${name}:`)).area;
  const [ratio, bytes] = [area("photos") / area("music"), (12 * 30_005.5) / (4 * 9001.5)];
  check(Math.abs(ratio / bytes - 1) < 0.02, `The areas are as ${ratio} to 1, the bytes as ${bytes} to 1.`);
  await judge(page, "the map");
  await page.getByRole("button", { name: /^photos: / }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^2020: / }).waitFor();
  const focus = () => page.evaluate(() => document.activeElement.textContent);
  await until(async () => (await focus()) === "photos", "the focus is on the name of the folder");
  await page.getByRole("button", { name: "Show these groups" }).click();
  await until(async () => (await page.locator(".filter-count").innerText()) === "12 groups match", "the groups of the folder");
  await page.getByRole("button", { name: /^In photos/ }).click();
  await until(async () => (await page.locator(".filter-count").innerText()) === "16 groups", "all groups again");
  page.checkFaults();

  // A report without sizes is drawn by the number of copies.
  const report = join(context.folder("reports"), "duplicates.txt");
  writeFileSync(report, "/photos/a/1.jpg\n/photos/b/1.jpg\n/photos/b/2.jpg\n\n");
  const other = await open(context, browser, (await serve(context, [report])).address);
  await ready(other);
  await other.getByRole("button", { name: "Map", exact: true }).click();
  await other.getByRole("button", { name: "photos: 3 copies" }).click();
  await other.getByRole("button", { name: "b: 2 copies" }).waitFor();
  await other.getByRole("button", { name: "a: 1 copy" }).waitFor();
  other.checkFaults();

  // What a report says about folders is listed.
  const withFolders = join(context.folder("reports"), "folders.json");
  const totals = { proof: "bytes", bytes: 9, files: 2, entries: 2, redundant_bytes: 9 };
  const lines = [
    { type: "begin", schema: 1, version: "0.1.0", command: ["find"], cwd: "/", roots: ["/x"], started: "2026-01-02T03:04:05.000000000Z" },
    { type: "folders", by: "name", ...totals, folders: ["/x/a", "/x/b\u202e"], roots: [0, 0] },
    { type: "contained", ...totals, folder: "/x/c", root: 0, in: "/x/d", in_root: 0 },
    { type: "empty", folder: "/x/e", root: 0 },
    { type: "summary", complete: true, files: 9, groups: 0, redundant_files: 0, redundant_bytes: 0, unique: 0, problems: 0, opened: 0,
      bytes_read: 0, seconds: 0, stages: [] },
  ];
  writeFileSync(withFolders, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const listed = await open(context, browser, (await serve(context, [withFolders])).address);
  await listed.getByText("3 folders of this report").click();
  equal(
    await listed.locator(".problems li").allInnerTexts(),
    ["/x/b\\u{202E} is identical to /x/a (2 files, 9 B)", "/x/c has nothing that is not in /x/d (2 files, 9 B)", "/x/e is empty"],
    "the folders of the report",
  );
  await judge(listed, "the folders of a report");
  listed.checkFaults();
});
