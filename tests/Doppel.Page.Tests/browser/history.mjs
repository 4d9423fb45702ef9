// What was done is listed and can be taken back: at once with Ctrl+Z, and later from the history, also by the next program.
import { readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, digest, equal, idle, judge, open, ready, serve, state, test, until } from "./harness.mjs";

const groups = 12;

function fill(context) {
  const root = context.folder("files");
  for (const folder of ["originals", "copies"]) {
    context.folder("files", folder);
    for (let i = 0; i < groups; i++) {
      const path = join(root, folder, `${i}.txt`);
      writeFileSync(path, `the content of file ${i}\n`.repeat(100 * (i + 1)));
      utimesSync(path, 1.5e9 + (folder === "copies" ? 100 : 0), 1.5e9);
    }
  }
  return root;
}

async function act(page, files) {
  await page.keyboard.press("r");
  await page.getByRole("button", { name: `Move ${files} files to the trash` }).click();
  const result = page.getByRole("dialog", { name: /^Done: / });
  await result.waitFor();
  await idle(page);
  return result;
}

const undone = (page) => page.getByRole("dialog", { name: /^Undone: / });
const question = (page) => page.getByRole("dialog", { name: "Undo this run?" });
const runs = (page) => page.locator(".past");
const states = (page) => page.locator(".past-state").allInnerTexts();

// Presses Tab until the focus is on a control whose text begins with these words.
async function tabTo(page, words) {
  for (let i = 0; i < 60; i++) {
    if ((await page.evaluate(() => document.activeElement?.textContent ?? "")).startsWith(words)) {
      return;
    }
    await page.keyboard.press("Tab");
  }
  check(false, `Tab does not reach “${words}”.`);
}

await test("history", async (context) => {
  const root = fill(context);
  const before = digest(root);
  let server = await serve(context, [root]);
  const browser = await browse(context);
  let page = await open(context, browser, server.address);
  await ready(page);

  // Right after the run, Ctrl+Z undoes it, in the dialog with its result.
  let result = await act(page, groups);
  equal(digest(root).length, groups, "files left");
  await page.keyboard.press("Control+z");
  await undone(page).waitFor();
  equal(digest(root), before, "files after Ctrl+Z");
  await page.keyboard.press("Escape");
  await ready(page);

  // One group stays as it is, so that there is something to choose after the run.
  await page.keyboard.press("Home");
  await page.locator(".copy").first().waitFor();
  await page.keyboard.press("Space");
  await until(async () => (await state(page)).plan.byHand === 1, "all copies of a group are kept");
  result = await act(page, groups - 1);
  const after = digest(root);
  await result.getByRole("button", { name: "Close" }).click();
  await until(async () => (await state(page)).lastRun.isClosed, "the result is closed");

  // It stays closed after a reload.
  await page.reload();
  await ready(page);
  equal(await page.locator("dialog[open]").count(), 0, "open dialogs after a reload");

  // A choice that was made after the run is taken back first. Then the page asks about the run.
  await page.locator(".copy").first().waitFor();
  await page.keyboard.press("2");
  await until(async () => (await state(page)).plan.files === 1, "a choice");
  await page.keyboard.press("Control+z");
  await until(async () => (await state(page)).undoRun !== null, "the choice is taken back");
  equal(digest(root), after, "files after a choice was taken back");
  await page.keyboard.press("Control+z");
  await question(page).getByText(`${groups - 1} items come back in`).waitFor();
  await judge(page, "the question before an undo");
  await page.keyboard.press("Escape");
  equal(digest(root), after, "files after the question was answered with no");

  // With the keyboard alone.
  await page.keyboard.press("h");
  await page.getByRole("heading", { name: "History" }).waitFor();
  equal(new URL(page.url()).hash, "#history", "the part of the address");
  await until(async () => (await runs(page).count()) === 3, "three runs");
  equal(await states(page), ["Done", "Done", "Undone"], "their states, the newest first");
  await judge(page, "the history");
  await page.keyboard.press("h");
  await page.locator(".list").waitFor();
  page.checkFaults();
  await server.stop();

  // The next program, and a link to the view.
  server = await serve(context, [root]);
  page = await open(context, browser, `${server.address}#history`);
  await page.getByRole("heading", { name: "History" }).waitFor();
  await until(async () => (await runs(page).count()) === 3, "three runs");
  await idle(page);
  const yesterday = runs(page).first();
  await yesterday.getByText(`${groups - 1} items moved to the trash`).waitFor();
  await yesterday.getByText(root).first().waitFor();
  await tabTo(page, "Restore");
  await page.keyboard.press("Enter");
  await question(page).getByText(`${groups - 1} items come back in`).waitFor();
  await tabTo(page, `Restore ${groups - 1} items`);
  await page.keyboard.press("Enter");
  await undone(page).waitFor();
  equal(digest(root), before, "files after they were restored from the history");
  await idle(page);
  await page.keyboard.press("Escape");
  await until(async () => (await states(page))[1] === "Undone", "the run is undone");
  equal((await state(page)).found.groups, groups, "groups after the undo");

  // An interrupted run, and a journal that is damaged.
  await page.keyboard.press("h");
  await ready(page);
  await act(page, groups - 1);
  await page.keyboard.press("Escape");
  page.checkFaults();
  await server.stop();
  const journal = join(server.home, ".local/state/doppel/journal");
  const newest = readdirSync(journal).filter((name) => name.endsWith(".jsonl")).sort().at(-1);
  const lines = readFileSync(join(journal, newest), "utf8").trimEnd().split("\n");
  writeFileSync(join(journal, newest), lines.slice(0, -1).map((line) => `${line}\n`).join(""));
  writeFileSync(join(journal, "20200101T000000000Z-abcdef.jsonl"), "damaged\n");
  server = await serve(context, [root]);
  page = await open(context, browser, `${server.address}#history`);
  await page.getByText("A run whose journal cannot be read").waitFor();
  await idle(page);
  equal((await states(page)).filter((word) => !["Done", "Undone"].includes(word)), ["Interrupted", "Cannot be read"], "states");
  await judge(page, "the history with an interrupted run");
  await page.getByRole("button", { name: "Restore …" }).click();
  await question(page).getByRole("button", { name: `Restore ${groups - 1} items` }).click();
  await undone(page).getByRole("button", { name: "Close" }).click();
  await until(async () => (await states(page))[1] === "Undone", "the interrupted run is undone");
  equal(digest(root), before, "files after the interrupted run was undone");
  page.checkFaults();
});
