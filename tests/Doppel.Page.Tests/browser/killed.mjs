// The program is killed in the middle of a run. The next one offers to finish it, and that restores order.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { access, browse, check, digest, equal, idle, open, ready, serve, state, test, until } from "./harness.mjs";

await test("killed", async (context) => {
  const groups = 3000;
  const root = context.folder("files");
  context.folder("files/originals");
  context.folder("files/copies");
  for (let i = 0; i < groups; i++) {
    writeFileSync(join(root, "originals", `${i}.txt`), `the content of file ${i}\n`);
    writeFileSync(join(root, "copies", `${i}.txt`), `the content of file ${i}\n`);
  }
  const left = () => digest(root).length;
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
  await page.getByRole("button", { name: "Move 3,000 files to the trash" }).click();
  await until(async () => {
    const now = await state(page);
    return now.activity?.kind === "trash" && now.activity.done > 0;
  }, "the run has moved something");
  await server.stop("SIGKILL");
  await page.getByText("The program has stopped").waitFor();
  const between = left();
  check(between > groups && between < 2 * groups, `${between} files are left: the run was not in the middle.`);
  const contents = new Set(digest(root).map((line) => line.split(" ")[1]));
  equal(contents.size, groups, "contents that still exist");

  const next = await serve(context, [root]);
  const again = await open(context, browser, next.address);
  await ready(again);
  await again.getByText("was interrupted").waitFor();
  await again.getByText("Your choices from last time are in effect.").waitFor();
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
