// The program is killed in the middle of a run. The next one offers to finish or undo it, and that restores order.
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { access, browse, check, digest, equal, idle, open, ready, serve, state, test, until } from "./harness.mjs";

// So many that a run takes longer than the test needs to see that it has begun, even in memory.
const groups = 8000;

// Begins a run on as many groups, kills the program in the middle, and opens the page of the next one.
async function interrupted(context, action, button) {
  const root = context.folder("files");
  context.folder("files/originals");
  context.folder("files/copies");
  for (let i = 0; i < groups; i++) {
    writeFileSync(join(root, "originals", `${i}.txt`), `the content of file ${i}\n`);
    writeFileSync(join(root, "copies", `${i}.txt`), `the content of file ${i}\n`);
  }
  const before = digest(root);
  const browser = await browse(context);
  const server = await serve(context, [root]);
  const page = await open(context, browser, server.address);
  await ready(page);
  await page.getByRole("button", { name: /^Newest/ }).click();
  await until(async () => (await state(page)).rules.prefer[0] === "newest", "the rule is set");
  await idle(page);
  // A choice is saved a second later.
  await until(() => existsSync(join(server.home, ".local/state/doppel/reviews")), "the choice is saved");
  await page.keyboard.press("r");
  await page.getByLabel(action).check();
  await page.getByRole("button", { name: button }).click();
  await until(async () => {
    const now = await state(page);
    return now.activity?.kind === "act" && now.activity.done > 0;
  }, "the run has begun");
  await server.stop("SIGKILL");
  await page.getByText("The program has stopped").waitFor();
  const contents = new Set(digest(root).map((line) => line.split(" ")[1]));
  equal(contents.size, groups, "contents that still exist");

  const next = await serve(context, [root]);
  const again = await open(context, browser, next.address);
  await ready(again);
  await again.getByText("was interrupted").waitFor();
  await again.getByText("Your choices from last time are in effect.").waitFor();
  return { root, before, again };
}

await test("killed", async (context) => {
  const { root, again } = await interrupted(context, "Move to the trash", "Move 8,000 files to the trash");
  const left = () => digest(root).length;
  const between = left();
  check(between > groups && between < 2 * groups, `${between} files are left: the run was not in the middle.`);
  equal(await access(again), [], "what axe-core finds");
  await again.getByRole("button", { name: "Finish it" }).click();
  await until(async () => (await state(again)).unfinished.length === 0, "the run is finished", 120);
  equal(left(), groups, "files left");
  await idle(again);
  await again.getByRole("button", { name: "Close" }).click();
  await again.getByRole("button", { name: "Start afresh" }).click();
  await until(async () => (await state(again)).rules.prefer.length === 0, "the choices are forgotten");
  again.checkFaults();
});

await test("killed while linking", async (context) => {
  const { root, before, again } = await interrupted(context, "Replace with hard links", "Replace 8,000 files with hard links");
  const linked = () => Array.from({ length: groups }, (_, i) => i).filter((i) => statSync(join(root, "copies", `${i}.txt`)).nlink > 1).length;
  const between = linked();
  check(between > 0 && between < groups, `${between} files are linked: the run was not in the middle.`);
  await again.keyboard.press("h");
  await again.getByText("Interrupted", { exact: true }).waitFor();
  await again.getByRole("button", { name: "Resume" }).click();
  const result = again.getByRole("dialog", { name: /^Done: / });
  await result.getByText("replaced with hard links").waitFor({ timeout: 120_000 });
  await idle(again);
  equal(linked(), groups, "files that are linked");
  equal((await state(again)).unfinished, [], "interrupted runs");
  await result.getByRole("button", { name: "Close" }).click();
  equal(digest(root).map((line) => line.split(" ")[1]), before.map((line) => line.split(" ")[1]), "contents");
  again.checkFaults();
});

await test("killed and undone", async (context) => {
  const { root, before, again } = await interrupted(context, "Replace with symbolic links", "Replace 8,000 files with symbolic links");
  await again.getByRole("button", { name: "Undo it" }).click();
  await again.getByRole("dialog", { name: /^Undone: / }).waitFor({ timeout: 120_000 });
  await idle(again);
  equal(digest(root), before, "files after the undo");
  equal((await state(again)).unfinished, [], "interrupted runs");
  again.checkFaults();
});
