// Copies on saved volumes and in buckets: they say where they are, are never opened or chosen, and one copy stays on a disk.
import { lstatSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, digest, equal, idle, judge, open, ready, serve, state, test, until } from "./harness.mjs";
import { draw } from "./pictures.mjs";

const saved = "2024-03-02T11:40:00.000000000Z";

// A report as doppel find --json writes it.
function reportOf(root, groups) {
  const copy = (name, modified) => ({
    names: [name], roots: [name.startsWith("/") ? 1 : 0], links: 1, device: "0", inode: "0", allocated: 4096, owner: 0, group: 0,
    mode: "0644", modified,
  });
  const line = ({ size, proof, names }) => ({
    type: "group", size, proof, redundant_bytes: size * names.filter((name) => name.startsWith("/")).length,
    copies: names.map((name) => copy(name, name.startsWith("/") ? `${lstatSync(name).mtime.toISOString().slice(0, -1)}000000Z` : saved)),
  });
  const begin = {
    type: "begin", schema: 1, version: "0.1.0", command: ["find"], cwd: "/", roots: ["catalog:photos-2019", root],
    catalogs: [{ catalog: "photos-2019", catalog_made: saved }, { catalog: "s3://attic", catalog_made: saved }],
    started: saved,
  };
  const end = {
    type: "summary", complete: true, files: 5, groups: groups.length, redundant_files: 4, redundant_bytes: 1, unique: 0, problems: 0,
    opened: 0, bytes_read: 0, seconds: 0, stages: [],
  };
  return [begin, ...groups.map(line), end].map((one) => `${JSON.stringify(one)}\n`).join("");
}

await test("saved", async (context) => {
  const root = context.folder("files");
  const browser = await browse(context);
  const pictures = await draw(browser, 2, { seed: 5 });
  const put = (name, content) => {
    context.folder("files", ...name.split("/").slice(0, -1));
    writeFileSync(join(root, name), content);
    utimesSync(join(root, name), 1.5e9, 1.5e9);
    return join(root, name);
  };
  const groups = [
    {
      size: pictures[0].length, proof: "xxh3-128",
      names: [put("2019/lake.jpg", pictures[0]), put("copy/lake.jpg", pictures[0]), "catalog:photos-2019/mnt/usb/2019/lake.jpg"],
    },
    { size: pictures[1].length, proof: "md5", names: [put("hill.jpg", pictures[1]), "s3://attic/2019/hill.jpg"] },
    { size: 9, proof: "xxh3-128", names: [put("a.txt", "some text"), "catalog:photos-2019/mnt/usb/a.txt"] },
  ];
  const report = join(context.folder("reports"), "report.json");
  writeFileSync(report, reportOf(root, groups));
  const before = digest(root);

  const page = await open(context, browser, (await serve(context, [report])).address);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await ready(page);
  const search = page.getByRole("searchbox");
  const show = async (text) => {
    await search.fill(text);
    await page.locator(".group h2", { hasText: text }).waitFor();
    await page.keyboard.press("Escape");
  };

  await show("lake.jpg");
  await page.locator(".copy", { hasText: "On the saved volume photos-2019, saved 2024-03-02" }).waitFor();
  await page.locator(".known").getByText("320 × 240").waitFor();
  await judge(page, "a copy on a saved volume");
  const marks = async () => (await page.locator(".mark").allInnerTexts()).map((text) => text.replace(/^\d\s*/, ""));
  equal(await marks(), ["Keep", "To remove", "Always kept"], "the marks at first");
  await page.keyboard.press("3");
  await page.keyboard.press("2");
  await until(async () => (await marks())[1] === "Keep", "the second copy is kept");
  equal(await marks(), ["To remove", "Keep", "Always kept"], "the marks after 3 and 2");
  await page.keyboard.press("Shift+Digit2");
  await page.getByText("Keep at least one copy on a disk").waitFor();
  equal(await page.locator(".copy", { hasText: "Always kept" }).getByRole("button").count(), 1, "what a saved copy offers");

  await show("hill.jpg");
  await page.locator(".copy", { hasText: "In the bucket s3://attic, listed 2024-03-02" }).waitFor();
  await page.getByText("the only copy on a disk is always kept").waitFor();
  await judge(page, "an object in a bucket");
  await show("a.txt");
  await page.locator(".preview pre", { hasText: "some text" }).waitFor();
  await judge(page, "the only copy on a disk");

  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Move 1 file to the trash" }).click();
  await page.getByRole("dialog", { name: /^Done: / }).waitFor();
  equal(digest(root).length, before.length - 1, "the number of files");
  await page.getByRole("button", { name: "Undo the run" }).click();
  await page.getByRole("dialog", { name: /^Undone: / }).waitFor();
  await idle(page);
  equal(digest(root), before, "the files after the undo");

  const numbers = (await page.evaluate(async () => {
    const all = await Promise.all([0, 1, 2].map(async (group) => (await (await fetch(`api/groups/${group}`)).json()).list));
    return all.flat().filter((copy) => copy.saved).map((copy) => copy.copy);
  }));
  equal(numbers.length, 3, "the number of saved copies");
  const opened = asked.filter((path) => numbers.some((copy) => path.endsWith(`/file/${copy}`) || path.endsWith(`/preview/${copy}`)));
  equal(opened, [], "requests for files that are not on a disk");
  check((await state(page)).found.redundantBytes === pictures[0].length, "Only one copy is redundant.");
  page.checkFaults();
});
