// Searching again with other filters, from the keyboard.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, equal, idle, judge, open, ready, serve, state, test, until } from "./harness.mjs";

await test("search", async (context) => {
  const roots = ["first", "second"].map((name) => context.folder(name));
  for (const root of roots) {
    writeFileSync(join(root, "small.txt"), "small");
    writeFileSync(join(root, "large.txt"), "large".repeat(1000));
    writeFileSync(join(root, "picture.jpg"), "no picture".repeat(50));
  }
  writeFileSync(join(roots[1], "large too.txt"), "large".repeat(1000));

  // As doppel tune would have measured every disk of this machine. Which one holds the folders, the program knows.
  const read = (path) => (existsSync(path) ? readFileSync(path, "utf8").trim() : "");
  const devices = (existsSync("/sys/class/block") ? readdirSync("/sys/class/block") : []).map((device) => {
    const model = read(`/sys/class/block/${device}/device/model`);
    return { device, model, strategy: "test", width: 5, measured: "2026-01-02T03:04:05Z" };
  });
  writeFileSync(join(context.folder("home/.local/state/doppel"), "tuning.json"), JSON.stringify({ version: 1, devices }));
  const server = await serve(context, roots);
  const page = await open(context, await browse(context), server.address);
  await ready(page);
  const found = async () => (await state(page)).found.groups;
  equal(await found(), 3, "groups at first");

  const dialog = page.getByRole("dialog", { name: "Search again" });
  const show = async () => {
    await page.getByRole("button", { name: "Search again …" }).focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor();
  };
  const search = async () => {
    await dialog.getByRole("button", { name: "Search", exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await show();
  for (const { device } of (await state(page)).found.tunings) {
    const line = await dialog.locator(".tunings li", { hasText: device }).innerText();
    check(line.includes("begins with 5 readers, as doppel tune measured on 2026-01-02"), `The device is described as “${line}”.`);
  }
  await judge(page, "the filters");
  await dialog.getByLabel("Smallest files").fill("much");
  await search();
  await dialog.getByRole("alert").getByText("'much' is not a size").waitFor();
  await judge(page, "filters that are not valid");
  await dialog.getByLabel("Smallest files").fill("100");
  await dialog.getByLabel("Leave out files and folders").fill("*.jpg\nnothing/");
  await search();
  await dialog.waitFor({ state: "detached" });
  await until(async () => (await found()) === 1, "only large texts are found");
  await idle(page);
  equal((await state(page)).filters.exclude, ["*.jpg", "nothing/"], "the patterns");

  // The filters are as they were left. Enter in a field searches.
  await show();
  equal(await dialog.getByLabel("Smallest files").inputValue(), "100", "the smallest files");
  await dialog.getByLabel(roots[0]).focus();
  await page.keyboard.press("Space");
  await dialog.getByLabel("Largest files").focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await until(async () => (await state(page)).root === roots[1] && (await state(page)).activity === null, "one root is searched");
  await idle(page);
  equal((await state(page)).found.copies, 2, "the copies in the second root");
  await show();
  equal(await dialog.getByLabel(roots[0]).isChecked(), false, "whether the first root is searched");
  await dialog.getByLabel(roots[0]).check();
  await dialog.getByLabel("Smallest files").fill("");
  await dialog.getByLabel("Leave out files and folders").fill("");
  await dialog.getByLabel("Also find media").check();
  await search();
  await dialog.waitFor({ state: "detached" });
  await until(async () => (await found()) === 3, "all is found again");
  await idle(page);
  equal((await state(page)).filters.media, true, "whether media are found");
  await show();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  page.checkFaults();
});
