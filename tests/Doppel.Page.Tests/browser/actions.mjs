// What happens to the copies that go: each action of the plan, from the keyboard, and back.
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, digest, equal, idle, judge, open, ready, serve, state, test, until } from "./harness.mjs";

const names = ["one.txt", "two.txt", "three.txt"];

function fill(context, ...folders) {
  folders.forEach((folder, age) => {
    context.folder(folder);
    names.forEach((name) => {
      const path = join(context.scratch, folder, name);
      writeFileSync(path, `the content of ${name}\n`.repeat(4000));
      utimesSync(path, 1.5e9 + age * 100, 1.5e9 + age * 100);
    });
  });
}

const plan = (page) => page.getByRole("dialog", { name: "Review the plan" });

async function review(page) {
  await page.keyboard.press("r");
  await plan(page).waitFor();
}

async function ended(page) {
  const result = page.getByRole("dialog", { name: /^Done: / });
  await result.waitFor({ timeout: 60_000 });
  return result;
}

await test("actions", async (context) => {
  fill(context, "files/a", "files/b");
  const root = join(context.scratch, "files");
  const before = digest(root);
  const server = await serve(context, [root]);
  const browser = await browse(context);
  const page = await open(context, browser, server.address);
  await ready(page);

  const linked = () => names.every((name) => statSync(join(root, "a", name)).ino === statSync(join(root, "b", name)).ino);
  const pointing = () => names.every((name) => readlinkSync(join(root, "b", name)) === `../a/${name}`);
  const deleted = () => names.every((name) => !existsSync(join(root, "b", name)));
  for (const [title, button, done, isDone] of [
    ["Replace with hard links", "Replace 3 files with hard links", "3 files replaced with hard links", linked],
    ["Replace with symbolic links", "Replace 3 files with symbolic links", "3 files replaced with symbolic links", pointing],
    ["Delete permanently", "Delete 3 files permanently …", "3 files deleted", deleted],
  ]) {
    await review(page);
    // The trash has the focus. The arrow keys choose, and skip what is impossible.
    const chosen = () => page.evaluate(() => document.activeElement.closest("label")?.querySelector(".action-title").textContent);
    await until(async () => (await chosen()) === "Move to the trash", "the focus is on the trash");
    for (let i = 0; i < 5 && (await chosen()) !== title; i++) {
      await page.keyboard.press("ArrowDown");
    }
    equal(await chosen(), title, "the action that the arrow keys choose");
    await plan(page).getByText("Space freed", { exact: true }).waitFor();
    await judge(page, `the plan: ${title}`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    equal(await page.evaluate(() => document.activeElement.textContent), button, "the button");
    await page.keyboard.press("Enter");
    if (title.startsWith("Delete")) {
      const question = page.getByRole("dialog", { name: "Delete 3 files permanently?" });
      await question.waitFor();
      await judge(page, "the question before files are deleted");
      equal(await page.evaluate(() => document.activeElement.textContent), "Back", "the focus of the question");
      equal(digest(root), before, "files before the answer");
      await page.keyboard.press("Enter");
      await plan(page).waitFor();
      await page.getByRole("button", { name: button }).click();
      await question.getByRole("button", { name: "Delete permanently" }).click();
    }
    const result = await ended(page);
    await result.getByText(done).waitFor();
    check(isDone(), `The files are not what they should be after “${title}”.`);
    equal([(await state(page)).found.gone, (await state(page)).found.inTrash], [3, 0], "copies that are resolved");
    await judge(page, `the result: ${title}`);
    await result.getByRole("button", { name: "Close" }).click();
    await page.getByRole("heading", { name: "All duplicates are resolved" }).waitFor();
    await page.getByRole("button", { name: "Restore 3 files" }).click();
    const undone = page.getByRole("dialog", { name: /^Undone: / });
    await undone.getByText("3 files restored").waitFor();
    await undone.getByRole("button", { name: "Close" }).click();
    equal(digest(root), before, `files after “${title}” was undone`);
    check(names.every((name) => lstatSync(join(root, "b", name)).isFile()), "A restored file is no regular file.");
    await page.locator(".row-title").first().waitFor();
    await page.locator(".preview pre").waitFor();
  }
  page.checkFaults();
});

// Mounts a file system for a test. Where that is not allowed, says so and returns false, except on build servers.
function mount(context, folder, ...words) {
  try {
    execFileSync("mount", [...words, folder], { stdio: "pipe" });
    context.atEnd(() => execFileSync("umount", [folder]));
    return true;
  } catch (failure) {
    check(process.env.CI !== "true", `Cannot mount: ${failure}`);
    console.log(`left out, because it needs to mount: ${failure.message}`);
    return false;
  }
}

const makesBtrfs = existsSync("/usr/sbin/mkfs.btrfs");
check(makesBtrfs || process.env.CI !== "true", "This needs btrfs-progs.");
if (makesBtrfs) {
  await test("reflinks", async (context) => {
    const [image, mounted] = [join(context.scratch, "image"), context.folder("files/disk")];
    execFileSync("truncate", ["-s", "200M", image]);
    execFileSync("/usr/sbin/mkfs.btrfs", ["-q", image]);
    if (!mount(context, mounted, "-o", "loop", image)) {
      return;
    }
    fill(context, "files/disk/a", "files/disk/b");
    const before = digest(mounted);
    const server = await serve(context, [mounted]);
    context.atEnd(server.stop);
    const page = await open(context, await browse(context), server.address);
    await ready(page);
    await review(page);
    await page.getByLabel("Share blocks (reflinks)").check();
    await judge(page, "the plan: reflinks");
    await page.getByRole("button", { name: "Share the blocks of 3 files" }).click();
    const result = await ended(page);
    await result.getByText("3 files now sharing blocks").waitFor();
    await result.getByText("There is nothing to undo").waitFor();
    equal(await result.getByRole("button").allInnerTexts(), ["Close"], "the buttons of the result");
    await result.getByRole("button", { name: "Close" }).click();
    equal(digest(mounted), before, "files that share blocks");
    const shared = execFileSync("filefrag", ["-v", join(mounted, "b/one.txt")], { encoding: "utf8" });
    check(shared.includes("shared"), `The blocks are not shared: ${shared}`);
    page.checkFaults();
  });
}

// Hard links cannot cross file systems, and memory cannot share blocks.
await test("obstacles", async (context) => {
  const mounted = context.folder("files/b");
  if (mount(context, mounted, "-t", "tmpfs", "none")) {
    fill(context, "files/a", "files/b");
    const server = await serve(context, [join(context.scratch, "files")]);
    context.atEnd(server.stop);
    const page = await open(context, await browse(context), server.address);
    await ready(page);
    await page.getByRole("button", { name: /^Oldest/ }).click();
    await until(async () => (await state(page)).rules.prefer[0] === "oldest", "the rule is set");
    await idle(page);
    await review(page);
    equal(
      await page.locator(".action.is-off .quiet").allInnerTexts(),
      [
        `Not possible on '${mounted}' (tmpfs): the copies that stay are on another file system, which hard links cannot cross.`,
        `Not possible on '${mounted}' (tmpfs): it does not support reflinks.`,
      ],
      "why two actions are impossible",
    );
    check(await page.getByLabel("Replace with hard links").isDisabled(), "Hard links can be chosen.");
    await judge(page, "a plan with actions that are impossible");
    page.checkFaults();
  }
});
