// Folders with files in common are decided as one, and the map shows where redundant bytes are.
import { existsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, digest, equal, idle, judge, open, ready, serve, state, test, until } from "./harness.mjs";

await test("folders", async (context) => {
  const root = context.folder("files");
  // What is written first is the oldest, however fast the machine is.
  let time = 1_600_000_000;
  const put = (name, size, letter) => {
    context.folder("files", ...name.split("/").slice(0, -1));
    writeFileSync(join(root, name), Buffer.alloc(size, letter));
    utimesSync(join(root, name), time, time++);
  };
  for (let i = 0; i < 12; i++) {
    put(`photos/2020/${i}.bin`, 30_000 + i, `a${i}`);
    put(`backup/2020/${i}.bin`, 30_000 + i, `a${i}`);
  }
  for (let i = 0; i < 4; i++) {
    put(`photos/2020/only here ${i}.bin`, 10, `only ${i}`);
    put(`music/${i}.bin`, 9000 + i, `m${i}`);
    put(`old music/${i}.bin`, 9000 + i, `m${i}`);
    put(`notes/${i}.bin`, 500 + i, `n${i}`);
    put(`phone/notes of the phone/${i}.bin`, 500 + i, `n${i}`);
  }
  put("phone/notes of the phone/only here.bin", 40, "phone");
  for (let i = 0; i < 2; i++) {
    put(`notes/only here ${i}.bin`, 20, `notes ${i}`);
    put(`phone/only here ${i}.bin`, 30, `phone ${i}`);
  }
  const server = await serve(context, [root]);
  const browser = await browse(context);
  const page = await open(context, browser, server.address);
  await ready(page);

  await page.getByRole("button", { name: "Folders", exact: true }).click();
  const cards = page.locator(".pair");
  await cards.first().waitFor();
  const sentences = () => page.locator(".pair > p > span:first-child").allInnerTexts();
  await cards.nth(2).getByText("4 of 6 files").first().waitFor();
  equal(
    await sentences(),
    ["backup is completely contained in photos/2020", "music is the same as old music", "phone shares 4 of 7 files with notes"],
    "the cards",
  );
  await cards.first().getByText("12 of 16 files").waitFor();
  check((await cards.first().innerText()).includes("12 files · "), "The number of files in the contained folder is missing.");
  await judge(page, "the folders with the same files");

  // Only the folder that is contained can go. A click removes its files, from the keyboard too, and a step back restores them.
  const marks = (card) => cards.nth(card).locator(".mark").allInnerTexts();
  const becomes = (card, expected) => until(async () => JSON.stringify(await marks(card)) === JSON.stringify(expected), `the marks are ${expected}`);
  const press = async (card, place, expected) => {
    await cards.nth(card).locator(".mark").nth(place).focus();
    await page.keyboard.press("Enter");
    await becomes(card, expected);
    await idle(page);
  };
  const before = await marks(0);
  equal(before.length, 1, "folders of the first card that can go");
  await press(0, 0, [before[0] === "Keep" ? "To remove" : "Keep"]);
  if (before[0] === "To remove") {
    await press(0, 0, ["To remove"]);
  }
  await until(async () => (await state(page)).plan.byHand === 12, "the groups of the card are decided");
  const goes = await page.evaluate(async () => {
    const { groups } = await (await fetch("api/groups?count=100")).json();
    const all = await Promise.all(groups.map(async (one) => (await (await fetch(`api/groups/${one.group}`)).json()).list));
    return [...new Set(all.flat().filter((copy) => copy.mark === "goes").map((copy) => copy.names[0].folder.split("/files/")[1]))].sort();
  });
  check(goes.includes("backup/2020") && !goes.includes("photos/2020"), `Files go from ${goes.join(" and ")}.`);
  await judge(page, "folders that were decided");
  await cards.first().getByRole("button", { name: "Leave it to the rules" }).click();
  await until(async () => (await state(page)).plan.byHand === 0, "the rules decide again");
  await idle(page);

  // Either of two equal folders can go, but not both.
  equal(await marks(1), ["Keep", "To remove"], "what the rules decide");
  await press(1, 0, ["To remove", "Keep"]);
  await press(1, 1, ["Keep", "To remove"]);
  await press(1, 1, ["Keep", "Keep"]);
  await press(1, 0, ["To remove", "Keep"]);
  for (let steps = 0; (await state(page)).plan.byHand > 0; steps++) {
    check(steps < 5, "The steps back do not end.");
    await page.keyboard.press("Control+z");
    await idle(page);
  }

  await page.getByRole("button", { name: "Map", exact: true }).click();
  await page.locator(".map button").first().waitFor();
  const tiles = () => page.locator(".map > ul > li > button").evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.parentElement.getBoundingClientRect();
      return { label: one.getAttribute("aria-label"), area: width * height };
    }));
  const shown = await tiles();
  equal(shown.map((one) => one.label.split(":")[0]).sort(), ["backup", "music", "notes", "old music", "phone", "photos"], "the folders of the map");
  const area = (name) => shown.find((one) => one.label.startsWith(`${name}:`)).area;
  const blocks = (name) => statSync(join(root, name)).blocks;
  const [ratio, freed] = [area("photos") / area("music"), (12 * blocks("photos/2020/0.bin")) / (4 * blocks("music/0.bin"))];
  check(Math.abs(ratio / freed - 1) < 0.02, `The areas are as ${ratio} to 1, the blocks as ${freed} to 1.`);

  // Areas lie within the areas of the folders above them, do not overlap, and stay above the bar of the plan.
  for (const height of [500, 800, 1200]) {
    await page.setViewportSize({ width: 1280, height });
    const faults = () => page.evaluate(() => {
      const box = (element) => element.getBoundingClientRect();
      const isIn = (one, other) =>
        one.left >= other.left - 1 && one.top >= other.top - 1 && one.right <= other.right + 1 && one.bottom <= other.bottom + 1;
      const overlap = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
      const bar = box(document.querySelector(".plan-bar")).top;
      const pane = document.querySelector(".folders");
      pane.scrollTo(0, pane.scrollHeight);
      const areas = [...document.querySelectorAll(".map li")];
      return areas.flatMap((one) => {
        const outer = one.parentElement.closest(".map li, .map");
        const beside = [...one.parentElement.children].filter((other) => other !== one && overlap(box(one), box(other)));
        return [
          ...(isIn(box(one), box(outer)) ? [] : [`${one.innerText} is not in ${outer.innerText}`]),
          ...beside.map((other) => `${one.innerText} overlaps ${other.innerText}`),
          ...(box(one).bottom <= bar ? [] : [`${one.innerText} is below the bar`]),
        ];
      });
    });
    await until(async () => (await faults()).length === 0, `the areas are in order in a window of ${height} pixels: ${await faults()}`, 10);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  // The color follows the plan, and the sentence above says what it means.
  const label = (name) => shown.find((one) => one.label.startsWith(`${name}:`)).label;
  const isKept = (name) => /: .*all \d+ copies are kept$/.test(label(name));
  const isRemoved = (name) => /: .* redundant, (\d+) of \1 copies to be removed$/.test(label(name));
  check(isKept("photos") ? isRemoved("backup") : isKept("backup") && isRemoved("photos"), `The labels are ${shown.map((one) => one.label)}.`);
  const tile = (name) => page.getByRole("button", { name: new RegExp(`^${name}: `) });
  await tile("photos").hover({ position: { x: 20, y: 8 } });
  await page.locator(".map-told").getByText(/^photos: .* redundant, /).waitFor();

  // One area is in the order of Tab, and arrows lead to the others.
  const inOrder = () => page.locator('.map button[tabindex="0"]').evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").split(":")[0]));
  equal((await inOrder()).length, 1, "areas in the order of Tab");
  await page.locator('.map button[tabindex="0"]').focus();
  const reached = new Set(await inOrder());
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await page.keyboard.press(key);
    (await inOrder()).forEach((one) => reached.add(one));
  }
  equal([...reached].sort(), ["backup", "music", "notes", "old music", "phone", "photos"], "the areas that the arrows reach");
  await judge(page, "the map");
  await tile("photos").focus();
  await page.keyboard.press("Enter");
  await page.locator(".map > ul > li > button", { hasText: "2020" }).waitFor();
  const focus = () => page.evaluate(() => document.activeElement.textContent);
  await until(async () => (await focus()) === "photos", "the focus is on the name of the folder");

  // The rules for the folder, from the keyboard. Pressed again, they are gone.
  const rule = (name) => page.getByRole("button", { name, pressed: false });
  const inEffect = (name) => page.getByRole("button", { name, pressed: true });
  await rule("Remove duplicates from here").focus();
  await page.keyboard.press("Enter");
  await inEffect("Remove duplicates from here").waitFor();
  await idle(page);
  equal((await state(page)).rules.clear, [join(root, "photos")], "the folder that is cleared");
  const going = () => page.evaluate(async () => {
    const { list } = await (await fetch("api/groups/0")).json();
    return list.find((copy) => copy.mark === "goes").names[0].folder.split("/files/")[1];
  });
  equal(await going(), "photos/2020", "the folder that a copy goes from");
  await judge(page, "a folder of the map with a rule");
  await rule("Always keep what is here").focus();
  await page.keyboard.press("Space");
  await inEffect("Always keep what is here").waitFor();
  await idle(page);
  equal([(await state(page)).rules.clear, (await state(page)).rules.always], [[], [join(root, "photos")]], "the rules");
  equal(await going(), "backup/2020", "the folder that a copy goes from");
  await page.getByRole("navigation", { name: "Folders above" }).getByRole("button").click();
  await page.getByRole("button", { name: /^photos: .*, always kept$/ }).press("Enter");
  await inEffect("Always keep what is here").click();
  await rule("Always keep what is here").waitFor();
  await idle(page);
  equal((await state(page)).rules.always, [], "the rules at the end");
  await page.getByRole("button", { name: "Show these groups" }).click();
  await until(async () => (await page.locator(".filter-count").innerText()) === "12 groups match", "the groups of the folder");
  await page.getByRole("button", { name: /^In photos/ }).click();
  await until(async () => (await page.locator(".filter-count").innerText()) === "20 groups", "all groups again");
  page.checkFaults();

  // A report without sizes is drawn by the number of copies.
  const report = join(context.folder("reports"), "duplicates.txt");
  writeFileSync(report, "/photos/a/1.jpg\n/photos/b/1.jpg\n/photos/b/2.jpg\n\n");
  const other = await open(context, browser, (await serve(context, [report])).address);
  await ready(other);
  await other.getByRole("button", { name: "Map", exact: true }).click();
  await other.getByRole("button", { name: /^photos: .*3 copies/ }).press("Enter");
  await other.getByRole("button", { name: /^b: .*2 copies/ }).waitFor();
  await other.getByRole("button", { name: /^a: .*(1 copy|only copy)/ }).waitFor();
  other.checkFaults();

  // A report with folders that are not there any more. With no other group, they are shown at once.
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
  await listed.getByRole("heading", { name: "Whole folders" }).waitFor();
  equal(
    await listed.locator(".side").allInnerTexts().then((all) => all.map((text) => text.split(/\n+/).join(" | "))),
    [
      "Skipped | /x/a | it cannot be opened as a folder",
      "Skipped | /x/b\\u{202E} | it cannot be opened as a folder",
      "Skipped | /x/c | it cannot be opened as a folder",
      "Contains all of it, and more | /x/d",
    ],
    "the folders of the report",
  );
  await listed.getByText("1 empty folder").click();
  equal(await listed.locator(".problems li").allInnerTexts(), ["/x/e"], "the empty folders of the report");
  await judge(listed, "the folders of a report");
  listed.checkFaults();
});

await test("whole folders", async (context) => {
  const root = context.folder("files");
  const put = (name, text) => {
    context.folder("files", ...name.split("/").slice(0, -1));
    writeFileSync(join(root, name), text.repeat(2000));
  };
  for (let i = 0; i < 5; i++) {
    for (const folder of ["photos", "backup", "old photos"]) {
      put(`${folder}/2020/${i}.txt`, `photo ${i}\n`);
    }
  }
  for (let i = 0; i < 3; i++) {
    put(`music/${i}.txt`, `music ${i}\n`);
    put(`old music/${i}.txt`, `music ${i}\n`);
  }
  put("music/only here.txt", "only here\n");
  put("another photo.txt", "photo 0\n");
  const before = digest(root);
  const server = await serve(context, [root], ["--folders"]);
  const page = await open(context, await browse(context), server.address);
  await ready(page);
  await page.getByText("1 group of duplicates, 2 groups of folders").waitFor();
  await page.getByRole("button", { name: "Folders", exact: true }).click();
  await page.getByRole("heading", { name: "Whole folders" }).waitFor();
  const marks = () => page.locator(".side .mark").allInnerTexts();
  await page.locator(".side .mark").first().waitFor();
  await judge(page, "groups of folders");

  // From the keyboard: the backup stays alone, and so does the contained folder.
  const press = async (name, expected) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
    await until(async () => JSON.stringify(await marks()) === JSON.stringify(expected), `the marks are ${expected}`);
    await idle(page);
  };
  await press(`Keep only ${root}/backup`, ["Keep", "To remove", "To remove", "To remove"]);
  await press(`Folder ${root}/old photos: To remove`, ["Keep", "Keep", "To remove", "To remove"]);
  await press(`Folder ${root}/old music: To remove`, ["Keep", "Keep", "To remove", "Keep"]);
  equal((await state(page)).plan.folders, 1, "folders that go");
  await page.getByText("you chose this").first().waitFor();
  await judge(page, "groups of folders that were decided");
  await press(`Folder ${root}/backup: Keep`, ["To remove", "Keep", "To remove", "Keep"]);
  await page.getByRole("button", { name: `Folder ${root}/old photos: Keep` }).click();
  await page.getByText("Keep at least one folder").waitFor();
  await page.keyboard.press("u");
  await until(async () => (await marks())[0] === "Keep", "the last choice is undone");
  await idle(page);
  await page.getByRole("button", { name: "Leave it to the rules" }).nth(1).click();
  await until(async () => (await marks())[3] === "To remove", "the rules decide about the music");
  await idle(page);
  await press(`Keep only ${root}/old photos`, ["To remove", "Keep", "To remove", "To remove"]);

  // A file in a folder to remove cannot be chosen.
  await page.getByRole("button", { name: "Groups", exact: true }).click();
  await page.getByText("To remove with its folder").first().waitFor();
  await judge(page, "a file that is removed with its folder");

  await page.keyboard.press("r");
  const plan = page.getByRole("dialog", { name: "Review the plan" });
  await plan.getByText("Whole folders that are moved with them").waitFor();
  await judge(page, "the plan with folders");
  await plan.getByRole("button", { name: "Move 13 files to the trash" }).click();
  const result = page.getByRole("dialog", { name: /^Done: / });
  await result.getByText("13 files moved to the trash").waitFor({ timeout: 60_000 });
  check(!existsSync(join(root, "backup")) && !existsSync(join(root, "photos")) && !existsSync(join(root, "old music")), "A folder is left.");
  await result.getByRole("button", { name: "Undo the run" }).click();
  await page.getByRole("dialog", { name: /^Undone: / }).getByRole("button", { name: "Close" }).click();
  equal(digest(root), before, "files after the undo");
  await page.getByRole("button", { name: "Folders", exact: true }).click();
  await until(async () => JSON.stringify(await marks()) === JSON.stringify(["To remove", "Keep", "To remove", "To remove"]), "the choices as before");
  page.checkFaults();
});
